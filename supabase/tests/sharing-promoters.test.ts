import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  eventPromotersSchema,
  promoterPageSchema,
  statementSchema,
} from '#features/sharing/promoters/promoters.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { raceOfCommission } from './races.ts'
import {
  beginPayment,
  call,
  holdItems,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
  reportDispute,
} from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Promoters: whom an order is attributed to, what they earn by it, and what each of them sees. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(12)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const asAda = () => users.actingAs('Ada')
const letters = () => randomUUID().slice(0, 8).toUpperCase()

type Terms = { basis?: 'sold' | 'arrived'; commissionCents?: number; commissionBps?: number }

/** Adds a promoter to an event as an admin does; `user` is the account that promotes. */
async function addPromoter(
  testEvent: TestEvent,
  { user, promoCode, email, ...terms }: Terms & { user?: string; promoCode?: string; email?: string } = {},
) {
  const username = user ? `p${randomUUID().replaceAll('-', '').slice(0, 12)}` : undefined
  if (user && username) await sql`update public.profiles set username = ${username} where id = ${user}`
  const linkCode = `L${letters()}`
  const commission =
    terms.commissionBps === undefined ? { commissionCents: terms.commissionCents ?? 300 } : {}
  const fields = {
    name: 'Pat Promoter',
    username,
    email,
    linkCode,
    promoCode,
    basis: 'sold',
    ...commission,
    ...terms,
  }
  const args = { p_event: testEvent.eventId, p_fields: fields }
  const id = await call(await asAda(), 'save_event_promoter', args, z.uuid())
  const [row] = await sql<{ promoter_id: string }[]>`
    select promoter_id from public.event_promoters where id = ${id}`
  return { id, linkCode, promoterId: row?.promoter_id ?? '' }
}

const noteReferral = (owner: string, hold: string, clicks: { code: string; hoursAgo?: number }[]) =>
  call(
    service,
    'note_referral',
    {
      p_owner: owner,
      p_hold: hold,
      p_codes: clicks.map(({ code }) => code),
      p_clicked_at: clicks.map(({ hoursAgo = 0 }) =>
        new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
      ),
    },
    z.boolean(),
  )

/** Buys tickets after opening these links, and with this code. */
async function buyAs(
  owner: string,
  testEvent: TestEvent,
  {
    clicks = [],
    code = null,
    quantity = 2,
    email,
    name,
  }: {
    clicks?: { code: string; hoursAgo?: number }[]
    code?: string | null
    quantity?: number
    email?: string
    name?: string
  } = {},
) {
  if (code) {
    const [row] = await sql<{ code: string }[]>`select code from public.promo_codes where id = ${code}`
    const typed = { p_owner: owner, p_event: testEvent.eventId, p_code: row?.code }
    await call(service, 'unlock_code', typed, z.unknown())
  }
  const lines = linesOf(testEvent, { Entry: quantity })
  const hold = await holdItems(service, owner, testEvent.eventId, lines, randomUUID(), code)
  const noted = clicks.length > 0 ? await noteReferral(owner, hold.holdId, clicks) : null
  const order = await placeOrder(service, owner, hold.holdId, {
    ...(email && { email }),
    ...(name && { name }),
  })
  const payment = await beginPayment(service, owner, order.orderId)
  await report(service, payment, 'succeeded')
  const tickets = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  return { orderId: order.orderId, payment, noted, tickets: tickets.map(({ id }) => id) }
}

async function attributedTo(orderId: string) {
  return await sql`
    select event_promoter_id as promoter, source from private.order_attributions
    where order_id = ${orderId} and superseded_at is null`
}

/** Sums of the ledger, by state. */
async function sums(of: { order?: string; promoter?: string }) {
  const [row] = await sql`
    select coalesce(sum(expected_cents), 0)::int as expected, coalesce(sum(due_cents), 0)::int as due,
      coalesce(sum(paid_cents), 0)::int as paid
    from public.commission_entries
    where (${of.order ?? null}::uuid is null or order_id = ${of.order ?? null})
      and (${of.promoter ?? null}::uuid is null or event_promoter_id = ${of.promoter ?? null})`
  return row
}

