/** The payment webhook as an edge function: what is signed reaches the database once, what is not never does. */
import { mkdtempSync, rmSync } from 'node:fs'
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
  rmSync(dataDir, { recursive: true })
})

const now = () => Math.floor(Date.now() / 1000)

async function post(body: string, signature: string): Promise<Response> {
  const request = new Request(`${stack.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': signature },
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

test('a report that is old, altered or signed with another secret is refused', async () => {
  const signatures = [
    signPayload(body, secret, now() - 301),
    signPayload(body, 'another', now()),
    't=1,v1=00',
  ]
  for (const signature of signatures) expect((await post(body, signature)).status).toBe(400)
  expect((await post(`${body} `, signPayload(body, secret, now()))).status).toBe(400)
})

test('forty copies of a good report are one to the database', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post(body, signPayload(body, secret, now()))),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(200))
  // Nobody began this payment, so the database keeps the report aside for a person to look at.
  const answerSchema = z.object({ received: z.literal(true), outcome: z.literal('parked') })
  for (const answer of answers) answerSchema.parse(await answer.json())
})
