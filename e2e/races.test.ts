import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { signPayload } from '#server/payment-signature.server.ts'
import { countersOf, createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import type { ApiVisitor } from './api-visitor.ts'
import {
  guestOf,
  hold,
  paidReport,
  placeOrder,
  raceAtDoor,
  raceForPlaces,
  raceOfReports,
  report,
  tally,
  webhookSecretOf,
} from './races.ts'

/**
 * Tests the races at shop and door over real connections to the built site. races-unlocked.proof.test.ts shows that they
 * are lost without their locks.
 */

const site = inject('site')
const { sql, close } = openTestUsers(inject('stack'))
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

/** Creates a number of guests, a few at a time. */
async function guests(count: number): Promise<ApiVisitor[]> {
  const all: ApiVisitor[] = []
  while (all.length < count) {
    const more = Math.min(10, count - all.length)
    all.push(...(await Promise.all(Array.from({ length: more }, () => guestOf(site)))))
  }
  return all
}

test('100 buyers for 20 places: exactly 20 are sold, 80 are refused as sold out', async () => {
  const testEvent = await createEvent(sql, { pools: { Room: 20 } })
  const buyers = await guests(100)
  const responses = await Promise.all(buyers.map((buyer) => hold(buyer, testEvent)))
  expect(tally(responses)).toEqual({ 302: 20, 409: 80 })
  for (const response of responses)
    if (response.status === 409) expect(response.text).toContain('Entry is sold out.')

  const paid = await Promise.all(
    buyers.map(async (buyer, index) => {
      const response = responses[index]
      if (response?.status !== 302) return null
      const ref = await placeOrder(buyer, response)
      return await buyer.postForm(`/test-payment/${ref}`, { decision: 'succeeded' })
    }),
  )
  expect(tally(paid.filter((response) => response !== null))).toEqual({ 302: 20 })
  expect(await countersOf(sql, testEvent.eventId)).toMatchObject({ pools: [{ held: 0, sold: 20 }] })
  const [row] = await sql<{ tickets: number; mails: number }[]>`
    select (select count(*)::int from public.tickets where event_id = ${testEvent.eventId} and status = 'valid') as tickets,
      (select count(*)::int from private.mail_outbox m join public.orders o on o.id = m.subject_id
        where o.event_id = ${testEvent.eventId}) as mails`
  expect(row).toEqual({ tickets: 20, mails: 20 })
}, 900_000)

test('100 visitors without a session for 20 places: the same', async () => {
  expect(await raceForPlaces(site, sql, { buyers: 100, places: 20 })).toEqual({
    statuses: { 302: 20, 409: 80 },
    held: 20,
  })
}, 900_000)

test('40 scans of one code at once: one is admitted; the same scan sent again gets the same result', async () => {
  const { results, scan, count } = await raceAtDoor(site, sql, { gates: 40 })
  expect(tally(results)).toEqual({ 200: 40 })
  expect(results.filter(({ result }) => result === 'ok')).toHaveLength(1)
  const refused = results.filter(({ result }) => result === 'already_in')
  expect(refused).toHaveLength(39)
  expect(new Set(refused.map(({ firstAt }) => firstAt)).size).toBe(1)

  const once = randomUUID()
  const copies = await Promise.all(Array.from({ length: 20 }, () => scan('Gate 0', once)))
  expect(new Set(copies.map(({ result }) => result))).toEqual(new Set(['already_in']))
  expect(await count()).toEqual({ open: 1, scans: 41 })
}, 900_000)

test('40 copies of one payment event: one settlement', async () => {
  const { outcomes, ...left } = await raceOfReports(site, sql, { copies: 40 })
  expect(outcomes).toEqual(new Array(40).fill('paid'))
  expect(left).toEqual({ tickets: 2, mails: 1, events: 1, sold: 2 })
}, 900_000)

const now = () => Math.floor(Date.now() / 1000)

test.each([
  ['no signature', () => undefined],
  ['a signature of somebody else', (body: string) => signPayload(body, 'x'.repeat(32), now())],
  ['a signature from an hour ago', (body: string) => signPayload(body, webhookSecretOf(site), now() - 3600)],
])('a payment event with %s changes nothing', async (_, sign) => {
  const testEvent = await createEvent(sql)
  const buyer = await guestOf(site)
  const ref = await placeOrder(buyer, await hold(buyer, testEvent))
  const response = await report(site, paidReport(ref, 2000), sign)
  expect(response.status).toBe(400)
  await response.body?.cancel()
  const [row] = await sql<
    { status: string }[]
  >`select status from public.orders where event_id = ${testEvent.eventId}`
  expect(row?.status).toBe('awaiting_payment')
})
