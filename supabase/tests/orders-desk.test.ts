import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { refundPreviewSchema, staffOrderDetailSchema } from '#features/orders/order-desk.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { buyGoods } from './goods.ts'
import { buy, call, holdTickets, placeOrder, refundedSchema, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** The order desk: what admins read about one order, previews of refunds, and notes. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

let testEvent: TestEvent
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
  testEvent = await createEvent(sql, {
    maxPerPerson: 20,
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 1999 }] }],
  })
})

const bought = async (quantity = 3) =>
  (await buy(service, await users.extra(), testEvent, { Entry: quantity })).order
const read = (client: SupabaseClient, code: string) =>
  call(client, 'read_staff_order', { p_code: code }, staffOrderDetailSchema.nullable())
const preview = (order: string, tickets: string[], amountCents: number | null) =>
  call(
    ada,
    'preview_refund',
    { p_order: order, p_tickets: tickets, p_amount_cents: amountCents },
    refundPreviewSchema,
  )

test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is not for %s', async (name) => {
  const order = await bought(1)
  const client = await users.actingAs(name)
  expect((await refusal(read(client, order.code))).code).toBe('not_allowed')
  const note = { p_order: order.orderId, p_text: 'mine', p_key: randomUUID() }
  expect((await refusal(call(client, 'add_order_note', note, z.uuid()))).code).toBe('not_allowed')
})

test('an unknown code is no order; a code is found however it is typed', async () => {
  expect(await read(ada, 'NOBODYS1')).toBeNull()
  const { code } = await bought(1)
  expect((await read(ada, code.toLowerCase()))?.code).toBe(code)
})

test('what the tickets cost adds up to their line, to the cent, with a discount and fees on it', async () => {
  const order = await bought(3)
  await sql`update public.events set fee_bps = 333 where id = ${testEvent.eventId}`
  const withFees = await bought(7)
  for (const { code } of [order, withFees]) {
    const found = await read(ada, code)
    expect(found?.tickets.reduce((sum, { cents }) => sum + cents, 0)).toBe(found?.totalCents)
    const shares = found?.tickets.map(({ cents }) => cents) ?? []
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
  await sql`update public.events set fee_bps = 0 where id = ${testEvent.eventId}`
})

describe('a refund', () => {
  test('is previewed as it will be: what goes back, what stays, who is inside, who decides', async () => {
    const order = await bought(3)
    const found = await read(ada, order.code)
    const [first, second] = found?.tickets ?? []
    const chosen = [first?.id ?? '', second?.id ?? '']
    expect(await preview(order.orderId, chosen, null)).toEqual({
      amountCents: (first?.cents ?? 0) + (second?.cents ?? 0),
      keptCents: (found?.totalCents ?? 0) - (first?.cents ?? 0) - (second?.cents ?? 0),
      // The same without add-ons.
      endingCents: (first?.cents ?? 0) + (second?.cents ?? 0),
      keptEndingCents: (found?.totalCents ?? 0) - (first?.cents ?? 0) - (second?.cents ?? 0),
      tickets: 2,
      inside: 0,
      needsSecondPerson: false,
      isPart: false,
      policy: null,
      policyCents: null,
      supplementCents: 0,
      mostCents: (first?.cents ?? 0) + (second?.cents ?? 0),
      addOns: [],
    })
    await sql`update public.tickets set admission = 'inside' where id = ${chosen[0] ?? ''}`
    expect(await preview(order.orderId, chosen, 500)).toMatchObject({ amountCents: 500, inside: 1 })
    // Never more than what is left of the payment, or of the price of the tickets.
    for (const [tickets, cents, most] of [
      [[], 99_999_999, found?.totalCents],
      [[], 0, found?.totalCents],
      [chosen.slice(0, 1), (first?.cents ?? 0) + 1, first?.cents],
    ] as const)
      expect(await refusal(preview(order.orderId, [...tickets], cents))).toMatchObject({
        code: 'refund_too_large',
        facts: { left_cents: most },
      })
    expect(await preview(order.orderId, [], null)).toMatchObject({
      amountCents: 0,
      mostCents: found?.totalCents,
    })
    await sql`update public.tickets set admission = 'outside' where id = ${chosen[0] ?? ''}`
  })

  test('above the threshold, counted over the order, waits for a second admin', async () => {
    const dear = await createEvent(sql, {
      maxPerPerson: 20,
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 30_000 }] }],
    })
    const { order } = await buy(service, await users.extra(), dear, { Entry: 2 })
    expect(await preview(order.orderId, [], 50_000)).toMatchObject({ needsSecondPerson: false })
    expect(await preview(order.orderId, [], 50_001)).toMatchObject({ needsSecondPerson: true })
    const half = { p_order: order.orderId, p_amount_cents: 30_000, p_reason: 'goodwill', p_void: false }
    await call(ada, 'refund_order', { ...half, p_key: randomUUID() }, refundedSchema)
    expect(await preview(order.orderId, [], 20_001)).toMatchObject({ needsSecondPerson: true })
  })

  test('of chosen tickets ends these and no others', async () => {
    const order = await bought(3)
    const before = await read(ada, order.code)
    const gone = before?.tickets[1]
    const args = { p_order: order.orderId, p_reason: 'fell ill', p_void: true, p_key: randomUUID() }
    const of = { p_amount_cents: gone?.cents, p_tickets: [gone?.id] }
    await call(ada, 'refund_order', { ...args, ...of }, refundedSchema)
    const after = await read(ada, order.code)
    expect(after?.tickets.filter(({ status }) => status === 'void').map(({ id }) => id)).toEqual([gone?.id])
    expect(after).toMatchObject({
      refundedCents: gone?.cents,
      refundableCents: (before?.totalCents ?? 0) - (gone?.cents ?? 0),
      refunds: [{ amountCents: gone?.cents, status: 'approved', reason: 'fell ill', isOwn: true }],
    })
  })
})

