import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  acceptedTransferSchema,
  linkedTransferSchema,
  startedTransferSchema,
  transfersSchema,
} from '#features/sharing/transfers/transfers.types.ts'
import { ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { markListed, takeBackListed } from './listed.ts'
import { newMember } from './member.ts'
import { actAs, raceOfTransfer, together } from './races.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Transfers of tickets: offering, taking back, accepting with and without an account, and what each side sees. */

const place = inject('stack')
const users = openTestUsers(place)
const { sql, service } = users
const pool = users.connect(12)
afterAll(async () => {
  await pool.end()
  await users.close()
})

/** Sells tickets to Mia. @param options.to another owner's id */
async function sold(options: { doorsIn?: number; quantity?: number; to?: string } = {}) {
  const { doorsIn = 100, quantity = 1 } = options
  const { eventId, types, pools } = await createEvent(sql, { doorsIn })
  // One person's purchases are limited, so strangers buy.
  const { order } = await buy(service, await users.extra(), { eventId, types, pools }, { Entry: quantity })
  const owner = options.to ?? (await users.id('Mia'))
  await sql`update public.orders set owner_id = ${owner} where id = ${order.orderId}`
  await sql`update public.tickets set owner_id = ${owner} where order_id = ${order.orderId}`
  const rows = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  // Offers of earlier tests don't count: the limit per day has a test of its own.
  await sql`update private.ticket_transfers set created_at = now() - interval '2 days' where from_id = ${owner}`
  return { id: rows[0]?.id ?? '', ids: rows.map(({ id }) => id), order, eventId, owner }
}

const offer = (
  p_user: string | null,
  p_ticket: string,
  p_to: string | null,
  p_token_hash: string | null = null,
) => call(service, 'offer_transfer', { p_user, p_token_hash, p_ticket, p_to }, startedTransferSchema)

/** Makes the secret link of an offer, as its mail does. @returns the hash of its token */
async function linkOf(transferId: string, purpose = 'ticket_transfer') {
  const hash = hashToken(makeToken())
  await call(
    service,
    'add_link',
    { p_purpose: purpose, p_subject: transferId, p_token_hash: hash, p_payload: {} },
    z.string(),
  )
  return hash
}

const accept = (given: {
  user?: string | null
  hash?: string | null
  transfer?: string | null
  name?: string
  email?: string | null
  age?: boolean
}) =>
  call(
    service,
    'accept_transfer',
    {
      p_user: given.user ?? null,
      p_token_hash: given.hash ?? null,
      p_transfer: given.transfer ?? null,
      p_name: given.name ?? 'Dre Joseph',
      p_email: given.email ?? null,
      p_is_of_age: given.age ?? false,
    },
    acceptedTransferSchema,
  )
const cancel = (p_user: string, p_ticket: string) =>
  call(service, 'cancel_transfer', { p_user, p_token_hash: null, p_ticket }, z.unknown())
const ticketOf = async (id: string) =>
  (
    await sql<
      {
        owner_id: string | null
        holder_name: string
        holder_email: string | null
        custody: string
        generation: number
        transfers: number
        code: string
      }[]
    >`select owner_id, holder_name, holder_email, custody, generation, transfers, code from public.tickets where id = ${id}`
  )[0]
const transferOf = async (ticket: string) =>
  (
    await sql<{ status: string }[]>`
      select status from private.ticket_transfers where ticket_id = ${ticket} order by created_at desc limit 1`
  )[0]?.status
const mailsOf = async (transfer: string) =>
  (
    await sql<
      { kind: string; recipient: string }[]
    >`select kind, recipient from private.mail_outbox where subject_id = ${transfer} order by created_at, kind`
  ).map(({ kind, recipient }) => `${kind} ${recipient}`)

test('somebody without an account accepts by the link: new holder, new code, the old link of the order opens it no more', async () => {
  const { id, owner, order, eventId } = await sold()
  const before = await ticketOf(id)
  const { transferId, needsLink } = await offer(owner, id, 'dre@example.com')
  expect(needsLink).toBe(false)
  expect(await ticketOf(id)).toMatchObject({
    custody: 'offered',
    owner_id: owner,
    generation: before?.generation,
  })

  const hash = await linkOf(transferId)
  const shown = await call(
    service,
    'read_transfer_by_link',
    { p_token_hash: hash, p_user: null },
    linkedTransferSchema,
  )
  expect(shown).toMatchObject({
    state: 'offered',
    needsEmail: false,
    forOther: false,
    event: { id: eventId },
  })
  const orderLink = await linkOf(order.orderId, 'order_tickets')

  expect(await accept({ hash, email: 'other@example.com' })).toEqual({ ticketId: id, eventId, isOwn: false })
  // The address is the one it was offered to, whatever was typed.
  expect(await ticketOf(id)).toMatchObject({
    owner_id: null,
    holder_name: 'Dre Joseph',
    holder_email: 'dre@example.com',
    custody: 'held',
    generation: (before?.generation ?? 0) + 1,
    transfers: 1,
  })
  expect((await ticketOf(id))?.code).not.toBe(before?.code)
  expect(
    await sql`select 1 from private.retired_ticket_codes where code = ${before?.code ?? ''}`,
  ).toHaveLength(1)
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from public.orders where id = ${order.orderId}`
  expect(await mailsOf(transferId)).toEqual([
    'transfer_offered dre@example.com',
    'ticket_received dre@example.com',
    `transfer_accepted ${email}`,
  ])

  const byLink = (p_token_hash: string) =>
    call(service, 'read_tickets_by_link', { p_token_hash }, ticketListSchema)
  expect(await byLink(orderLink)).toEqual([])
  const own = await linkOf(id, 'received_ticket')
  expect((await byLink(own)).flatMap(({ tickets }) => tickets)).toMatchObject([
    { id, isReceived: true, hasReceipt: false, canRefund: false, supplement: null, addOns: [] },
  ])
  const mine = await call(await users.actingAs('Mia'), 'read_my_tickets', {}, ticketListSchema)
  expect(mine.flatMap(({ tickets }) => tickets).map((ticket) => ticket.id)).not.toContain(id)
  const sent = await call(await users.actingAs('Mia'), 'read_transfers', {}, transfersSchema)
  expect(sent.sent).toContainEqual(expect.objectContaining({ id: transferId, toName: 'Dre Joseph' }))

  // The link of the offer acted once.
  expect((await refusal(accept({ hash }))).code).toBe('not_found')
  // Its next holder's link replaces this one.
  const next = await offer(null, id, 'kai@example.com', own)
  await accept({ hash: await linkOf(next.transferId), name: 'Kai Brown' })
  expect(await byLink(own)).toEqual([])
  expect((await refusal(offer(null, id, 'lee@example.com', own))).code).toBe('not_found')
})

test('a member accepts what is offered to their username, and nobody else does', async () => {
  const { id, owner } = await sold()
  const kai = await newMember(place)
  const { transferId } = await offer(owner, id, `@${kai.username.toUpperCase()}`)
  const asKai = await call(kai.client, 'read_transfers', {}, transfersSchema)
  expect(asKai.incoming.map((each) => each.id)).toContain(transferId)
  const asAda = await call(await users.actingAs('Ada'), 'read_transfers', {}, transfersSchema)
  expect(asAda.incoming.map((each) => each.id)).not.toContain(transferId)

  const hash = await linkOf(transferId)
  for (const user of [null, await users.id('Ada')]) {
    expect((await refusal(accept({ user, hash }))).code).toBe('transfer_other_account')
    expect((await refusal(accept({ user, transfer: transferId }))).code).toBe('not_found')
  }
  expect(await accept({ user: kai.id, transfer: transferId })).toMatchObject({ isOwn: true })
  expect(await ticketOf(id)).toMatchObject({ owner_id: kai.id, transfers: 1 })
  const wallet = await call(kai.client, 'read_my_tickets', {}, ticketListSchema)
  expect(wallet.flatMap(({ tickets }) => tickets).map((ticket) => ticket.id)).toContain(id)
})

test('a ticket that comes back to its buyer is theirs as before', async () => {
  const { id, owner } = await sold()
  const sid = await users.id('Sid')
  const there = await offer(owner, id, null)
  await accept({ user: sid, hash: await linkOf(there.transferId) })
  const back = await offer(sid, id, null)
  expect(back.needsLink).toBe(true)
  await accept({ user: owner, hash: await linkOf(back.transferId), name: 'Mia' })
  expect(await ticketOf(id)).toMatchObject({ owner_id: owner, holder_email: null, transfers: 2 })
  expect((await refusal(offer(owner, id, null))).facts).toEqual({ reason: 'used_up' })
})

test('its holder cancels, the recipient declines, and time ends it: the ticket and its code are as before', async () => {
  const { id, owner, order } = await sold()
  const before = await ticketOf(id)
  const first = await offer(owner, id, 'dre@example.com')
  const hash = await linkOf(first.transferId)
  await cancel(owner, id)
  expect(await ticketOf(id)).toEqual(before)
  expect((await refusal(accept({ hash }))).code).toBe('not_found')
  expect((await refusal(cancel(owner, id))).facts).toEqual({ state: 'cancelled' })

  const second = await offer(owner, id, 'dre@example.com')
  await call(
    service,
    'decline_transfer',
    { p_user: null, p_token_hash: await linkOf(second.transferId), p_transfer: null },
    z.unknown(),
  )
  expect(await ticketOf(id)).toEqual(before)
  expect(await mailsOf(second.transferId)).toContainEqual(expect.stringMatching(/^transfer_ended /))

  const third = await offer(owner, id, 'dre@example.com')
  const late = await linkOf(third.transferId)
  await sql`update private.ticket_transfers set expires_at = now() where id = ${third.transferId}`
  expect((await refusal(accept({ hash: late }))).facts).toEqual({ state: 'expired' })
  // Even before the job ran, another offer can follow.
  const fourth = await offer(owner, id, 'dre@example.com')
  expect(await transferOf(id)).toBe('offered')
  await sql`update private.ticket_transfers set expires_at = now() where id = ${fourth.transferId}`
  await call(service, 'end_transfers', {}, z.int())
  expect(await transferOf(id)).toBe('expired')
  expect(await ticketOf(id)).toEqual(before)
  const log = await sql<{ action: string }[]>`
    select action from private.audit_log where subject_kind = 'order' and subject_id = ${order.orderId}
      and action like 'ticket.transfer%' order by id`
  expect(log.map(({ action }) => action.replace('ticket.transfer_', ''))).toEqual([
    'offered',
    'cancelled',
    'offered',
    'declined',
    'offered',
    'expired',
    'offered',
    'expired',
  ])
})

test('an offer ends 48 hours later, or at doors', async () => {
  const hours = async (doorsIn: number) => {
    const { id, owner } = await sold({ doorsIn })
    const { expiresAt } = await offer(owner, id, null)
    return (Date.parse(expiresAt) - Date.now()) / 3_600_000
  }
  expect(await hours(100)).toBeCloseTo(48, 1)
  expect(await hours(5)).toBeCloseTo(5, 1)
})

test.each<[string, (at: { id: string; eventId: string; orderId: string }) => Promise<unknown>]>([
  ['off', ({ eventId }) => sql`update public.events set ticket_sharing = 'off' where id = ${eventId}`],
  [
    'too_late',
    ({ eventId }) =>
      sql`update public.events set doors_at = now() - interval '1 minute' where id = ${eventId}`,
  ],
  ['personal', ({ id }) => sql`update public.tickets set is_personal = true where id = ${id}`],
  [
    'blocked',
    ({ id }) =>
      sql`update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${id}`,
  ],
  ['used', ({ id }) => sql`update public.tickets set admission = 'inside' where id = ${id}`],
  ['listed', ({ id }) => markListed(sql, id)],
  [
    'refund_open',
    ({ orderId }) => sql`
      insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status)
      select order_id, id, 1, currency, 'staff', 'A test', 'requested' from public.payments where order_id = ${orderId}`,
  ],
])('is refused as %s', async (reason, change) => {
  const { id, owner, eventId, order } = await sold()
  await change({ id, eventId, orderId: order.orderId })
  const outcome = await refusal(offer(owner, id, 'dre@example.com'))
  // Undone: the counters of other tests' rules don't know such rows.
  await takeBackListed(sql, id)
  await sql`update public.tickets set admission = 'outside', custody = 'held', blocked_at = null, block_reason = null where id = ${id}`
  await sql`delete from public.refunds where order_id = ${order.orderId} and reason = 'A test'`
  expect(outcome).toEqual({ code: 'not_transferable', facts: { reason } })
})

test('is refused to oneself, to nobody, for another, twice at once, and the eleventh time in a day', async () => {
  const kai = await newMember(place)
  const { id, owner, order } = await sold({ to: kai.id })
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from public.orders where id = ${order.orderId}`
  for (const self of [email, kai.email, kai.username])
    expect((await refusal(offer(owner, id, self))).code).toBe('transfer_to_self')
  expect((await refusal(offer(owner, id, 'nobody.here.at.all'))).code).toBe('transfer_to_unknown')
  expect((await refusal(offer(owner, id, 'a@b'))).code).toBe('transfer_to_invalid')
  expect((await refusal(offer(await users.id('Sid'), id, 'dre@example.com'))).code).toBe('not_found')
  const byLink = await offer(owner, id, null)
  expect((await refusal(offer(owner, id, null))).facts).toEqual({ reason: 'in_transfer' })
  const hash = await linkOf(byLink.transferId)
  expect((await refusal(accept({ user: owner, hash }))).code).toBe('transfer_to_self')
  expect((await refusal(accept({ hash, email }))).code).toBe('transfer_to_self')
  expect((await refusal(accept({ hash }))).code).toBe('email_invalid')
  await cancel(owner, id)
  for (let n = 2; n <= 10; n++) {
    await offer(owner, id, null)
    await cancel(owner, id)
  }
  expect((await refusal(offer(owner, id, null))).code).toBe('transfers_of_day')
})

