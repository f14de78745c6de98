/** Tests the payment webhook as an edge function: what is signed reaches the database once, what is not never does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { signPayload } from '#server/payment-signature.server.ts'
import { createFunctions } from './functions.ts'
import { loadKeys } from './keys.ts'

const secret = 'a secret of this test'
process.env.PAYMENT_WEBHOOK_SECRET = secret
// The function reads the card of a payment from Stripe's API, which this replaces: it has the sessions of this file.
const sessions = new Map<string, object>()
const stripeApi = createServer((request, response) => {
  const id = /^\/v1\/checkout\/sessions\/(\w+)/.exec(request.url ?? '')?.[1] ?? ''
  const session = sessions.get(id)
  response.writeHead(session ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(session ?? { error: { type: 'invalid_request_error' } }))
})
await new Promise<void>((listening) => stripeApi.listen(0, '127.0.0.1', listening))
const stripeAddress = stripeApi.address()
if (stripeAddress === null || typeof stripeAddress === 'string') throw new Error('it does not listen')
process.env.STRIPE_API_URL = `http://127.0.0.1:${stripeAddress.port}`
process.env.STRIPE_SECRET_KEY = 'sk_test_verifies_only'
process.env.STRIPE_WEBHOOK_SECRET = `whsec_other_${'0'.repeat(16)}, ${secret}`

const stack = inject('stack')
const dataDir = mkdtempSync(join(tmpdir(), 'webhook-'))
const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const functions = createFunctions({
  projectDir,
  folder: join(projectDir, 'supabase/functions'),
  url: stack.url,
  keys: { ...loadKeys(dataDir), publishableKey: stack.publishableKey, secretKey: stack.secretKey },
  verifyJwt: new Map([['payment-webhook', false]]),
})

afterAll(async () => {
  await functions.stop()
  stripeApi.close()
  stripeApi.closeAllConnections()
  rmSync(dataDir, { recursive: true })
})

const now = () => Math.floor(Date.now() / 1000)

async function post(
  body: string,
  signature: string,
  { to = 'payment-webhook/test', header = 'payment-signature' } = {},
): Promise<Response> {
  const request = new Request(`${stack.url}/functions/v1/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: signature },
    body,
  })
  return functions.fetch(request, new URL(request.url))
}

const body = JSON.stringify({
  id: `evt_${dataDir.slice(-6)}_${Date.now()}`,
  type: 'payment.succeeded',
  created: now(),
  data: { payment_ref: 'nobody-knows-this-payment', amount_cents: 100, currency: 'USD' },
})

test('refuses an event that is old, altered or signed with another secret', async () => {
  const signatures = [
    signPayload(body, secret, now() - 301),
    signPayload(body, 'another', now()),
    't=1,v1=00',
  ]
  for (const signature of signatures) expect((await post(body, signature)).status).toBe(400)
  expect((await post(`${body} `, signPayload(body, secret, now()))).status).toBe(400)
})

test('forty copies of an event are stored as one', async () => {
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => post(body, signPayload(body, secret, now()))),
  )
  expect(responses.map((each) => each.status)).toEqual(Array(40).fill(200))
  // No such payment was begun, so the database parks the event for a person to check.
  const responseSchema = z.object({ received: z.literal(true), outcome: z.literal('parked') })
  for (const each of responses) responseSchema.parse(await each.json())
})

test('a provider is named by the path; a name that is not set up is refused', async () => {
  const signature = () => signPayload(body, secret, now())
  expect((await post(body, signature())).status).toBe(200)
  expect((await post(body, signature(), { to: 'payment-webhook/stripe' })).status).toBe(400)
  expect((await post(body, signature(), { to: 'payment-webhook/paper' })).status).toBe(400)
})

test('events of Stripe are verified and read by its own rules, with the code that the site uses', async () => {
  const session = {
    object: 'checkout.session',
    id: `cs_test_${Date.now()}`,
    url: null,
    client_secret: null,
    status: 'complete',
    payment_status: 'paid',
    payment_intent: 'pi_unknown',
    amount_total: 100,
    currency: 'usd',
  }
  sessions.set(session.id, session)
  const event = (type: string) =>
    JSON.stringify({ id: `evt_${type}_${Date.now()}`, type, created: now(), data: { object: session } })
  const there = { to: 'payment-webhook/stripe', header: 'stripe-signature' }
  const paid = event('checkout.session.completed')
  const right = signPayload(paid, secret, now())
  const outcome = async (response: Response) => ({ status: response.status, ...(await response.json()) })
  expect(await outcome(await post(paid, right, there))).toEqual({
    status: 200,
    received: true,
    outcome: 'parked',
  })
  const other = event('customer.created')
  expect(await outcome(await post(other, signPayload(other, secret, now()), there))).toEqual({
    status: 200,
    received: true,
    outcome: 'ignored',
  })
  expect((await post(paid, right, { ...there, header: 'payment-signature' })).status).toBe(400)
  expect((await post(paid, right, { ...there, to: 'payment-webhook/test' })).status).toBe(400)
  expect((await post(`${paid} `, right, there)).status).toBe(400)
  expect((await post(paid, signPayload(paid, secret, now() - 301), there)).status).toBe(400)
})
