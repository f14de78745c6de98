import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, checkOut, holdTickets, refusal, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests that what a guest chose and bought moves to the account they sign in to. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const mergedSchema = z.object({ moved: z.array(z.uuid()), refused: z.array(z.uuid()) })
const mergeGuest = (guest: string, account: string) =>
  call(service, 'merge_guest', { p_guest: guest, p_account: account }, mergedSchema)
const newGuest = async () => {
  const id = await users.extra()
  await sql`update private.user_roles set role = 'guest' where user_id = ${id}`
  return id
}
const ownersOf = async (eventId: string) => {
  const [row] = await sql`
    select array(select owner_id from public.holds where event_id = ${eventId} and status in ('active', 'pinned')) as holds,
      array(select owner_id from public.orders where event_id = ${eventId}) as orders,
      array(select owner_id from public.tickets where event_id = ${eventId}) as tickets`
  return row
}

test('a cart with an open payment, and tickets of another event', async () => {
  const [guest, account] = [await newGuest(), await users.extra()]
  const [paying, paid] = [await createEvent(sql), await createEvent(sql)]
  await buy(service, guest, paid, { Entry: 2 })
  const { payment } = await checkOut(service, guest, paying, { Entry: 1 })
  const { moved, refused } = await mergeGuest(guest, account)
  expect(moved.sort()).toEqual([paying.eventId, paid.eventId].sort())
  expect(refused).toEqual([])
  expect(await ownersOf(paying.eventId)).toEqual({ holds: [account], orders: [account], tickets: [] })
  expect(await ownersOf(paid.eventId)).toEqual({ holds: [], orders: [account], tickets: [account, account] })
  // the bank's result arrives after the merge
  expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
  expect(await ownersOf(paying.eventId)).toEqual({ holds: [], orders: [account], tickets: [account] })
  expect(await mergeGuest(guest, account)).toEqual({ moved: [], refused: [] })
  expect(
    await sql`select facts ->> 'guest' as guest from private.audit_log
      where action = 'account.guest_merged' and subject_id = ${account}`,
  ).toEqual([{ guest }])
})

test.each(['the same', 'another'])('a cart of the account for %s event is released', async (which) => {
  const [guest, account] = [await newGuest(), await users.extra()]
  const testEvent = await createEvent(sql)
  const before = which === 'another' ? await createEvent(sql) : testEvent
  const old = await holdTickets(service, account, before, { Entry: 4 })
  const fresh = await holdTickets(service, guest, testEvent, { Entry: 1 })
  expect((await mergeGuest(guest, account)).moved).toEqual([testEvent.eventId])
  expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 1, sold: 0 }])
  if (before !== testEvent) {
    expect((await countersOf(sql, before.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 0 }])
  }
  const holds = await sql`select id, status from public.holds where owner_id = ${account} order by created_at`
  expect(holds).toEqual([
    { id: old.holdId, status: 'released' },
    { id: fresh.holdId, status: 'active' },
  ])
})

test('a cart that is being paid is not released; the guest keeps theirs', async () => {
  const [guest, account] = [await newGuest(), await users.extra()]
  const testEvent = await createEvent(sql)
  const { payment } = await checkOut(service, account, testEvent, { Entry: 1 })
  await report(service, payment, 'processing')
  await holdTickets(service, guest, testEvent, { Entry: 1 })
  expect(await mergeGuest(guest, account)).toEqual({ moved: [], refused: [testEvent.eventId] })
  expect((await ownersOf(testEvent.eventId))?.holds.sort()).toEqual([guest, account].sort())
  await report(service, payment, 'failed')
})

test('it does not evade the limit per person: that event stays the guest’s, the others move', async () => {
  const [guest, account] = [await newGuest(), await users.extra()]
  const [full, other] = [await createEvent(sql), await createEvent(sql)]
  await buy(service, account, full, { Entry: 6 })
  await buy(service, guest, full, { Entry: 4 })
  await sql`update public.events set max_per_person = 8 where id = ${full.eventId}`
  await holdTickets(service, guest, other, { Entry: 1 })
  expect(await mergeGuest(guest, account)).toEqual({ moved: [other.eventId], refused: [full.eventId] })
  expect((await ownersOf(full.eventId))?.orders.sort()).toEqual([guest, account].sort())
})

test('only from a guest, only to an account', async () => {
  const [guest, account] = [await newGuest(), await users.extra()]
  const testEvent = await createEvent(sql)
  await holdTickets(service, account, testEvent, { Entry: 1 })
  expect((await refusal(mergeGuest(account, await users.id('Sid')))).code).toBe('guest_role')
  expect((await refusal(mergeGuest(guest, await newGuest()))).code).toBe('guest_role')
  expect((await ownersOf(testEvent.eventId))?.holds).toEqual([account])
})

test('a payment that is settled at the same moment: the tickets are the account’s', async () => {
  for (let round = 0; round < 10; round++) {
    const [guest, account] = [await newGuest(), await users.extra()]
    const testEvent = await createEvent(sql)
    const { payment } = await checkOut(service, guest, testEvent, { Entry: 2 })
    const [settled] = await Promise.all([report(service, payment, 'succeeded'), mergeGuest(guest, account)])
    expect(settled.outcome).toBe('paid')
    expect(await ownersOf(testEvent.eventId)).toEqual({
      holds: [],
      orders: [account],
      tickets: [account, account],
    })
  }
})
