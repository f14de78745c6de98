import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { signatureHeader, signPayload } from '#server/payment-signature.server.ts'
import { openCast } from '../supabase/tests/cast.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { countersOf, type Night, openNight } from '../supabase/tests/night.ts'
import { type ApiAnswer, ApiVisitor } from './api-visitor.ts'
import { grantScan } from './night-out.ts'

/** The races that a night's shop and door must win, over real connections to the built site. */

const { url: site, env } = inject('site')
const { sql, close } = openCast(inject('stack'))
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

async function guest(): Promise<ApiVisitor> {
  const visitor = new ApiVisitor(site)
  expect((await visitor.post('/api/auth/guest')).status).toBe(200)
  return visitor
}

/** So many guests, a few at a time. */
async function guests(count: number): Promise<ApiVisitor[]> {
  const all: ApiVisitor[] = []
  while (all.length < count) {
    all.push(...(await Promise.all(Array.from({ length: Math.min(10, count - all.length) }, guest))))
  }
  return all
}

function hold(visitor: ApiVisitor, night: Night, quantity = 1): Promise<ApiAnswer> {
  return visitor.postForm('/checkout', {
    intent: 'hold',
    event: night.eventId,
    'lines[0].type': night.types.Entry ?? '',
    'lines[0].quantity': String(quantity),
  })
}