test('the recipient’s age and limit count', async () => {
  const { id, owner, eventId } = await sold()
  await sql`update public.events set min_age = 21 where id = ${eventId}`
  const { transferId } = await offer(owner, id, 'dre@example.com')
  const hash = await linkOf(transferId)
  expect((await refusal(accept({ hash }))).facts).toEqual({ age: 21 })
  await sql`update public.events set max_per_person = 1 where id = ${eventId}`
  await accept({ hash, age: true })
  expect(await ticketOf(id)).toMatchObject({ holder_email: 'dre@example.com' })
  const second = await buy(
    service,
    await users.extra(),
    { eventId, types: await typesOf(eventId), pools: {} },
    { Entry: 1 },
  )
  const [ticket] = await sql<
    { id: string; owner_id: string }[]
  >`select id, owner_id from public.tickets where order_id = ${second.order.orderId}`
  const next = await offer(ticket?.owner_id ?? '', ticket?.id ?? '', 'Dre+again@example.com')
  expect((await refusal(accept({ hash: await linkOf(next.transferId), age: true }))).code).toBe(
    'person_limit',
  )
})

async function typesOf(eventId: string): Promise<Record<string, string>> {
  const rows = await sql<
    { id: string; name: string }[]
  >`select id, name from public.ticket_types where event_id = ${eventId}`
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]))
}