test('the timeline tells from the hold to the refund, newest first', async () => {
  const order = await bought(1)
  const [ticket] = (await read(ada, order.code))?.tickets ?? []
  await call(
    ada,
    'refund_order',
    {
      p_order: order.orderId,
      p_amount_cents: 100,
      p_reason: 'late doors',
      p_void: false,
      p_key: randomUUID(),
    },
    refundedSchema,
  )
  await call(
    ada,
    'add_order_note',
    { p_order: order.orderId, p_text: 'Called twice', p_key: randomUUID() },
    z.uuid(),
  )
  const found = await read(ada, order.code)
  const entries = found?.timeline ?? []
  const has = (kind: string, name: string) =>
    entries.some((entry) => entry.kind === kind && entry.name === name)
  for (const [kind, name] of [
    ['hold', 'converted'],
    ['order', 'awaiting_payment'],
    ['payment', 'created'],
    ['payment_event', 'succeeded'],
    ['order', 'paid'],
    ['mail', 'order_paid'],
    ['refund', 'approved'],
    ['audit', 'order.refund'],
    ['note', 'written'],
  ] as const)
    expect([kind, name, has(kind, name)]).toEqual([kind, name, true])
  expect(entries[0]).toMatchObject({ kind: 'note', detail: 'Called twice' })
  expect(entries.map(({ at }) => at)).toEqual(
    entries.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a)),
  )
  expect(ticket?.status).toBe('valid')
})

