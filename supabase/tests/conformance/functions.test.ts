/** The project's edge functions, called as the payment provider and a schedule do. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { server, signedIn, visitor } from './people.ts'
import { target } from './target.ts'

const webhook = `${target.url}/functions/v1/payment-webhook`
/** The secret that the target's functions were given; without it only refusals are tested. */
const webhookSecret = process.env.PAYMENT_WEBHOOK_SECRET

function report(id: string) {
  return JSON.stringify({
    id,
    type: 'payment.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { payment_ref: 'nobody-knows-this-payment', amount_cents: 100, currency: 'USD' },
  })
}

function sign(body: string, secret: string, at = Math.floor(Date.now() / 1000)) {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

async function post(body: string, signature: string | null) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (signature) headers['payment-signature'] = signature
  return fetch(webhook, { method: 'POST', headers, body })
}

test('payment-webhook takes no report without a good signature', async () => {
  const body = report('evt_conformance_forged')
  const old = Math.floor(Date.now() / 1000) - 301
  const signatures = [
    null,
    't=1,v1=00',
    sign(body, 'another secret'),
    sign(body, webhookSecret ?? 'none', old),
  ]
  for (const signature of signatures) expect((await post(body, signature)).status).toBe(400)
  expect((await fetch(webhook)).status).toBe(405)
})

test.skipIf(!webhookSecret)('payment-webhook hands a good report to the database, once', async () => {
  const body = report(`evt_conformance_${Date.now()}`)
  const answers = await Promise.all([1, 2, 3].map(() => post(body, sign(body, webhookSecret ?? ''))))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  const outcomeSchema = z.object({ received: z.literal(true), outcome: z.string() })
  for (const answer of answers) expect(outcomeSchema.parse(await answer.json()).outcome).toBe('parked')
})

test('sweep is for the secret key', async () => {
  expect((await server().functions.invoke('sweep')).error).toBeNull()
  expect((await server().functions.invoke('sweep')).data).toBeTypeOf('object')
  const { client } = await signedIn()
  for (const other of [visitor(), client]) {
    expect((await other.functions.invoke('sweep')).error?.context?.status).toBe(401)
  }
})

test('an unknown function is not found', async () => {
  expect((await server().functions.invoke('nothing-here')).error?.context?.status).toBe(404)
})