test('the buyer cannot refund what they gave away; staff can: it ends, the holder is told, an open offer is off', async () => {
  const { ids, order, owner } = await sold({ quantity: 2 })
  const [given = '', offered = ''] = ids
  const { transferId } = await offer(owner, given, 'dre@example.com')
  await accept({ hash: await linkOf(transferId) })
  const open = await offer(owner, offered, 'kai@example.com')
  const terms = await sql<{ ticket_id: string; reason: string }[]>`
    select ticket_id, reason from private.refund_terms(${order.orderId})`
  expect(Object.fromEntries(terms.map((term) => [term.ticket_id, term.reason]))).toEqual({
    [given]: 'transferred',
    [offered]: 'not_held',
  })
  await sql`select private.void_tickets(${ids}, 'refunded', false)`
  expect(await transferOf(offered)).toBe('cancelled')
  expect(await ticketOf(offered)).toMatchObject({ custody: 'held' })
  expect(await mailsOf(transferId)).toContain('received_ticket_ended dre@example.com')
  expect(await mailsOf(open.transferId)).toContain('transfer_canceled kai@example.com')
  await sql`select private.end_refunded_order(${order.orderId})`
})

test('admins offer and take back in the holder’s place, with a reason; nobody else does', async () => {
  const { id } = await sold()
  const start = async (who: 'Ada' | 'Mo' | 'Sid', p_reason = 'Asked for by phone') =>
    call(
      await users.actingAs(who),
      'offer_transfer_by_staff',
      { p_ticket: id, p_to: 'dre@example.com', p_reason },
      startedTransferSchema,
    )
  expect((await refusal(start('Mo'))).code).toBe('not_allowed')
  expect((await refusal(start('Sid'))).code).toBe('not_allowed')
  expect((await refusal(start('Ada', ' '))).code).toBe('reason_required')
  await start('Ada')
  const stop = async (who: 'Ada' | 'Sid') =>
    call(
      await users.actingAs(who),
      'cancel_transfer_by_staff',
      { p_ticket: id, p_reason: 'Wrong address' },
      z.unknown(),
    )
  expect((await refusal(stop('Sid'))).code).toBe('not_allowed')
  await stop('Ada')
  expect(await transferOf(id)).toBe('cancelled')
})