describe('the email of an order', () => {
  /** A paid order whose buyer mistyped the address: its mail has left, with a link. */
  async function mistyped(quantity = 2) {
    const wrong = `wrong-${randomUUID()}@example.com`
    const right = `right-${randomUUID()}@example.com`
    const order = await bought(quantity)
    await sql`update public.orders set email = ${wrong} where id = ${order.orderId}`
    await sql`update private.mail_outbox set recipient = ${wrong}, status = 'sent', sent_at = now() where subject_id = ${order.orderId}`
    const token = hashToken(makeToken())
    const link = { p_purpose: 'order_tickets', p_subject: order.orderId, p_token_hash: token }
    await call(service, 'add_link', link, z.unknown())
    return { ...order, wrong, right, token }
  }
  type Mistyped = Awaited<ReturnType<typeof mistyped>>
  const correct = (client: SupabaseClient, order: Mistyped, args: Record<string, unknown> = {}) =>
    call(
      client,
      'correct_order_email',
      {
        p_order: order.orderId,
        p_email: order.right,
        p_reason: 'Two letters swapped',
        p_new_codes: true,
        p_key: randomUUID(),
        ...args,
      },
      z.object({ newCodes: z.int() }),
    )
  const codeOf = async (result: Promise<unknown>) => (await refusal(result)).code
  const mailsOf = (order: Mistyped) => sql<{ kind: string; recipient: string; notice: string | null }[]>`
    select kind, recipient, payload ->> 'notice' as notice from private.mail_outbox
    where (subject_id = ${order.orderId} or payload -> 'orderIds' ? ${order.orderId}) and status = 'queued'
    order by kind, payload ->> 'notice'`

  test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is nothing that %s changes', async (name) => {
    const order = await mistyped(1)
    const client = await users.actingAs(name)
    expect(await codeOf(correct(client, order))).toBe('not_allowed')
    const once = { p_order: order.orderId, p_email: order.right, p_reason: 'mine now', p_key: randomUUID() }
    expect(await codeOf(call(client, 'send_tickets_once', once, z.unknown()))).toBe('not_allowed')
    expect(await mailsOf(order)).toEqual([])
  })

  test('needs a reason and another address', async () => {
    const order = await mistyped(1)
    for (const [args, code] of [
      [{ p_reason: ' ' }, 'reason_required'],
      [{ p_reason: 'turned \u202e round' }, 'reason_required'],
      [{ p_email: 'nobody' }, 'email_invalid'],
      [{ p_email: 'two@words here.com' }, 'email_invalid'],
      [{ p_email: 'x@erased.invalid' }, 'email_invalid'],
      [{ p_email: order.wrong.toUpperCase() }, 'email_same'],
      [{ p_order: randomUUID() }, 'not_found'],
    ] as const)
      expect([args, await codeOf(correct(ada, order, args))]).toEqual([args, code])
    expect(await mailsOf(order)).toEqual([])
  })

  test('is corrected once: links and codes of the wrong address end, both addresses hear of it', async () => {
    const order = await mistyped(2)
    const before = await sql<
      { code: string }[]
    >`select code from public.tickets where order_id = ${order.orderId}`
    // A request of the wrong address for its links waits to be sent.
    await call(service, 'queue_ticket_links', { p_email: order.wrong }, z.int())
    const key = randomUUID()
    const done = await Promise.all([1, 2].map(() => correct(ada, order, { p_key: key })))
    expect(done).toEqual([{ newCodes: 2 }, { newCodes: 2 }])
    const after = await sql<{ code: string; email: string; owner: string }[]>`
      select k.code, o.email, o.owner_id as owner from public.tickets k join public.orders o on o.id = k.order_id where o.id = ${order.orderId}`
    expect(after.map(({ email }) => email)).toEqual([order.right, order.right])
    expect(after.filter(({ code }) => before.some((old) => old.code === code))).toEqual([])
    expect(await sql`select from private.one_time_links where subject_id = ${order.orderId}`).toHaveLength(0)
    const owner = await sql`select email from auth.users where id = ${after[0]?.owner ?? ''}`
    expect(owner[0]?.email).not.toBe(order.right)
    expect(await mailsOf(order)).toEqual([
      { kind: 'order_email_notice', recipient: order.right, notice: 'moved_in' },
      { kind: 'order_email_notice', recipient: order.wrong, notice: 'moved_out' },
    ])
    const [row] = await sql`
      select facts from private.audit_log where action = 'order.email_corrected' and subject_id = ${order.orderId}`
    expect(row?.facts).toMatchObject({
      from: expect.stringMatching(/^w….@example\.com$/),
      to: expect.stringMatching(/^r….@example\.com$/),
      reason: 'Two letters swapped',
      new_codes: 2,
    })
    const found = await read(ada, order.code)
    expect(found?.email).toBe(order.right)
    expect(found?.timeline.find(({ name }) => name === 'order.email_corrected')?.detail).toBe(
      `${order.wrong} → ${order.right} · Two letters swapped`,
    )
    // Asked again at the wrong address: nothing is there.
    expect(await call(service, 'queue_ticket_links', { p_email: order.wrong }, z.int())).toBe(0)
    expect(await call(service, 'queue_ticket_links', { p_email: order.right }, z.int())).toBe(1)
  })

  test('moves what waits to be mailed and what was asked, and waits for a mail that is being sent', async () => {
    const order = await mistyped(1)
    const queue = (kind: string, status: string) => sql<{ id: string }[]>`
      insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, status)
      values (${kind}, ${randomUUID()}, ${order.wrong}, 'order', ${order.orderId}, ${status}) returning id`
    await queue('event_moved', 'queued')
    await queue('event_rescheduled', 'sent')
    const [underWay] = await queue('reminder_day_of', 'claimed')
    await sql`insert into private.jobs (kind, key, run_at, leased_until)
      values ('mail', ${underWay?.id ?? ''}, now() + interval '2 minutes', now() + interval '2 minutes')`
    expect(await codeOf(correct(ada, order))).toBe('mail_under_way')
    await sql`update private.mail_outbox set status = 'sent' where subject_id = ${order.orderId} and status = 'claimed'`
    await correct(ada, order, { p_new_codes: false })
    expect(await mailsOf(order)).toEqual([
      { kind: 'event_moved', recipient: order.right, notice: null },
      { kind: 'event_rescheduled', recipient: order.right, notice: null },
      { kind: 'order_email_notice', recipient: order.right, notice: 'moved_in' },
      { kind: 'order_email_notice', recipient: order.wrong, notice: 'moved_out' },
    ])
    // Corrected again before the mail with new links left: the second wrong address gets none.
    const third = `third-${randomUUID()}@example.com`
    await correct(ada, order, { p_email: third })
    expect((await mailsOf(order)).filter(({ notice }) => notice === 'moved_in')).toEqual([
      { kind: 'order_email_notice', recipient: third, notice: 'moved_in' },
    ])
  })

  test('stays when the tickets go to another address once, and hears of it', async () => {
    const order = await mistyped(1)
    const once = { p_order: order.orderId, p_email: order.right, p_reason: 'On a trip', p_key: randomUUID() }
    await Promise.all([1, 2].map(() => call(ada, 'send_tickets_once', once, z.unknown())))
    expect(await mailsOf(order)).toEqual([
      { kind: 'order_email_notice', recipient: order.wrong, notice: 'sent_elsewhere' },
      { kind: 'ticket_links', recipient: order.right, notice: null },
    ])
    expect((await read(ada, order.code))?.email).toBe(order.wrong)
    const unpaid = await placeOrder(service, ...(await heldBy()))
    const none = { ...once, p_order: unpaid.orderId, p_key: randomUUID() }
    expect(await codeOf(call(ada, 'send_tickets_once', none, z.unknown()))).toBe('tickets_not_mailed')
  })

  async function heldBy() {
    const owner = await users.extra()
    return [owner, (await holdTickets(service, owner, testEvent, { Entry: 1 })).holdId] as const
  }

  test('is erased with its account, corrections too', async () => {
    const order = await mistyped(1)
    await correct(ada, order)
    const undo = new Error('undo')
    const erased = sql.begin(async (tx) => {
      const [{ owner } = { owner: '' }] = await tx<{ owner: string }[]>`
        select owner_id as owner from public.orders where id = ${order.orderId}`
      await tx`update public.events set ends_at = now() - interval '1 day', starts_at = now() - interval '2 days',
        doors_at = now() - interval '2 days' where id = ${testEvent.eventId}`
      await tx`insert into private.account_deletions (user_id, due_at) values (${owner}, '1970-01-01')`
      await tx`select public.anonymise_due(1)`
      const rows =
        await tx`select from_email, to_email from private.order_email_changes where order_id = ${order.orderId}`
      expect(rows).toEqual([
        {
          from_email: expect.stringMatching(/@erased\.invalid$/),
          to_email: expect.stringMatching(/@erased\.invalid$/),
        },
      ])
      throw undo
    })
    await expect(erased).rejects.toBe(undo)
  })
})

