/** The project's edge functions, called as the payment provider and a schedule do. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { server, signedIn, visitor } from './people.ts'
import { target } from './target.ts'

const webhook = `${target.url}/functions/v1/payment-webhook`

function sign(body: string, secret: string) {
  const at = Math.floor(Date.now() / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

async function post(body: string, signature: string | null) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (signature) headers['payment-signature'] = signature
  return fetch(webhook, { method: 'POST', headers, body })
}

test('payment-webhook refuses an event without a valid signature', async () => {
  const body = JSON.stringify({
    id: 'evt_conformance_forged',
    type: 'payment.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { payment_ref: 'nobody-knows-this-payment', amount_cents: 100, currency: 'USD' },
  })
  const signatures = [null, 't=1,v1=00', sign(body, 'a secret of somebody else')]
  for (const signature of signatures) expect((await post(body, signature)).status).toBe(400)
  expect((await fetch(webhook)).status).toBe(405)
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
