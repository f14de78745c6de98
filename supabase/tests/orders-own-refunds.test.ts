import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as fc from 'fast-check'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { askedRefundSchema, ownRefundPageSchema } from '#features/orders/refunds/own-refund.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { countersOf, createEvent, type TestEventOptions } from './event-fixture.ts'
import { extraLine, makeAddOn, makePackage } from './extras.ts'
import { brokenRules } from './invariants.ts'
import {
  beginPayment,
  buy,
  call,
  holdItems,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const returnable: TestEventOptions = {
  doorsIn: 72,
  refunds: { hours: 24 },
  feeFixedCents: 200,
  maxPerPerson: 20,
}

/** Forgets how often a person held tickets, which is limited, and returns their id. */
async function mayHold(who: Name): Promise<string> {
  const id = await users.id(who)
  await sql`delete from private.rate_limits where key = ${`hold:${id}`}`
  return id
}

/** Sells tickets to a person of the cast, returnable until a day before doors unless options say otherwise. */
async function sold(quantity: number, options: TestEventOptions = {}, who: Name = 'Mia') {
  const testEvent = await createEvent(sql, { ...returnable, ...options })
  const owner = await mayHold(who)
  const { order } = await buy(service, owner, testEvent, { Entry: quantity })
  return { testEvent, ...order, tickets: await ticketsOf(order.orderId) }
}
async function ticketsOf(orderId: string) {
  const rows = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${orderId} order by id`
  return rows.map(({ id }) => id)
}
const read = async (code: string, who: Name = 'Mia', tickets: string[] = []) =>
  call(
    await users.actingAs(who),
    'read_own_refund',
    { p_code: code, p_tickets: tickets },
    ownRefundPageSchema.nullable(),
  )
const ask = (
  client: SupabaseClient,
  code: string,
  tickets: string[],
  cents: number,
  more: Record<string, unknown> = {},
) =>
  call(
    client,
    'ask_own_refund',
    { p_code: code, p_tickets: tickets, p_amount_cents: cents, p_key: randomUUID(), ...more },
    askedRefundSchema,
  )
const decide = async (refund: string, approve: boolean, who: Name = 'Ada', reason = 'looked into it') =>
  call(
    await users.actingAs(who),
    'decide_refund',
    { p_refund: refund, p_approve: approve, p_reason: reason },
    refundedSchema,
  )
const statusOf = async (refund: string) => {
  const [row] = await sql<{ status: string }[]>`select status from public.refunds where id = ${refund}`
  return row?.status
}
const late = { doorsIn: 12 }

test('add-ons go back with the last ticket by the same policy; one that was handed over stays, and says so', async () => {
  const testEvent = await createEvent(sql, { ...returnable, refunds: { hours: 24, keptPercent: 10 } })
  const [coat, token] = [
    await makeAddOn(sql, testEvent, { name: 'Coat check', priceCents: 500 }),
    await makeAddOn(sql, testEvent, { name: 'Drink token', priceCents: 1000 }),
  ]
  const owner = await mayHold('Mia')
  const { holdId } = await holdItems(service, owner, testEvent.eventId, [
    ...linesOf(testEvent, { Entry: 2 }),
    extraLine('add_on', coat.addOnId, 2),
    extraLine('add_on', token.addOnId),
  ])
  const { orderId } = await placeOrder(service, owner, holdId)
  await report(service, await beginPayment(service, owner, orderId), 'succeeded')
  const [row] = await sql<{ code: string; token: string }[]>`
    select o.code, f.id as token from public.orders o
    join public.fulfilments f on f.order_id = o.id join public.order_lines l on l.id = f.order_line_id and l.item_name = 'Drink token'
    where o.id = ${orderId}`
  const code = row?.code ?? ''
  const [first, last] = await ticketsOf(orderId)
  const station = { p_event: testEvent.eventId, p_point: null, p_scan: randomUUID(), p_device: 'Bar' }
  await call(
    await users.actingAs('Ada'),
    'hand_over',
    { ...station, p_fulfilments: [row?.token] },
    z.unknown(),
  )
  expect((await read(code))?.addOns).toEqual([
    { name: 'Coat check', quantity: 2, paidCents: 1000, isHanded: false },
    { name: 'Drink token', quantity: 1, paidCents: 1000, isHanded: true },
  ])
  const mia = await users.actingAs('Mia')
  expect((await read(code, 'Mia', [first ?? '']))?.choice).toMatchObject({ addOns: [], backCents: 1800 })
  await ask(mia, code, [first ?? ''], 1800)
  // 2200 less the fee and 10 % of 2000, and 10 % of 1000
  expect((await read(code, 'Mia', [last ?? '']))?.choice).toMatchObject({
    addOns: [{ name: 'Coat check', quantity: 2, backCents: 900 }],
    paidCents: 3200,
    keptCents: 500,
    backCents: 2700,
  })
  expect((await refusal(ask(mia, code, [last ?? ''], 1800))).code).toBe('refund_changed')
  expect(await ask(mia, code, [last ?? ''], 2700)).toMatchObject({ amountCents: 2700, keptCents: 500 })
  expect(
    await sql`select kind, amount_cents::int as cents from public.refunds where order_id = ${orderId} order by 1, 2`,
  ).toEqual([
    { kind: 'buyer', cents: 1800 },
    { kind: 'buyer', cents: 1800 },
    { kind: 'goods', cents: 900 },
  ])
  expect((await read(code))?.addOns.map(({ name }) => name)).toEqual(['Drink token'])
  expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([
    { name: 'Coat check', held: 0, sold: 0 },
    { name: 'Drink token', held: 0, sold: 1 },
    { name: 'Room', held: 0, sold: 0 },
  ])
  const wallet = z.array(
    z.object({ tickets: z.array(z.looseObject({ orderCode: z.string(), addOns: z.unknown() })) }),
  )
  const shown = (await call(mia, 'read_my_tickets', {}, wallet)).flatMap(({ tickets }) => tickets)
  expect(shown.find(({ orderCode }) => orderCode === code)?.addOns).toEqual([
    { name: 'Drink token', quantity: 1 },
  ])
})

describe('a ticket that the policy takes back', () => {
  test('is refunded at once for what was shown, ends, and is on sale again', async () => {
    const { testEvent, code, orderId, tickets } = await sold(3)
    const page = await read(code)
    expect(page).toMatchObject({ closed: null, policy: { hours: 24, keepsFee: true, keptPercent: 0 } })
    expect(page?.units).toHaveLength(3)
    expect(page?.units[0]).toMatchObject({ paidCents: 2200, keptCents: 200, backCents: 2000, reason: null })
    const mia = await users.actingAs('Mia')
    const asked = await ask(mia, code, tickets.slice(0, 1), 2000)
    expect(asked).toMatchObject({ status: 'approved', amountCents: 2000, keptCents: 200 })
    expect(
      await sql`select kind, status, amount_cents::int, kept_cents::int, void_tickets from public.refunds where id = ${asked.refundId}`,
    ).toEqual([
      { kind: 'buyer', status: 'approved', amount_cents: 2000, kept_cents: 200, void_tickets: true },
    ])
    expect(
      await sql`select status, void_reason from public.tickets where order_id = ${orderId} order by id`,
    ).toEqual([
      { status: 'void', void_reason: 'refunded' },
      { status: 'valid', void_reason: null },
      { status: 'valid', void_reason: null },
    ])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 2 }])
    // the fee stays in the books, the price leaves them
    expect(
      await sql`select part, cents::int from public.ledger_entries where order_id = ${orderId} and kind = 'refund'`,
    ).toEqual([{ part: 'face', cents: -2000 }])
    expect((await refusal(ask(mia, code, tickets.slice(0, 1), 2000))).facts).toEqual({ reason: 'void' })
  })

  test('the same key is one refund, however often it is sent at once', async () => {
    const { code, tickets } = await sold(2)
    const mia = await users.actingAs('Mia')
    const p_key = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 6 }, () => ask(mia, code, tickets.slice(0, 1), 2000, { p_key })),
    )
    expect(new Set(results.map(({ refundId }) => refundId)).size).toBe(1)
    const others = await Promise.all(
      Array.from({ length: 5 }, () =>
        refusal(ask(mia, code, tickets.slice(1), 2000)).then(({ code }) => code),
      ),
    )
    expect(others.filter((each) => each === 'not_refundable')).toHaveLength(4)
  })

  test('costs what the page showed, and is the buyer’s own', async () => {
    const { code, tickets } = await sold(2)
    const mia = await users.actingAs('Mia')
    expect((await refusal(ask(mia, code, tickets, 4400))).code).toBe('refund_changed')
    expect((await refusal(ask(mia, code, [], 0))).code).toBe('invalid')
    const other = await sold(1, {}, 'Dex')
    expect((await refusal(ask(mia, code, [...tickets, ...other.tickets], 6000))).code).toBe('not_found')
    for (const who of ['Dex', 'Ada', 'Gus'] as const) {
      expect(await read(code, who)).toBeNull()
      expect((await refusal(ask(await users.actingAs(who), code, tickets, 4000))).code).toBe('not_found')
    }
    // all of them end the order
    expect(await ask(mia, code, tickets, 4000)).toMatchObject({ status: 'approved' })
    expect((await read(code))?.closed).toBe('not_paid')
  })

  test('after a goodwill payment, no more goes back than is left', async () => {
    const { code, orderId, tickets } = await sold(1)
    const ada = await users.actingAs('Ada')
    const goodwill = {
      p_order: orderId,
      p_amount_cents: 700,
      p_reason: 'sorry',
      p_void: false,
      p_key: randomUUID(),
    }
    await call(ada, 'refund_order', goodwill, refundedSchema)
    expect(await read(code, 'Mia', tickets)).toMatchObject({
      choice: { paidCents: 2200, backCents: 1500, keptCents: 700, isLate: false },
      units: [{ backCents: 2000 }],
    })
    expect((await refusal(ask(await users.actingAs('Mia'), code, tickets, 2000))).code).toBe('refund_changed')
    await ask(await users.actingAs('Mia'), code, tickets, 1500)
    expect(
      await sql`select refunded_cents = amount_cents as all from public.payments where order_id = ${orderId}`,
    ).toEqual([{ all: true }])
  })
})

describe('a ticket that is not taken back says why', () => {
  const reasonOf = async (code: string) => (await read(code))?.units[0]?.reason

  test.each<
    [string, TestEventOptions, (sold: { testEvent: { eventId: string }; tickets: string[] }) => unknown]
  >([
    ['no_policy', { refunds: undefined }, () => null],
    ['too_late', late, () => null],
    [
      'used',
      {},
      async ({ testEvent, tickets }) =>
        (await users.actingAs('Ada')).rpc('check_in', {
          p_event: testEvent.eventId,
          p_ticket: tickets[0],
          p_generation: 1,
          p_code: null,
          p_scan_uid: randomUUID(),
          p_gate: 'Main',
          p_method: 'camera',
        }),
    ],
    [
      'transferred',
      {},
      async ({ tickets }) =>
        sql`update public.tickets set owner_id = ${await users.id('Dex')} where id = ${tickets[0] ?? ''}`,
    ],
    [
      'not_held',
      {},
      ({ tickets }) => sql`update public.tickets set custody = 'offered' where id = ${tickets[0] ?? ''}`,
    ],
    [
      'event_over',
      {},
      ({ testEvent }) => sql`
        update public.events set doors_at = doors_at - interval '5 days', starts_at = starts_at - interval '5 days',
          ends_at = ends_at - interval '5 days' where id = ${testEvent.eventId}`,
    ],
  ])('%s', async (reason, options, happens) => {
    // doors soon enough for the scan, and a deadline that is later than them
    const made = await sold(1, reason === 'used' ? { doorsIn: 1.5, refunds: { hours: 1 } } : options)
    await happens(made)
    expect(await reasonOf(made.code)).toBe(reason)
    const sent = await refusal(ask(await users.actingAs('Mia'), made.code, made.tickets, 2000))
    expect(sent.code).toBe(reason === 'too_late' ? 'reason_required' : 'not_refundable')
    await sql`update public.tickets set custody = 'held' where id = ${made.tickets[0] ?? ''}`
  })

  test('event_cancelled and event_postponed', async () => {
    const { testEvent, code } = await sold(1)
    const set = async (p_status: string) =>
      expect(
        (
          await (
            await users.actingAs('Ada')
          ).rpc('set_event_status', { p_id: testEvent.eventId, p_status, p_note: 'Rain' })
        ).error,
      ).toBeNull()
    await set('postponed')
    expect(await reasonOf(code)).toBe('event_postponed')
    await set('cancelled')
    expect((await read(code))?.closed).toBe('not_paid')
  })

  test('free, and nothing_back where the seller keeps it all', async () => {
    const free = await createEvent(sql, {
      ...returnable,
      types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
    })
    const mia = await mayHold('Mia')
    const order = await placeOrder(
      service,
      mia,
      (
        await holdItems(service, mia, free.eventId, [
          { kind: 'ticket', item: free.types.Entry ?? '', quantity: 1 },
        ])
      ).holdId,
    )
    expect(await reasonOf(order.code)).toBe('free')
    // a cent, nine tenths of which are a cent again
    const dear = await sold(1, {
      refunds: { hours: 24, keptPercent: 90 },
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 1 }] }],
    })
    expect(await reasonOf(dear.code)).toBe('nothing_back')
  })

  test('a package is returned whole', async () => {
    const testEvent = await createEvent(sql, returnable)
    const mia = await mayHold('Mia')
    const packageId = await makePackage(sql, testEvent, { Entry: 3 }, { priceCents: 5001 })
    const hold = await holdItems(service, mia, testEvent.eventId, [
      { kind: 'package', item: packageId, quantity: 2 },
    ])
    const order = await placeOrder(service, mia, hold.holdId)
    await report(service, await beginPayment(service, mia, order.orderId), 'succeeded')
    const page = await read(order.code)
    expect(page?.units).toHaveLength(2)
    const [unit] = page?.units ?? []
    expect(unit?.tickets).toHaveLength(3)
    const client = await users.actingAs('Mia')
    expect((await refusal(ask(client, order.code, unit?.tickets.slice(1) ?? [], 3334))).code).toBe(
      'refund_whole',
    )
    expect(await ask(client, order.code, unit?.tickets ?? [], unit?.backCents ?? 0)).toMatchObject({
      status: 'approved',
    })
    expect((await read(order.code))?.units.map(({ reason }) => reason).sort()).toEqual([null, 'void'].sort())
  })
})

describe('after the deadline', () => {
  test('the buyer asks with a reason, an admin approves, and only then the ticket ends', async () => {
    const { code, orderId, tickets } = await sold(1, late)
    const mia = await users.actingAs('Mia')
    const asked = await ask(mia, code, tickets, 2000, { p_reason: 'The babysitter is ill' })
    expect(asked.status).toBe('requested')
    expect(await sql`select status from public.tickets where order_id = ${orderId}`).toEqual([
      { status: 'valid' },
    ])
    expect((await read(code))?.units[0]?.reason).toBe('refund_open')
    expect((await refusal(ask(mia, code, tickets, 2000, { p_reason: 'Again' }))).facts).toEqual({
      reason: 'refund_open',
    })
    expect(await decide(asked.refundId, true)).toMatchObject({ status: 'approved', voided: 1 })
  })

  test('a rejection needs a text, which the buyer reads on the page and by mail', async () => {
    const { code, orderId, tickets } = await sold(1, late)
    const asked = await ask(await users.actingAs('Mia'), code, tickets, 2000, { p_reason: 'Changed my mind' })
    expect((await refusal(decide(asked.refundId, false, 'Ada', ' '))).code).toBe('reason_required')
    await decide(asked.refundId, false, 'Ada', 'The deadline was yesterday')
    expect((await read(code))?.refunds).toMatchObject([
      { status: 'rejected', decision: 'The deadline was yesterday' },
    ])
    expect(
      await sql`select kind, payload ->> 'refundId' as refund from private.mail_outbox
        where subject_id = ${orderId} and kind = 'refund_declined'`,
    ).toEqual([{ kind: 'refund_declined', refund: asked.refundId }])
    // it may be asked for again
    expect((await read(code))?.units[0]?.reason).toBe('too_late')
  })

  test('the buyer may withdraw until it is decided, and twice is once', async () => {
    const { code, tickets } = await sold(1, late)
    const mia = await users.actingAs('Mia')
    const asked = await ask(mia, code, tickets, 2000, { p_reason: 'Changed my mind' })
    const withdraw = async (who: Name = 'Mia') =>
      call(
        await users.actingAs(who),
        'withdraw_own_refund',
        { p_code: code, p_refund: asked.refundId },
        z.string(),
      )
    expect((await refusal(withdraw('Dex'))).code).toBe('not_found')
    expect(await withdraw()).toBe('withdrawn')
    expect(await withdraw()).toBe('withdrawn')
    const again = await ask(mia, code, tickets, 2000, { p_reason: 'Now for good' })
    await decide(again.refundId, true)
    const tooLate = call(mia, 'withdraw_own_refund', { p_code: code, p_refund: again.refundId }, z.string())
    expect((await refusal(tooLate)).code).toBe('invalid_state')
  })

  test('above 500.00 two admins approve, and no admin their own order', async () => {
    const dear = { ...late, types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 60_000 }] }] }
    const { code, tickets } = await sold(1, dear, 'Ada')
    const asked = await ask(await users.actingAs('Ada'), code, tickets, 60_000, { p_reason: 'Cannot come' })
    expect((await refusal(decide(asked.refundId, true, 'Ada'))).code).toBe('second_person_required')
    expect(await decide(asked.refundId, true, 'Abe')).toMatchObject({ status: 'requested', voided: 0 })
    expect((await refusal(decide(asked.refundId, true, 'Abe'))).code).toBe('second_person_required')
    expect(await statusOf(asked.refundId)).toBe('requested')
    const mias = await sold(1, dear)
    const hers = await ask(await users.actingAs('Mia'), mias.code, mias.tickets, 60_000, {
      p_reason: 'Cannot come',
    })
    expect(await decide(hers.refundId, true, 'Abe')).toMatchObject({ status: 'requested' })
    expect(await decide(hers.refundId, true, 'Ada')).toMatchObject({ status: 'approved', voided: 1 })
  })
})

describe('with the secret link of the order', () => {
  async function linkOf(orderId: string, purpose = 'order_lookup') {
    const p_token_hash = hashToken(makeToken())
    await call(
      service,
      'add_link',
      { p_purpose: purpose, p_subject: orderId, p_token_hash, p_payload: {} },
      z.string(),
    )
    return p_token_hash
  }

  test('a guest returns a ticket, and withdraws what waits', async () => {
    const { orderId, tickets } = await sold(2, late, 'Gus')
    const p_token_hash = await linkOf(orderId)
    const page = await call(service, 'read_refund_by_link', { p_token_hash }, ownRefundPageSchema.nullable())
    expect(page?.units).toHaveLength(2)
    const sent = {
      p_token_hash,
      p_tickets: tickets,
      p_amount_cents: 4000,
      p_key: randomUUID(),
      p_reason: 'Ill',
    }
    const asked = await call(service, 'ask_refund_by_link', sent, askedRefundSchema)
    expect(await call(service, 'ask_refund_by_link', sent, askedRefundSchema)).toEqual(asked)
    expect(
      await call(service, 'withdraw_refund_by_link', { p_token_hash, p_refund: asked.refundId }, z.string()),
    ).toBe('withdrawn')
    expect(await statusOf(asked.refundId)).toBe('withdrawn')
  })

  test('no other link opens it, and nobody but the server uses one', async () => {
    const [one, other] = [await sold(1), await sold(1, {}, 'Gus')]
    const p_token_hash = await linkOf(other.orderId)
    const sent = { p_tickets: one.tickets, p_amount_cents: 2000, p_key: randomUUID() }
    expect(
      (await refusal(call(service, 'ask_refund_by_link', { p_token_hash, ...sent }, z.unknown()))).code,
    ).toBe('not_found')
    const unknown = { p_token_hash: hashToken(makeToken()), ...sent }
    expect((await refusal(call(service, 'ask_refund_by_link', unknown, z.unknown()))).code).toBe('not_found')
    expect(
      await call(service, 'read_refund_by_link', { p_token_hash: unknown.p_token_hash }, z.null()),
    ).toBeNull()
    const { error } = await (await users.actingAs('Mia')).rpc('ask_refund_by_link', { p_token_hash, ...sent })
    expect(error?.code).toBe('42501')
  })
})

test('any order of returns: nothing goes back twice, the parts add up, and no more than was paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        face: fc.integer({ min: 1, max: 5000 }),
        fee: fc.integer({ min: 0, max: 500 }),
        taxBps: fc.integer({ min: 0, max: 1500 }),
        keptPercent: fc.integer({ min: 0, max: 90 }),
        keepsFee: fc.boolean(),
        parts: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
      }),
      async ({ face, fee, taxBps, keptPercent, keepsFee, parts }) => {
        const { code, orderId, tickets } = await sold(4, {
          feeFixedCents: fee,
          taxBps,
          refunds: { hours: 24, keepsFee, keptPercent },
          types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: face }] }],
        })
        const mia = await users.actingAs('Mia')
        for (const part of parts) {
          const chosen = tickets.filter((_, place) => place <= part)
          const page = await read(code)
          const open =
            page?.units.filter((unit) => unit.reason === null && chosen.includes(unit.tickets[0] ?? '')) ?? []
          const cents = open.reduce((sum, unit) => sum + unit.backCents, 0)
          if (cents > 0)
            await ask(
              mia,
              code,
              open.flatMap((unit) => unit.tickets),
              cents,
            )
        }
        const [sums] = await sql<{ paid: number; back: number; items: number; shares: boolean }[]>`
          select p.amount_cents::int as paid, p.refunded_cents::int as back,
            (select coalesce(sum(i.amount_cents), 0)::int from public.refund_items i join public.refunds r on r.id = i.refund_id
              where r.order_id = ${orderId}) as items,
            (select coalesce(bool_and(i.amount_cents + i.kept_cents = t.cents), true) from public.refund_items i
              join public.refunds r on r.id = i.refund_id join private.ticket_parts(${orderId}) t on t.ticket_id = i.ticket_id
              where r.order_id = ${orderId}) as shares
          from public.payments p where p.order_id = ${orderId} and p.settled_at is not null`
        expect(sums?.back).toBe(sums?.items)
        expect(sums && sums.back <= sums.paid).toBe(true)
        expect(sums?.shares).toBe(true)
      },
    ),
    { numRuns: 12 },
  )
})