/** From a hold's answer to an open payment's reference. */
async function placeOrder(visitor: ApiVisitor, held: ApiAnswer): Promise<string> {
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

/** How often each status came up. */
function tally(answers: ApiAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('100 buyers for 20 places: exactly 20 are sold, 80 are told clearly', async () => {
  const night = await openNight(sql, { pools: { Room: 20 } })
  const buyers = await guests(100)
  const answers = await Promise.all(buyers.map((buyer) => hold(buyer, night)))
  expect(tally(answers)).toEqual({ 302: 20, 409: 80 })
  for (const answer of answers) if (answer.status === 409) expect(answer.text).toContain('Entry is sold out.')

  const paid = await Promise.all(
    buyers.map(async (buyer, index) => {
      const answer = answers[index]
      if (answer?.status !== 302) return null
      const ref = await placeOrder(buyer, answer)
      return await buyer.postForm(`/test-payment/${ref}`, { decision: 'succeeded' })
    }),
  )
  expect(tally(paid.filter((answer) => answer !== null))).toEqual({ 302: 20 })
  expect(await countersOf(sql, night.eventId)).toMatchObject({ pools: [{ held: 0, sold: 20 }] })
  const [row] = await sql<{ tickets: number; mails: number }[]>`
    select (select count(*)::int from public.tickets where event_id = ${night.eventId} and status = 'valid') as tickets,
      (select count(*)::int from private.mail_outbox m join public.orders o on o.id = m.order_id
        where o.event_id = ${night.eventId}) as mails`
  expect(row).toEqual({ tickets: 20, mails: 20 })
}, 180_000)

test('100 visitors without a session for 20 places: the same', async () => {
  const night = await openNight(sql, { pools: { Room: 20 } })
  const answers = await Promise.all(Array.from({ length: 100 }, () => hold(new ApiVisitor(site), night)))
  expect(tally(answers)).toEqual({ 302: 20, 409: 80 })
  expect(await countersOf(sql, night.eventId)).toMatchObject({ pools: [{ held: 20, sold: 0 }] })
}, 180_000)

const scanSchema = z.object({ result: z.string(), firstAt: z.string().nullable() })

test('40 scans of one code at once: one is admitted; the same scan sent again gets the same answer', async () => {
  const night = await openNight(sql)
  const buyer = await guest()
  const ref = await placeOrder(buyer, await hold(buyer, night))
  await buyer.postForm(`/test-payment/${ref}`, { decision: 'succeeded' })
  const [ticket] = await sql<
    { code: string }[]
  >`select code from public.tickets where event_id = ${night.eventId}`

  await grantScan(sql, 'dex', night.eventId)
  const door = new ApiVisitor(site)
  await door.post('/api/auth/login', { username: 'dex', password: 'Jouvay2026' })
  const scan = (gate: string, scanId: string = randomUUID()) =>
    door.post('/api/door/check-in', {
      event: night.eventId,
      code: ticket?.code,
      gate,
      scan: scanId,
      method: 'code',
    })
  const names = Array.from({ length: 40 }, (_, n) => `Gate ${n}`)
  const answers = await Promise.all(names.map((gate) => scan(gate)))
  expect(tally(answers)).toEqual({ 200: 40 })
  const results = answers.map((answer) => scanSchema.parse(JSON.parse(answer.text)))
  expect(results.filter(({ result }) => result === 'ok')).toHaveLength(1)
  const refused = results.filter(({ result }) => result === 'already_in')
  expect(refused).toHaveLength(39)
  expect(new Set(refused.map(({ firstAt }) => firstAt)).size).toBe(1)

  const once = randomUUID()
  const copies = await Promise.all(Array.from({ length: 20 }, () => scan('Gate 0', once)))
  expect(new Set(copies.map((answer) => scanSchema.parse(JSON.parse(answer.text)).result)).size).toBe(1)
  const [row] = await sql<{ open: number; scans: number }[]>`
    select (select count(*)::int from public.entries where event_id = ${night.eventId} and closed_at is null) as open,
      (select count(*)::int from public.scans where event_id = ${night.eventId}) as scans`
  expect(row).toEqual({ open: 1, scans: 41 })
}, 180_000)

const takenInSchema = z.object({ received: z.literal(true), outcome: z.string() })

test('40 copies of one payment event: one settlement', async () => {
  const night = await openNight(sql)
  const buyer = await guest()
  const ref = await placeOrder(buyer, await hold(buyer, night, 2))
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { payment_ref: ref, amount_cents: 4000, currency: 'USD' },
  })
  const [secret = ''] = (env.PAYMENT_WEBHOOK_SECRET ?? '').split(',')
  const signature = signPayload(body, secret, Math.floor(Date.now() / 1000))
  const report = () =>
    fetch(`${site}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signature },
      body,
    })
  const answers = await Promise.all(Array.from({ length: 40 }, report))
  expect(answers.map((answer) => answer.status)).toEqual(new Array(40).fill(200))
  const outcomes = await Promise.all(
    answers.map(async (answer) => takenInSchema.parse(await answer.json()).outcome),
  )
  expect(new Set(outcomes)).toEqual(new Set(['paid']))
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from public.tickets where event_id = ${night.eventId}) as tickets,
      (select count(*)::int from private.mail_outbox m join public.orders o on o.id = m.order_id
        where o.event_id = ${night.eventId}) as mails,
      (select count(*)::int from private.payment_events where payment_ref = ${ref}) as events,
      (select sold from public.capacity_pools where event_id = ${night.eventId}) as sold`
  expect(row).toEqual({ tickets: 2, mails: 1, events: 1, sold: 2 })
}, 180_000)

test.each([
  ['no signature', () => undefined],
  [
    'a signature of somebody else',
    (body: string) => signPayload(body, 'x'.repeat(32), Math.floor(Date.now() / 1000)),
  ],
  [
    'a signature from an hour ago',
    (body: string) =>
      signPayload(
        body,
        (env.PAYMENT_WEBHOOK_SECRET ?? '').split(',')[0] ?? '',
        Math.floor(Date.now() / 1000) - 3600,
      ),
  ],
])('a payment event with %s changes nothing', async (_, sign) => {
  const night = await openNight(sql)
  const buyer = await guest()
  const ref = await placeOrder(buyer, await hold(buyer, night))
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { payment_ref: ref, amount_cents: 2000, currency: 'USD' },
  })
  const signature = sign(body)
  const answer = await fetch(`${site}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { [signatureHeader]: signature } : {}) },
    body,
  })
  expect(answer.status).toBe(400)
  await answer.body?.cancel()
  const [row] = await sql<
    { status: string }[]
  >`select status from public.orders where event_id = ${night.eventId}`
  expect(row?.status).toBe('awaiting_payment')
})