const doors = { doorsIn: -1 }
const scan = async (testEvent: TestEvent, ticket: string) =>
  call(
    await asAda(),
    'check_in',
    {
      p_event: testEvent.eventId,
      p_ticket: ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
    },
    z.object({ result: z.string() }),
  )
const undo = async (testEvent: TestEvent, ticket: string) =>
  call(
    await asAda(),
    'undo_check_in',
    { p_event: testEvent.eventId, p_ticket: ticket, p_scan_uid: randomUUID(), p_reason: 'wrong person' },
    z.object({ result: z.string() }),
  )
const refund = async (orderId: string, cents: number, more: Record<string, unknown> = {}) =>
  call(
    await asAda(),
    'refund_order',
    {
      p_order: orderId,
      p_amount_cents: cents,
      p_reason: 'asked nicely',
      p_void: true,
      p_key: randomUUID(),
      ...more,
    },
    refundedSchema,
  )
const endEvent = (testEvent: TestEvent) => sql`
  update public.events set doors_at = doors_at - interval '60 days', starts_at = starts_at - interval '60 days',
    ends_at = ends_at - interval '60 days' where id = ${testEvent.eventId}`
const mature = async () => {
  while ((await call(service, 'mature_commission', {}, z.int())) > 0);
}
const makePromoCode = async (testEvent: TestEvent, code: string) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.promo_codes ${sql({ event_id: testEvent.eventId, code, effect: 'percent', percent: 10 })} returning id`
  return row?.id ?? ''
}

describe('attribution', () => {
  test('the owner of the code comes before the link; the last link within 7 days counts', async () => {
    const testEvent = await createEvent(sql)
    const promoCode = letters()
    const codeId = await makePromoCode(testEvent, promoCode)
    const owner = await addPromoter(testEvent, { promoCode })
    const [first, last] = [await addPromoter(testEvent), await addPromoter(testEvent)]
    const clicks = [
      { code: first.linkCode, hoursAgo: 30 },
      { code: last.linkCode.toLowerCase(), hoursAgo: 2 },
    ]
    const byCode = await buyAs(await users.extra(), testEvent, { clicks, code: codeId })
    expect(await attributedTo(byCode.orderId)).toEqual([{ promoter: owner.id, source: 'code' }])
    const byLink = await buyAs(await users.extra(), testEvent, { clicks })
    expect(await attributedTo(byLink.orderId)).toEqual([{ promoter: last.id, source: 'link' }])
  })

  test('a link of 7 days ago, of another event, unknown or of an ended promoter counts for nobody', async () => {
    const testEvent = await createEvent(sql)
    const [old, other, ended] = [
      await addPromoter(testEvent),
      await addPromoter(await createEvent(sql)),
      await addPromoter(testEvent),
    ]
    await call(await asAda(), 'end_event_promoter', { p_event_promoter: ended.id }, z.null())
    const clicks = [
      { code: old.linkCode, hoursAgo: 7 * 24 + 1 },
      { code: other.linkCode },
      { code: ended.linkCode },
      { code: 'NOBODY' },
    ]
    const { orderId, noted } = await buyAs(await users.extra(), testEvent, { clicks })
    expect(noted).toBe(false)
    expect(await attributedTo(orderId)).toEqual([])
    expect(await sums({ order: orderId })).toEqual({ expected: 0, due: 0, paid: 0 })
  })

  test('what promoters buy themselves is not theirs, by account or by mailbox', async () => {
    const testEvent = await createEvent(sql)
    const user = await users.extra()
    const promoter = await addPromoter(testEvent, { user, email: `own-${user}@example.com` })
    const clicks = [{ code: promoter.linkCode }]
    const byAccount = await buyAs(user, testEvent, { clicks })
    const byMailbox = await buyAs(await users.extra(), testEvent, {
      clicks,
      email: `own-${user}+x@example.com`,
    })
    expect(await attributedTo(byAccount.orderId)).toEqual([])
    expect(await attributedTo(byMailbox.orderId)).toEqual([])
  })

  test('an admin overrides it with a reason; the first row stays, and commission moves along', async () => {
    const testEvent = await createEvent(sql)
    const [first, second] = [
      await addPromoter(testEvent),
      await addPromoter(testEvent, { commissionCents: 500 }),
    ]
    const { orderId } = await buyAs(await users.extra(), testEvent, { clicks: [{ code: first.linkCode }] })
    const args = { p_order: orderId, p_event_promoter: second.id, p_reason: 'Met them at the shop' }
    expect(
      (await refusal(call(await users.actingAs('Mo'), 'override_attribution', args, z.null()))).code,
    ).toBe('not_allowed')
    expect(
      (await refusal(call(await asAda(), 'override_attribution', { ...args, p_reason: '' }, z.null()))).code,
    ).toBe('reason_required')
    await call(await asAda(), 'override_attribution', args, z.null())
    expect((await refusal(call(await asAda(), 'override_attribution', args, z.null()))).code).toBe(
      'attribution_unchanged',
    )
    expect(
      await sql`select event_promoter_id as promoter, source, superseded_at is null as current from private.order_attributions
        where order_id = ${orderId} order by attributed_at`,
    ).toEqual([
      { promoter: first.id, source: 'link', current: false },
      { promoter: second.id, source: 'staff', current: true },
    ])
    expect(await sums({ promoter: first.id })).toEqual({ expected: 0, due: 0, paid: 0 })
    expect(await sums({ promoter: second.id })).toEqual({ expected: 1000, due: 0, paid: 0 })
  })

  test('new terms count for orders paid afterwards', async () => {
    const testEvent = await createEvent(sql)
    const promoter = await addPromoter(testEvent)
    const clicks = [{ code: promoter.linkCode }]
    const before = await buyAs(await users.extra(), testEvent, { clicks })
    await sql`update public.event_promoters set commission_cents = null, commission_bps = 1250 where id = ${promoter.id}`
    const after = await buyAs(await users.extra(), testEvent, { clicks, quantity: 1 })
    expect(await sums({ order: before.orderId })).toMatchObject({ expected: 600 })
    // 12.5% of 20.00
    expect(await sums({ order: after.orderId })).toMatchObject({ expected: 250 })
  })
})

type Sold = Awaited<ReturnType<typeof buyAs>> & { testEvent: TestEvent }

describe('commission', () => {
  test.each([
    ['a refund of everything', async ({ orderId }: Sold) => void (await refund(orderId, 4000))],
    [
      'money given back without ending tickets',
      async ({ orderId }: Sold) => void (await refund(orderId, 4000, { p_void: false })),
    ],
    [
      'a dispute',
      async ({ payment }: Sold) =>
        void (await reportDispute(service, payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })),
    ],
    [
      'a lost dispute',
      async ({ payment }: Sold) => {
        const p_dispute_ref = randomUUID()
        for (const p_kind of ['dispute_open', 'dispute_lost'])
          await reportDispute(service, payment, { p_kind, p_dispute_ref })
      },
    ],
  ])('is zero after %s', async (_what, takeBack) => {
    const testEvent = await createEvent(sql)
    const promoter = await addPromoter(testEvent)
    const bought = await buyAs(await users.extra(), testEvent, { clicks: [{ code: promoter.linkCode }] })
    expect(await sums({ order: bought.orderId })).toEqual({ expected: 600, due: 0, paid: 0 })
    await takeBack({ ...bought, testEvent })
    expect(await sums({ order: bought.orderId })).toEqual({ expected: 0, due: 0, paid: 0 })
  })

  test('comes back with a dispute that was won', async () => {
    const testEvent = await createEvent(sql)
    const promoter = await addPromoter(testEvent)
    const { orderId, payment } = await buyAs(await users.extra(), testEvent, {
      clicks: [{ code: promoter.linkCode }],
    })
    const p_dispute_ref = randomUUID()
    for (const p_kind of ['dispute_open', 'dispute_won'])
      await reportDispute(service, payment, { p_kind, p_dispute_ref })
    expect(await sums({ order: orderId })).toEqual({ expected: 600, due: 0, paid: 0 })
  })

  test('by arrival accrues with the scan, and an undone scan takes it back', async () => {
    const testEvent = await createEvent(sql, doors)
    const promoter = await addPromoter(testEvent, { basis: 'arrived' })
    const { orderId, tickets } = await buyAs(await users.extra(), testEvent, {
      clicks: [{ code: promoter.linkCode }],
    })
    const [ticket = ''] = tickets
    expect(await sums({ order: orderId })).toMatchObject({ expected: 0 })
    for (let turn = 1; turn <= 2; turn += 1) {
      expect(await scan(testEvent, ticket)).toEqual({ result: 'ok' })
      expect(await sums({ order: orderId })).toMatchObject({ expected: 300 })
      await undo(testEvent, ticket)
      expect(await sums({ order: orderId })).toMatchObject({ expected: 0 })
    }
    expect(
      await sql`select kind, turn from public.commission_entries where order_id = ${orderId} order by created_at, kind`,
    ).toEqual([
      { kind: 'accrued', turn: 1 },
      { kind: 'reversed', turn: null },
      { kind: 'accrued', turn: 2 },
      { kind: 'reversed', turn: null },
    ])
  })

  test('matures 3 days after the event, is paid once, and what is owed back is recovered by the next payout', async () => {
    const testEvent = await createEvent(sql)
    const promoter = await addPromoter(testEvent, { email: 'pat@example.com' })
    const clicks = [{ code: promoter.linkCode }]
    const bought = await buyAs(await users.extra(), testEvent, { clicks })
    const later = await buyAs(await users.extra(), testEvent, { clicks, quantity: 4 })
    await mature()
    expect(await sums({ promoter: promoter.id })).toEqual({ expected: 1800, due: 0, paid: 0 })
    await endEvent(testEvent)
    await mature()
    expect(await sums({ promoter: promoter.id })).toEqual({ expected: 0, due: 1800, paid: 0 })
    const pay = async (cents: number) =>
      call(
        await asAda(),
        'pay_commission',
        { p_promoter: promoter.promoterId, p_reference: 'Zelle 1', p_total_cents: cents },
        z.uuid(),
      )
    expect((await refusal(pay(1))).code).toBe('commission_changed')
    await pay(1800)
    expect((await refusal(pay(1800))).code).toBe('nothing_due')
    expect(await sums({ promoter: promoter.id })).toEqual({ expected: 0, due: 0, paid: 1800 })
    await reportDispute(service, bought.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
    expect(await sums({ order: bought.orderId })).toEqual({ expected: 0, due: -600, paid: 600 })
    expect((await refusal(pay(-600))).code).toBe('nothing_due')
    expect(
      await sql`select kind, recipient, (payload ->> 'cents')::int as cents from private.mail_outbox
        where kind like 'promoter_%' and dedupe_key like ${`%${promoter.promoterId}%`} or payload ->> 'reference' = 'Zelle 1'
          and recipient = 'pat@example.com' order by kind`,
    ).toEqual(
      expect.arrayContaining([
        { kind: 'promoter_paid', recipient: 'pat@example.com', cents: 1800 },
        { kind: 'promoter_statement', recipient: 'pat@example.com', cents: 1800 },
      ]),
    )
    expect(later.tickets).toHaveLength(4)
  })

  test('is zero after any life that ends in a refund, a dispute or undone scans', async () => {
    const testEvent = await createEvent(sql, doors)
    const ends: string[] = []
    for (let life = 0; life < 8; life += 1) {
      const basis = life % 2 === 0 ? 'sold' : 'arrived'
      const promoter = await addPromoter(testEvent, { basis, commissionBps: 777 + life })
      const bought = await buyAs(await users.extra(), testEvent, { clicks: [{ code: promoter.linkCode }] })
      for (let step = 0; step < 5; step += 1) {
        const ticket = bought.tickets[(life * 3 + step * 5) % 2] ?? ''
        if ((life + step) % 3 === 0) await scan(testEvent, ticket)
        else if ((life + step) % 3 === 1) await refusal(undo(testEvent, ticket))
        else
          await reportDispute(service, bought.payment, {
            p_kind: 'dispute_won',
            p_dispute_ref: `${bought.orderId} ${step}`,
          })
      }
      if (life % 4 === 0) await refund(bought.orderId, 4000, { p_override: true })
      else if (life % 4 === 1) for (const ticket of bought.tickets) await refusal(undo(testEvent, ticket))
      else
        await reportDispute(service, bought.payment, {
          p_kind: 'dispute_lost',
          p_dispute_ref: bought.orderId,
        })
      ends.push(bought.orderId)
    }
    for (const order of ends) expect(await sums({ order })).toEqual({ expected: 0, due: 0, paid: 0 })
    expect(
      await sql`select 1 from public.commission_entries where order_id = any (${ends}) limit 1`,
    ).toHaveLength(1)
  })

  test('of a ticket that is scanned while its money goes back ends at zero', async () => {
    expect(await raceOfCommission(users, pool, 8)).toEqual({ left: 0, endings: { ok: 16 } })
  })
})

describe('what each of them sees', () => {
  const promote = async () => {
    const testEvent = await createEvent(sql)
    const mine = await addPromoter(testEvent, { user: await users.id('Mia') })
    const other = await addPromoter(testEvent, { user: await users.id('Sid') })
    for (const { linkCode } of [mine, other])
      await buyAs(await users.extra(), testEvent, { clicks: [{ code: linkCode }] })
    return { testEvent, mine, other }
  }

  test('a promoter sees nothing of another and no address, whatever they ask the API', async () => {
    const { mine, other, testEvent } = await promote()
    const mia = await users.actingAs('Mia')
    const page = await call(mia, 'read_promoter_page', {}, promoterPageSchema)
    expect(page.events).toMatchObject([{ linkCode: mine.linkCode, tickets: 2, expectedCents: 600 }])
    expect(JSON.stringify(page)).not.toMatch(/@|example\.com/)
    for (const table of [
      'promoters',
      'event_promoters',
      'commission_entries',
      'orders',
      'tickets',
      'promo_codes',
    ]) {
      const { data } = await mia
        .from(table)
        .select(table === 'commission_entries' ? 'event_promoter_id' : 'id')
      const seen = JSON.stringify(data ?? [])
      expect(seen, table).not.toContain(other.id)
      expect(seen, table).not.toContain(other.promoterId)
    }
    expect((await mia.from('commission_entries').select('event_promoter_id')).data).toEqual([
      { event_promoter_id: mine.id },
      { event_promoter_id: mine.id },
    ])
    expect((await mia.from('commission_entries').select('order_id')).error).not.toBeNull()
    for (const [name, args] of [
      ['list_event_promoters', { p_event: testEvent.eventId }],
      ['read_promoter_statement', { p_promoter: other.promoterId }],
      ['save_event_promoter', { p_event: testEvent.eventId, p_fields: {} }],
      ['end_event_promoter', { p_event_promoter: other.id }],
      ['pay_commission', { p_promoter: mine.promoterId, p_reference: 'x', p_total_cents: 600 }],
    ] as const)
      expect((await refusal(call(mia, name, args, z.unknown()))).code, name).toBe('not_allowed')
  })

  test('both sides read the same rows, whose sum is the commission', async () => {
    const { mine, testEvent } = await promote()
    const own = await call(await users.actingAs('Mia'), 'read_my_statement', {}, statementSchema)
    const staff = await call(
      await asAda(),
      'read_promoter_statement',
      { p_promoter: mine.promoterId },
      statementSchema,
    )
    const sum = (rows: { expectedCents: number }[]) =>
      rows.reduce((cents, row) => cents + row.expectedCents, 0)
    expect(own.rows).toEqual(staff.rows.map((row) => ({ ...row, orderCode: null })))
    expect(sum(own.rows)).toBe(own.expectedCents)
    expect(own.expectedCents).toBe(staff.expectedCents)
    const list = await call(
      await asAda(),
      'list_event_promoters',
      { p_event: testEvent.eventId },
      eventPromotersSchema,
    )
    expect(list.promoters.find(({ id }) => id === mine.id)).toMatchObject({
      orders: 1,
      tickets: 2,
      expectedCents: 600,
    })
  })

  test('the list of an event is searched by name and link code, and has pages and tabs', async () => {
    const testEvent = await createEvent(sql)
    const added = [
      await addPromoter(testEvent, { email: 'vee@promoters.example' }),
      await addPromoter(testEvent),
      await addPromoter(testEvent),
    ]
    const client = await asAda()
    const list = async (more: Record<string, unknown>) =>
      await call(
        client,
        'list_event_promoters',
        { p_event: testEvent.eventId, ...more },
        eventPromotersSchema,
      )
    const first = await list({ p_limit: 2 })
    expect([first.promoters.length, first.total?.count]).toEqual([2, 3])
    const rest = await list({ p_limit: 2, p_after: first.next })
    expect([rest.next, rest.total]).toEqual([null, null])
    expect([...first.promoters, ...rest.promoters].map(({ id }) => id).toSorted()).toEqual(
      added.map(({ id }) => id).toSorted(),
    )
    const found = async (p_search: string) => (await list({ p_search })).promoters.map(({ id }) => id)
    expect(await found('vee')).toEqual([added[0]?.id])
    expect(await found(added[1]?.linkCode ?? '')).toEqual([added[1]?.id])
    expect(await found('nobody')).toEqual([])
    await call(client, 'end_event_promoter', { p_event_promoter: added[2]?.id }, z.unknown())
    expect((await list({ p_show: 'over' })).promoters.map(({ id }) => id)).toEqual([added[2]?.id])
    expect((await list({ p_show: 'active' })).total?.count).toBe(2)
  })

  test.each<[Name, string]>([
    ['Mo', 'not_allowed'],
    ['Dot', 'not_allowed'],
    ['Gus', 'not_allowed'],
  ])('%s adds no promoters', async (name, code) => {
    const args = {
      p_event: (await createEvent(sql)).eventId,
      p_fields: { name: 'Me', basis: 'sold', commissionCents: 100 },
    }
    expect(
      (await refusal(call(await users.actingAs(name), 'save_event_promoter', args, z.unknown()))).code,
    ).toBe(code)
  })

  test('an account gets its grant until 12 hours after the event, and loses it with the end', async () => {
    const testEvent = await createEvent(sql)
    const user = await users.extra()
    const { id } = await addPromoter(testEvent, { user })
    const grants = () => sql`
      select g.capability, g.expires_at = e.ends_at + interval '12 hours' as in_time, g.revoked_at is null as active
      from public.staff_grants g join public.events e on e.id = g.event_id where g.user_id = ${user}`
    expect(await grants()).toEqual([{ capability: 'promoter', in_time: true, active: true }])
    await call(await asAda(), 'end_event_promoter', { p_event_promoter: id }, z.null())
    expect(await grants()).toEqual([{ capability: 'promoter', in_time: true, active: false }])
  })

  test('a code belongs to one promoter, for all events', async () => {
    const testEvent = await createEvent(sql)
    const { linkCode } = await addPromoter(testEvent)
    const args = {
      p_event: (await createEvent(sql)).eventId,
      p_fields: { name: 'Other', linkCode, basis: 'sold', commissionCents: 100 },
    }
    expect((await refusal(call(await asAda(), 'save_event_promoter', args, z.unknown()))).code).toBe(
      'link_code_taken',
    )
  })
})

test('a click counts once per visit, and neither staff nor the promoter count', async () => {
  const testEvent = await createEvent(sql)
  const user = await users.extra()
  const { id, linkCode } = await addPromoter(testEvent, { user })
  const click = (visit: string, person: string | null = null) =>
    call(
      service,
      'record_click',
      { p_event: testEvent.eventId, p_code: linkCode, p_visit: visit, p_person: person },
      z.boolean(),
    )
  expect([await click('a'), await click('a'), await click('b', await users.id('Mia'))]).toEqual([
    true,
    false,
    true,
  ])
  expect([await click('c', user), await click('d', await users.id('Ada'))]).toEqual([false, false])
  expect(
    await sql`select count(*)::int as clicks from private.promoter_clicks where event_promoter_id = ${id}`,
  ).toEqual([{ clicks: 2 }])
})

describe('the guest lists of a promoter', () => {
  /** A promoter with one list of an event. */
  async function withList({ user, quota = 4 }: { user?: string; quota?: number } = {}) {
    const testEvent = await createEvent(sql)
    const promoter = await addPromoter(testEvent, { user })
    const list = await call(
      await asAda(),
      'save_guest_list',
      {
        p_list: {
          eventId: testEvent.eventId,
          name: 'Friends',
          promoterId: promoter.promoterId,
          kind: 'free',
          priceCents: 0,
          closes: await clockOf(testEvent),
          quota,
        },
      },
      z.uuid(),
    )
    return { testEvent, promoter, list }
  }
  /** An hour after doors, as a clock of the event's zone. */
  async function clockOf({ eventId }: TestEvent) {
    const [row] = await sql<{ clock: string }[]>`
      select to_char((doors_at + interval '1 hour') at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as clock
      from public.events where id = ${eventId}`
    return row?.clock
  }
  const byLink = async (promoter: string) => {
    const hash = randomUUID().replaceAll('-', '').padEnd(43, 'x')
    const named = { p_purpose: 'promoter_list', p_subject: promoter, p_token_hash: hash, p_payload: {} }
    await call(service, 'add_link', named, z.string())
    return hash
  }
  const names = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `Ana Guest${n}`, plusOnes: 0 }))
  const addByLink = (hash: string, list: string, count: number, key = randomUUID()) =>
    call(
      service,
      'add_guests_by_promoter_link',
      { p_token_hash: hash, p_list: list, p_entries: names(count), p_key: key },
      z.int(),
    )

  test('grow by the personal link up to the quota, once per key, and only theirs', async () => {
    const { promoter, list } = await withList()
    const other = await withList()
    const hash = await byLink(promoter.id)
    const key = randomUUID()
    expect([await addByLink(hash, list, 3, key), await addByLink(hash, list, 3, key)]).toEqual([3, 3])
    expect((await refusal(addByLink(hash, list, 2))).code).toBe('list_full')
    expect((await refusal(addByLink(hash, other.list, 1))).code).toBe('not_found')
    const page = await call(service, 'read_promoter_by_link', { p_token_hash: hash }, promoterPageSchema)
    expect(page.events[0]?.lists).toMatchObject([{ name: 'Friends', heads: 3, entries: [{}, {}, {}] }])
    await call(await asAda(), 'end_event_promoter', { p_event_promoter: promoter.id }, z.null())
    expect((await refusal(addByLink(hash, list, 1))).code).toBe('promoter_link_ended')
  })

  test('take names from the account that has the grant, and from no other', async () => {
    const { promoter, list } = await withList({ user: await users.id('Dot') })
    const args = { p_event_promoter: promoter.id, p_list: list, p_entries: names(1), p_key: randomUUID() }
    expect(await call(await users.actingAs('Dot'), 'add_my_guests', args, z.int())).toBe(1)
    expect((await refusal(call(await users.actingAs('Dex'), 'add_my_guests', args, z.int()))).code).toBe(
      'not_allowed',
    )
    expect((await refusal(call(await asAda(), 'add_my_guests', args, z.int()))).code).toBe('not_found')
  })

  test('attribute what a listed guest buys, after the code and before the link', async () => {
    const { testEvent, promoter, list } = await withList()
    const linked = await addPromoter(testEvent)
    await addByLink(await byLink(promoter.id), list, 1)
    const clicks = [{ code: linked.linkCode }]
    const listed = await buyAs(await users.extra(), testEvent, { clicks, name: 'Ána  guest0' })
    expect(await attributedTo(listed.orderId)).toEqual([{ promoter: promoter.id, source: 'list' }])
    const unlisted = await buyAs(await users.extra(), testEvent, { clicks, name: 'Ana Guest1' })
    expect(await attributedTo(unlisted.orderId)).toEqual([{ promoter: linked.id, source: 'link' }])
  })
})