test('tells the card and each attempt to pay, and the goods with their address and parcel', async () => {
  const made = await makeVariant(sql)
  const goods = [{ variantId: made.variantId, quantity: 2, delivery: 'ship' as const }]
  const order = await buyGoods(service, sql, await users.extra(), goods)
  await sql`update public.orders set phone = '+1 718 555 0142' where id = ${order.orderId}`
  await sql`update public.payments set card_brand = 'visa', card_last4 = '4242' where order_id = ${order.orderId}`
  await sql`
    insert into public.payments (order_id, provider, provider_ref, attempt, amount_cents, currency, status, failure_code)
    values (${order.orderId}, 'test', ${randomUUID()}, 9, 100, 'USD', 'failed', 'card_declined')`
  const found = await read(ada, order.code)
  expect(found).toMatchObject({
    phone: '+1 718 555 0142',
    payments: [
      { status: 'succeeded', cardBrand: 'visa', cardLast4: '4242', failure: null },
      { status: 'failed', cardBrand: null, cardLast4: null, failure: 'card_declined' },
    ],
    parcels: [
      {
        code: order.code,
        status: 'unfulfilled',
        delivery: 'ship',
        items: [{ quantity: 2, name: made.name }],
        address: { line1: '1 Water St', city: 'Brooklyn', postalCode: '11201' },
      },
    ],
  })
  await sql`delete from public.payments where order_id = ${order.orderId} and attempt = 9`
  await archiveProducts(sql)
})

