import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { makeCode, unlock } from './codes.ts'
import { createEvent, type TestEvent, type TestEventOptions } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { raceOfLateOffers, raceWithQueue } from './races.ts'
import { beginPayment, call, checkOut, holdTickets, placeOrder, refusal, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The waitlist: joining, the order of the offers, the gate before the public, and how each entry ends. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(20)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Wish = { quantity?: number; type?: string | null; partial?: boolean; email?: string | null }

const join = (event: TestEvent, user: string | null, wish: Wish = {}) =>
  call(
    service,
    'join_waitlist',
    {
      p_event: event.eventId,
      p_user: user,
      p_email: wish.email ?? null,
      p_quantity: wish.quantity ?? 1,
      p_type: wish.type ?? null,
      p_partial: wish.partial ?? false,
    },
    z.string(),
  )

/** Makes the offers that can be made, as the job does; returns how many. */
const serve = ({ eventId }: TestEvent) => call(service, 'run_waitlist', { p_event: eventId }, z.int())

const entryOf = async (user: string, { eventId }: TestEvent) => {
  const [entry] = await sql<
    {
      id: string
      status: string
      hold_id: string | null
      skips: number
      lapses: number
      units: number | null
    }[]
  >`
    select e.id, e.status, e.hold_id, e.skips, e.lapses,
      (select sum(l.quantity)::int from public.hold_lines l where l.hold_id = e.hold_id) as units
    from private.waitlist_entries e where e.user_id = ${user} and e.event_id = ${eventId}`
  if (!entry) throw new Error('no entry')
  return entry
}

const statesOf = async (event: TestEvent, ...people: string[]) =>
  Promise.all(people.map(async (user) => (await entryOf(user, event)).status))

const mailsOf = async (entry: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from private.mail_outbox where subject_id = ${entry} order by created_at, kind`
  ).map(({ kind }) => kind)

/** An event without a free place, and a way to add some, as a refund or a larger room does. */
async function soldOut(options: TestEventOptions = {}) {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 0 }, ...options })
  const free = (places: number) => sql`
    update public.capacity_pools set capacity = capacity + ${places} where event_id = ${event.eventId}`
  return { event, free }
}

const expire = (hold: string | null) => sql`
  update public.holds set expires_at = now() - interval '1 second' where id = ${hold} and status in ('active', 'pinned')`

/** Ends what has run out, when no sweep of another test is under way. */
async function sweep() {
  for (;;) {
    const [row] = await sql<{ busy: boolean }[]>`select public.sweep() ? 'busy' as busy`
    if (!row?.busy) return
  }
}

test('joining: only where tickets are sold out, once a person, one to four', async () => {
  const { event, free } = await soldOut()
  const mia = await users.id('Mia')
  for (const quantity of [0, 5]) expect((await refusal(join(event, mia, { quantity }))).code).toBe('invalid')
  expect(await join(event, mia, { quantity: 2 })).toBe('waiting')
  expect((await refusal(join(event, mia))).code).toBe('waitlist_joined')
  expect(await mailsOf((await entryOf(mia, event)).id)).toEqual(['waitlist_joined'])

  const open = await createEvent(sql, { doorsIn: 72 })
  expect((await refusal(join(open, mia))).code).toBe('waitlist_not_needed')
  const over = await soldOut({ types: [{ name: 'Entry', saleEndsIn: 1 }] })
  await sql`update public.ticket_types set sale_ends_at = now() - interval '1 minute' where event_id = ${over.event.eventId}`
  expect((await refusal(join(over.event, mia))).code).toBe('waitlist_closed')
  // one that is free, but for those who wait, is sold out to the next person
  await free(2)
  expect(await join(event, await users.id('Sid'))).toBe('waiting')
})

test('a visitor joins by the link in a mail, and the mailbox counts as one person', async () => {
  const { event } = await soldOut()
  const email = `wait.list+${randomUUID().slice(0, 8)}@gmail.com`
  expect(await join(event, null, { email })).toBe('requested')
  expect(await join(event, null, { email, quantity: 3 })).toBe('requested')
  const rows = await sql<{ id: string; status: string; quantity: number; position: string | null }[]>`
    select id, status, quantity, position from private.waitlist_entries where event_id = ${event.eventId}`
  expect(rows).toMatchObject([{ status: 'requested', quantity: 3, position: null }])
  const entry = rows[0]?.id ?? ''
  expect(await mailsOf(entry)).toEqual(['waitlist_confirm'])
  const token = makeToken()
  await call(
    service,
    'add_link',
    { p_purpose: 'waitlist_confirm', p_subject: entry, p_token_hash: hashToken(token) },
    z.string(),
  )
  const confirm = () =>
    call(service, 'confirm_waitlist', { p_token_hash: hashToken(token) }, z.string().nullable())
  expect(await confirm()).toBe('waiting')
  expect(await confirm()).toBeNull()
  // the same mailbox again, in other letters
  expect(await join(event, null, { email: email.replace('wait.list', 'WaitList') })).toBe('requested')
  const [again] = await sql<{ id: string }[]>`
    select id from private.waitlist_entries where event_id = ${event.eventId} and status = 'requested'`
  const second = makeToken()
  await call(
    service,
    'add_link',
    { p_purpose: 'waitlist_confirm', p_subject: again?.id, p_token_hash: hashToken(second) },
    z.string(),
  )
  const twice = call(service, 'confirm_waitlist', { p_token_hash: hashToken(second) }, z.string().nullable())
  expect((await refusal(twice)).code).toBe('waitlist_joined')
})

test('offers go strictly by the queue; who needs more than is free is passed over, which is recorded', async () => {
  const { event, free } = await soldOut()
  const [first, second, third] = [await users.extra(), await users.extra(), await users.extra()]
  await join(event, first, { quantity: 3 })
  await join(event, second, { quantity: 2, partial: true })
  await join(event, third)
  await free(1)
  expect(await serve(event)).toBe(1)
  expect(await statesOf(event, first, second, third)).toEqual(['waiting', 'offered', 'waiting'])
  expect(await entryOf(second, event)).toMatchObject({ units: 1 })
  expect(await entryOf(first, event)).toMatchObject({ skips: 1 })
  expect(await serve(event)).toBe(0)
  // three more: all of them are the first's
  await free(3)
  expect(await serve(event)).toBe(1)
  expect(await statesOf(event, first, second, third)).toEqual(['offered', 'offered', 'waiting'])
  expect(await entryOf(first, event)).toMatchObject({ units: 3, skips: 1 })
})

test('at the fifth time that somebody is passed over they are asked once whether fewer would do', async () => {
  const { event, free } = await soldOut()
  const patient = await users.extra()
  await join(event, patient, { quantity: 4 })
  for (let n = 0; n < 6; n++) await join(event, await users.extra())
  for (let n = 0; n < 6; n++) {
    await free(1)
    expect(await serve(event)).toBe(1)
  }
  const entry = await entryOf(patient, event)
  expect(entry).toMatchObject({ status: 'waiting', skips: 6 })
  expect(await mailsOf(entry.id)).toEqual(['waitlist_joined', 'waitlist_passed'])
})

test('freed places are not sold to the public while somebody waits who can use them, of no type of the same room', async () => {
  const { event, free } = await soldOut({ types: [{ name: 'Entry' }, { name: 'Late' }] })
  const waiter = await users.extra()
  await join(event, waiter, { quantity: 2, type: event.types.Entry ?? null })
  await free(1)
  // nobody on the waitlist can use a single place: it is the public's
  const lucky = await users.extra()
  const cart = await holdTickets(service, lucky, event, { Entry: 1 })
  await call(service, 'release_hold', { p_owner: lucky, p_hold: cart.holdId }, z.unknown())
  await free(1)
  const shown = await call(
    await users.actingAs('visitor'),
    'read_event_page',
    { p_id: event.eventId },
    pageSchema,
  )
  expect(shown.offer.map(({ name, state }) => [name, state])).toEqual([
    ['Entry', 'sold_out'],
    ['Late', 'low'],
  ])
  for (const type of ['Entry', 'Late'])
    expect(await refusal(holdTickets(service, lucky, event, { [type]: 1 }))).toMatchObject({
      code: 'waitlist_first',
      facts: { type: 'Entry' },
    })
  const [job] = await sql`
    select payload from private.jobs where kind = 'waitlist' and key = ${event.eventId}`
  expect(job).toEqual({ payload: { eventId: event.eventId } })
  expect(await serve(event)).toBe(1)
  expect((await refusal(holdTickets(service, lucky, event, { Entry: 1 }))).code).toBe('sold_out')
})

const pageSchema = z.object({ offer: z.array(z.object({ name: z.string(), state: z.string() })) })

test('where staff make the offers, freed places are the public’s', async () => {
  const { event, free } = await soldOut()
  await join(event, await users.extra())
  const ada = await users.actingAs('Ada')
  await call(ada, 'set_waitlist_mode', { p_event: event.eventId, p_goes_first: false }, z.unknown())
  await free(1)
  expect(await serve(event)).toBe(0)
  await holdTickets(service, await users.extra(), event, { Entry: 1 })
})

test('the holder of a code that keeps places buys those, whoever waits', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 2 } })
  const code = await makeCode(sql, event, { block: { pool: 'Room', places: 2, hours: 2 } })
  const holder = await users.extra()
  await join(event, await users.extra())
  await unlock(service, holder, event, code.code)
  const lines = [{ kind: 'ticket', item: event.types.Entry, quantity: 2 }]
  const args = {
    p_owner: holder,
    p_event: event.eventId,
    p_lines: lines,
    p_key: randomUUID(),
    p_code: code.id,
  }
  await call(service, 'hold_items', args, z.unknown())
})

test('an offer is a hold of its owner, with the deadline by the doors, and is paid through the checkout', async () => {
  for (const [doorsIn, minutes] of [
    [72, 720],
    [40, 120],
    [10, 30],
    [2, 15],
  ] as const) {
    const { event, free } = await soldOut({ doorsIn })
    const mia = await users.id('Mia')
    await join(event, mia)
    await free(1)
    await serve(event)
    const { hold_id: hold } = await entryOf(mia, event)
    const [row] = await sql<{ kind: string; owner_id: string; minutes: number }[]>`
      select kind, owner_id, round(extract(epoch from expires_at - now()) / 60)::int as minutes from public.holds where id = ${hold}`
    expect(row).toEqual({ kind: 'waitlist_offer', owner_id: mia, minutes })
    const checkout = await call(
      await users.actingAs('Mia'),
      'read_checkout',
      { p_hold: hold },
      z.object({ holdId: z.uuid(), isCart: z.boolean() }),
    )
    expect(checkout).toMatchObject({ holdId: hold, isCart: false })
    const order = await placeOrder(service, mia, hold ?? '')
    const payment = await beginPayment(service, mia, order.orderId)
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    expect(await statesOf(event, mia)).toEqual(['purchased'])
  }
})

test('no offer runs past the end of its sale, and none is made in the last minutes', async () => {
  const { event, free } = await soldOut({ types: [{ name: 'Entry', saleEndsIn: 1 }] })
  const waiter = await users.extra()
  await join(event, waiter)
  await free(1)
  await serve(event)
  const { hold_id: hold } = await entryOf(waiter, event)
  const [row] = await sql`
    select h.expires_at = t.sale_ends_at as ends_with_sale from public.holds h join public.ticket_types t on t.event_id = h.event_id
    where h.id = ${hold}`
  expect(row).toEqual({ ends_with_sale: true })
  const late = await users.extra()
  await join(event, late)
  await sql`update public.ticket_types set sale_ends_at = now() + interval '10 minutes' where event_id = ${event.eventId}`
  await free(1)
  expect(await serve(event)).toBe(0)
  // then they are the public's
  await holdTickets(service, await users.extra(), event, { Entry: 1 })
})

test('an offer that runs out goes to the next; its owner to the end of the line, and off it the second time', async () => {
  const { event, free } = await soldOut()
  const [first, second] = [await users.extra(), await users.extra()]
  await join(event, first)
  await join(event, second)
  await free(1)
  await serve(event)
  expect(await statesOf(event, first, second)).toEqual(['offered', 'waiting'])
  await expire((await entryOf(first, event)).hold_id)
  await serve(event)
  expect(await statesOf(event, first, second)).toEqual(['waiting', 'offered'])
  await expire((await entryOf(second, event)).hold_id)
  await serve(event)
  expect(await statesOf(event, first, second)).toEqual(['offered', 'waiting'])
  await expire((await entryOf(first, event)).hold_id)
  await sweep()
  const entry = await entryOf(first, event)
  expect(entry).toMatchObject({ status: 'closed', lapses: 2 })
  expect(await mailsOf(entry.id)).toEqual([
    'waitlist_joined',
    'waitlist_offer',
    'waitlist_lapsed',
    'waitlist_offer',
    'waitlist_closed',
  ])
  const log = await sql`
    select from_state || ' to ' || to_state as move from private.state_log where entity = 'waitlist_entry' and entity_id = ${entry.id}
      and from_state is not null order by id`
  expect(log.map(({ move }) => move)).toEqual([
    'waiting to offered',
    'offered to lapsed',
    'lapsed to waiting',
    'waiting to offered',
    'offered to lapsed',
    'lapsed to closed',
  ])
})

test('declining gives the places to the next at once, and leaving takes an entry out', async () => {
  const { event, free } = await soldOut()
  const [first, second, third] = [await users.extra(), await users.extra(), await users.extra()]
  for (const user of [first, second, third]) await join(event, user)
  await free(1)
  await serve(event)
  const leave = async (user: string) =>
    call(
      service,
      'leave_waitlist',
      { p_user: user, p_entry: (await entryOf(user, event)).id, p_token_hash: null },
      z.string(),
    )
  expect(await leave(first)).toBe('declined')
  expect(await leave(second)).toBe('cancelled')
  const stranger = call(
    service,
    'leave_waitlist',
    { p_user: first, p_entry: (await entryOf(third, event)).id, p_token_hash: null },
    z.string(),
  )
  expect((await refusal(stranger)).code).toBe('not_found')
  expect(await serve(event)).toBe(1)
  expect(await statesOf(event, first, second, third)).toEqual(['declined', 'cancelled', 'offered'])
  // removed from the checkout: declined as well
  const { hold_id: hold } = await entryOf(third, event)
  await call(service, 'release_hold', { p_owner: third, p_hold: hold }, z.unknown())
  expect(await statesOf(event, third)).toEqual(['declined'])
})

test('the link in an offer makes it that of who opens it, until it is paid or over', async () => {
  const { event, free } = await soldOut()
  const [owner, phone, laptop] = [await users.extra(), await users.extra(), await users.extra()]
  await join(event, owner)
  await free(1)
  await serve(event)
  const entry = await entryOf(owner, event)
  const token = makeToken()
  await call(
    service,
    'add_link',
    { p_purpose: 'waitlist_entry', p_subject: entry.id, p_token_hash: hashToken(token) },
    z.string(),
  )
  const take = (user: string) =>
    call(service, 'take_waitlist_offer', { p_owner: user, p_token_hash: hashToken(token) }, z.uuid())
  expect(await take(phone)).toBe(entry.hold_id)
  const first = await placeOrder(service, phone, entry.hold_id ?? '')
  expect(await take(laptop)).toBe(entry.hold_id)
  expect(await sql`select status from public.orders where id = ${first.orderId}`).toEqual([
    { status: 'expired' },
  ])
  const order = await placeOrder(service, laptop, entry.hold_id ?? '')
  const payment = await beginPayment(service, laptop, order.orderId)
  await report(service, payment, 'processing')
  expect((await refusal(take(phone))).code).toBe('payment_in_progress')
  await report(service, payment, 'succeeded')
  expect((await refusal(take(phone))).code).toBe('offer_over')
  const stranger = call(
    service,
    'take_waitlist_offer',
    { p_owner: phone, p_token_hash: hashToken(makeToken()) },
    z.uuid(),
  )
  expect((await refusal(stranger)).code).toBe('not_found')
})

test('the waitlist closes with thanks when the sale is over, and an offer keeps its place when the event is moved', async () => {
  const { event, free } = await soldOut()
  const [first, second] = [await users.extra(), await users.extra()]
  await join(event, first)
  await join(event, second)
  await free(1)
  await serve(event)
  await sql`select private.release_event_holds(${event.eventId}, 'event rescheduled')`
  expect(await statesOf(event, first, second)).toEqual(['waiting', 'waiting'])
  await serve(event)
  expect(await statesOf(event, first, second)).toEqual(['offered', 'waiting'])
  await sql`update public.ticket_types set sale_ends_at = now() - interval '1 minute' where event_id = ${event.eventId}`
  await call(service, 'sweep_waitlists', {}, z.unknown())
  const entry = await entryOf(second, event)
  expect(entry.status).toBe('closed')
  expect(await mailsOf(entry.id)).toEqual(['waitlist_joined', 'waitlist_closed'])
})

test('a closed account leaves every waitlist, and what was held for it comes free', async () => {
  const { event, free } = await soldOut()
  const [first, second] = [await users.extra(), await users.extra()]
  await join(event, first)
  await join(event, second)
  await free(1)
  await serve(event)
  await sql`update public.profiles set sanction = 'deleted', deactivated_at = now() where id = ${first}`
  expect(await statesOf(event, first)).toEqual(['cancelled'])
  await sweep()
  await serve(event)
  expect(await statesOf(event, second)).toEqual(['offered'])
})

test('people see a band of the queue, and no other entry; staff see the queue, moderators without addresses', async () => {
  const { event } = await soldOut()
  for (let n = 0; n < 11; n++) await join(event, await users.extra())
  const mia = await users.id('Mia')
  await join(event, mia)
  const mine = z.array(
    z.object({ status: z.string(), band: z.int(), event: z.object({ id: z.uuid() }), offer: z.null() }),
  )
  const of = async (name: 'Mia' | 'Sid') =>
    (await call(await users.actingAs(name), 'read_my_waitlist', {}, mine)).filter(
      ({ event: { id } }) => id === event.eventId,
    )
  expect(await of('Mia')).toMatchObject([{ status: 'waiting', band: 25 }])
  expect(await of('Sid')).toEqual([])
  const list = z.object({
    total: z.object({ count: z.int() }),
    sums: z.array(z.object({ typeName: z.null(), people: z.int(), units: z.int(), offered: z.int() })),
    entries: z.array(z.object({ place: z.int(), email: z.string().nullable() })),
  })
  const ada = await call(await users.actingAs('Ada'), 'list_waitlist', { p_event: event.eventId }, list)
  expect(ada.total.count).toBe(12)
  expect(ada.sums).toEqual([{ typeName: null, people: 12, units: 12, offered: 0 }])
  expect(ada.entries.map(({ place }) => place)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  expect(ada.entries.every(({ email }) => email !== null)).toBe(true)
  const mo = await call(await users.actingAs('Mo'), 'list_waitlist', { p_event: event.eventId }, list)
  expect(mo.entries.every(({ email }) => email === null)).toBe(true)
  for (const name of ['Mia', 'Dex'] as const)
    expect(
      (
        await refusal(
          call(await users.actingAs(name), 'list_waitlist', { p_event: event.eventId }, z.unknown()),
        )
      ).code,
    ).toBe('not_allowed')
})

test('staff offer out of order with a reason, and take an entry out', async () => {
  const { event, free } = await soldOut()
  const [first, second] = [await users.extra(), await users.extra()]
  await join(event, first)
  await join(event, second)
  const ada = await users.actingAs('Ada')
  const offer = async (user: string, reason: string, client = ada) =>
    call(
      client,
      'offer_waitlist_entry',
      { p_entry: (await entryOf(user, event)).id, p_reason: reason },
      z.uuid(),
    )
  expect((await refusal(offer(second, 'The birthday'))).code).toBe('waitlist_nothing_free')
  await free(1)
  expect((await refusal(offer(second, ''))).code).toBe('reason_required')
  expect((await refusal(offer(second, 'The birthday', await users.actingAs('Mo')))).code).toBe('not_allowed')
  await offer(second, 'The birthday')
  expect(await statesOf(event, first, second)).toEqual(['waiting', 'offered'])
  const { id } = await entryOf(second, event)
  expect(
    await sql`select reason, facts ->> 'outOfOrder' as out from private.state_log where entity_id = ${id} and to_state = 'offered'`,
  ).toEqual([{ reason: 'The birthday', out: 'true' }])
  const remove = { p_entry: id, p_reason: 'Asked by phone' }
  await call(ada, 'remove_waitlist_entry', remove, z.unknown())
  expect(await statesOf(event, second)).toEqual(['declined'])
  expect(await serve(event)).toBe(1)
  expect(await statesOf(event, first)).toEqual(['offered'])
})

test('the last place for the queue and 12 of the public at once: the queue gets it', async () => {
  for (let n = 0; n < 3; n++) {
    const { endings, offered, held } = await raceWithQueue(users, pool, { buyers: 12 })
    expect(endings.ok).toBeUndefined()
    expect([offered, held]).toEqual([1, 1])
  }
})

test('an offer that runs out while it is paid: it is sold, or the next one’s, and never both', async () => {
  for (let n = 0; n < 3; n++) {
    const { sold, offers, broke } = await raceOfLateOffers(users, pool)
    expect(broke).toBe(0)
    expect(sold + offers).toBe(1)
  }
})

test('a late payment that still gets its places takes its owner out of the queue', async () => {
  const { event, free } = await soldOut()
  const owner = await users.extra()
  await join(event, owner)
  await free(1)
  await serve(event)
  const { hold_id: hold } = await entryOf(owner, event)
  const order = await placeOrder(service, owner, hold ?? '')
  const payment = await beginPayment(service, owner, order.orderId)
  await expire(hold)
  await sweep()
  expect(await statesOf(event, owner)).toEqual(['waiting'])
  expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
  expect(await statesOf(event, owner)).toEqual(['cancelled'])
  expect((await refusal(checkOut(service, await users.extra(), event, { Entry: 1 }))).code).toBe('sold_out')
})
