import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { expect } from 'vitest'
import * as z from 'zod'
import { signatureHeader, signPayload } from '#server/payment-signature.server.ts'
import { countersOf, createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { type ApiResponse, ApiVisitor, registered } from './api-visitor.ts'
import { grantScan } from './buyer-steps.ts'
import type { TestSite } from './test-site.ts'

/** Runs the races of an event's shop and door, over real connections to a site; `sql` is that site's database. */

/** Creates a guest with a session. */
export async function guestOf({ url }: TestSite): Promise<ApiVisitor> {
  const visitor = new ApiVisitor(url)
  expect((await visitor.post('/api/auth/guest')).status).toBe(200)
  return visitor
}

/**
 * Holds tickets of an event as the page's own code does: a refusal keeps its status, where a plain form is
 * redirected.
 */
export function hold(visitor: ApiVisitor, testEvent: TestEvent, quantity = 1): Promise<ApiResponse> {
  const form = new URLSearchParams({
    intent: 'hold',
    event: testEvent.eventId,
    'lines[0].type': testEvent.types.Entry ?? '',
    'lines[0].quantity': String(quantity),
  })
  const type = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' }
  return visitor.send('POST', '/checkout', form.toString(), type)
}

/**
 * Places an order from a hold's response.
 * @returns the reference of the open payment
 */
export async function placeOrder(visitor: ApiVisitor, held: ApiResponse): Promise<string> {
  const holdId = new URLSearchParams(held.headers.get('location')?.split('?')[1]).get('hold') ?? ''
  const placed = await visitor.postForm('/checkout', {
    intent: 'pay',
    hold: holdId,
    key: randomUUID(),
    name: 'Bea Buyer',
    email: `bea.${randomUUID().slice(0, 12)}@example.com`,
    terms: 'on',
  })
  expect(placed.status, placed.text.slice(0, 500)).toBe(302)
  return /\/test-payment\/([\w-]+)/.exec(placed.headers.get('location') ?? '')?.[1] ?? ''
}

/** Counts the responses by status. */
export function tally(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Lets this number of visitors without a session hold one ticket each at once. */
export async function raceForPlaces(site: TestSite, sql: Sql, options: { buyers: number; places: number }) {
  const testEvent = await createEvent(sql, { pools: { Room: options.places } })
  const responses = await Promise.all(
    Array.from({ length: options.buyers }, () => hold(new ApiVisitor(site.url), testEvent)),
  )
  const { pools } = await countersOf(sql, testEvent.eventId)
  return { statuses: tally(responses), held: pools[0]?.held ?? 0 }
}

const scanSchema = z.object({ result: z.string(), firstAt: z.string().nullable() })

/** Scans one paid ticket at this number of gates at once; the event stays open for more scans of it. */
export async function raceAtDoor(site: TestSite, sql: Sql, options: { gates: number }) {
  const testEvent = await createEvent(sql)
  const buyer = await guestOf(site)
  const ref = await placeOrder(buyer, await hold(buyer, testEvent))
  await buyer.postForm(`/test-payment/${ref}`, { decision: 'succeeded' })
  const [ticket] = await sql<
    { code: string }[]
  >`select code from public.tickets where event_id = ${testEvent.eventId}`

  const { visitor: door, details } = await registered(site.url, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  const scan = async (gate: string, scanId: string = randomUUID()) => {
    const body = { event: testEvent.eventId, code: ticket?.code, gate, scan: scanId, method: 'code' }
    const { status, text } = await door.post('/api/door/check-in', body)
    const scanned = scanSchema.safeParse(status === 200 ? JSON.parse(text) : null).data
    return { status, result: scanned?.result, firstAt: scanned?.firstAt }
  }
  const results = await Promise.all(Array.from({ length: options.gates }, (_, n) => scan(`Gate ${n}`)))
  const count = async () => {
    const [row] = await sql<{ open: number; scans: number }[]>`
      select (select count(*)::int from public.entries where event_id = ${testEvent.eventId} and closed_at is null) as open,
        (select count(*)::int from public.scans where event_id = ${testEvent.eventId}) as scans`
    return row
  }
  return { results, scan, count }
}

/** Sends a provider's payment event; `sign` makes its signature. */
export function report(
  site: TestSite,
  body: string,
  sign: (body: string) => string | undefined = (text) =>
    signPayload(text, webhookSecretOf(site), Math.floor(Date.now() / 1000)),
): Promise<Response> {
  const signature = sign(body)
  return fetch(`${site.url}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { [signatureHeader]: signature } : {}) },
    body,
  })
}

/** Signs as the site's payment provider does. */
export function webhookSecretOf(site: TestSite): string {
  return (site.env.PAYMENT_WEBHOOK_SECRET ?? '').split(',')[0] ?? ''
}

/** Builds the event of a successful payment. */
export function paidReport(ref: string, amountCents: number): string {
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { payment_ref: ref, amount_cents: amountCents, currency: 'USD' },
  })
}

const takenInSchema = z.object({ received: z.literal(true), outcome: z.string() })

/** Delivers one event of a payment for two tickets this number of times at once. */
export async function raceOfReports(site: TestSite, sql: Sql, options: { copies: number }) {
  const testEvent = await createEvent(sql)
  const buyer = await guestOf(site)
  const ref = await placeOrder(buyer, await hold(buyer, testEvent, 2))
  const body = paidReport(ref, 4000)
  const results = await Promise.all(Array.from({ length: options.copies }, () => report(site, body)))
  const outcomes = await Promise.all(
    results.map(async (response) =>
      response.ok ? takenInSchema.parse(await response.json()).outcome : `status ${response.status}`,
    ),
  )
  const [row] = await sql<{ tickets: number; mails: number; events: number; sold: number }[]>`
    select (select count(*)::int from public.tickets where event_id = ${testEvent.eventId}) as tickets,
      (select count(*)::int from private.mail_outbox m join public.orders o on o.id = m.subject_id
        where o.event_id = ${testEvent.eventId}) as mails,
      (select count(*)::int from private.payment_events where payment_ref = ${ref}) as events,
      (select sold from public.capacity_pools where event_id = ${testEvent.eventId}) as sold`
  return { outcomes, ...row }
}
