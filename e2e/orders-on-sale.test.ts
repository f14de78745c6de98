import { afterAll, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, randomAddress } from './api-visitor.ts'
import { hold, tally } from './races.ts'

/** Tests an on-sale whose buyers share one network address: a campus, a carrier, the venue's own Wi-Fi. */

const site = { url: inject('site').url }
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

/** Sends the requests of many guests of one network, a few at a time. */
async function guestsHold(network: string, testEvent: TestEvent, guests: number, quantity: number) {
  const responses: { status: number }[] = []
  let waiting = guests
  const queue = async () => {
    while (waiting-- > 0) responses.push(await hold(new ApiVisitor(site.url, network), testEvent, quantity))
  }
  await Promise.all(Array.from({ length: 8 }, queue))
  return tally(responses)
}

test('200 guests behind one address buy; a hoarder with new sessions is limited, and others still buy', async () => {
  const testEvent = await createEvent(sql, { pools: { Room: 1000 } })
  const network = randomAddress()
  expect(await guestsHold(network, testEvent, 200, 2)).toEqual({ 302: 200 })
  // Ten at a time, each from a new guest: one network's unpaid holds are limited.
  const hoarded: number[] = []
  for (let n = 0; n < 11; n++)
    hoarded.push((await hold(new ApiVisitor(site.url, network), testEvent, 10)).status)
  expect(hoarded).toEqual([...Array.from({ length: 10 }, () => 302), 429])
  const refused = await hold(new ApiVisitor(site.url, network), testEvent, 1)
  expect([refused.status, refused.text.includes('on hold from your network')]).toEqual([429, true])
  expect((await hold(new ApiVisitor(site.url), testEvent, 10)).status).toBe(302)
  // Paid and released tickets free places under the limit.
  await sql`
    update public.holds set expires_at = now() - interval '1 second'
    where id = (select id from public.holds where event_id = ${testEvent.eventId} and status = 'active' order by id limit 1)`
  expect((await hold(new ApiVisitor(site.url, network), testEvent, 1)).status).toBe(302)
}, 900_000)

test('one guest may make six new holds in ten minutes; changing a cart is not a new one', async () => {
  const guest = new ApiVisitor(site.url)
  const testEvent = await createEvent(sql)
  for (const quantity of [1, 2, 3, 4, 5, 6, 7, 8])
    expect((await hold(guest, testEvent, quantity)).status, String(quantity)).toBe(302)
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await hold(guest, await createEvent(sql))).status)
  expect(statuses).toEqual([302, 302, 302, 302, 302, 429])
})