test('accepted, taken back, declined and over at once: one of them wins', async () => {
  for (let round = 0; round < 4; round++) {
    const { endings, transfers, wins } = await raceOfTransfer(users, pool)
    expect(wins, JSON.stringify(endings)).toBe(1)
    expect(transfers).toBeLessThanOrEqual(1)
  }
})

test('one open offer for each ticket, also at once', async () => {
  const { id, owner } = await sold()
  await together(pool, 6, (tx) => tx`select public.offer_transfer(${owner}, null, ${id}, null)`)
  expect(
    await sql`select 1 from private.ticket_transfers where ticket_id = ${id} and status = 'offered'`,
  ).toHaveLength(1)
  await cancel(owner, id)
})

test('scanned at the door while it is accepted: one of them wins', async () => {
  const { id, owner, eventId } = await sold({ doorsIn: 1 })
  const { transferId } = await offer(owner, id, null)
  const hash = await linkOf(transferId)
  const [, scan] = await together(pool, 2, async (tx, n) => {
    if (n === 0)
      return tx`select public.accept_transfer(null, ${hash}, null, 'Dre Joseph', 'dre@example.com', false)`
    await actAs(users, tx, 'Ada')
    return tx`select public.check_in(${eventId}, ${id}, 1, null, gen_random_uuid(), 'Main', 'camera') ->> 'result' as result`
  })
  const result = z.array(z.object({ result: z.string() })).parse(scan?.result)[0]?.result
  expect(['in_transfer', 'old_code']).toContain(result)
})