describe('notes', () => {
  test('are written once per key, and never changed or removed', async () => {
    const order = await bought(1)
    const args = { p_order: order.orderId, p_text: ' Meets us at the gate ', p_key: randomUUID() }
    const written = await Promise.all([1, 2, 3].map(() => call(ada, 'add_order_note', args, z.uuid())))
    expect(new Set(written).size).toBe(1)
    const { data } = await ada.from('order_notes').select('text').eq('order_id', order.orderId)
    expect(data).toEqual([{ text: 'Meets us at the gate' }])
    for (const change of [
      ada.from('order_notes').update({ text: 'changed' }).eq('order_id', order.orderId),
      ada.from('order_notes').delete().eq('order_id', order.orderId),
      ada.from('order_notes').insert({ order_id: order.orderId, text: 'direct' }),
    ])
      expect((await change).error?.code).toBe('42501')
  })

  test('have 1 to 2,000 characters', async () => {
    const order = await bought(1)
    for (const text of ['  ', 'x'.repeat(2001), 'turned \u202e round']) {
      const args = { p_order: order.orderId, p_text: text, p_key: randomUUID() }
      expect((await refusal(call(ada, 'add_order_note', args, z.uuid()))).code).toBe('invalid')
    }
    const nowhere = { p_order: randomUUID(), p_text: 'hello', p_key: randomUUID() }
    expect((await refusal(call(ada, 'add_order_note', nowhere, z.uuid()))).code).toBe('not_found')
  })
})
