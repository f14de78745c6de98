import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { stripeProvider } from '#server/payments-stripe.server.ts'
import { command, StartError } from '../tools/processes.ts'
import { readSettings } from '../tools/settings.ts'

/**
 * `npm run test:stripe`: tests the provider against the Stripe account of the settings, in test mode. It leaves one ended session
 * there. With STRIPE_API_URL it goes to that host instead.
 */
async function run(): Promise<void> {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL, SITE_URL } = readSettings()
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new StartError('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET in .env first (docs/payments.md).')
  if (!STRIPE_SECRET_KEY.includes('_test_'))
    throw new StartError('STRIPE_SECRET_KEY is a live key: this needs one of test mode.')
  const variables = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL, SITE_URL }
  const provider = stripeProvider.open(variables)
  assert(provider)
  assert.equal(provider.isTest, true)

  const payment = {
    paymentId: randomUUID(),
    ref: null,
    amountCents: 4650,
    currency: 'USD',
    orderCode: 'TEST2345',
    email: 'buyer@example.com',
    title: 'A test of the site',
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    lines: [
      { name: 'Entry', quantity: 2, totalCents: 4000 },
      { name: 'Coat check', quantity: 1, totalCents: 650 },
    ],
    returnPath: '/payment-success?order=TEST2345',
    cancelPath: '/checkout',
  }
  const opened = await provider.start(payment)
  assert(opened?.kind === 'redirect')
  console.log(`opened ${opened.ref}: ${opened.url.split('#')[0]}`)
  assert.deepEqual((await provider.start(payment))?.ref, opened.ref)
  assert.deepEqual((await provider.start({ ...payment, ref: opened.ref }))?.ref, opened.ref)
  console.log('repeated it: the same session')
  assert.equal(await provider.lookUp(opened.ref), null)
  await provider.end(opened.ref)
  await provider.end(opened.ref)
  const ended = await provider.lookUp(opened.ref)
  assert.deepEqual(
    [ended?.kind, ended?.amountCents, ended?.currency, ended?.ref],
    ['expired', 4650, 'USD', opened.ref],
  )
  assert.equal(await provider.start({ ...payment, ref: opened.ref }), null)
  console.log('ended it: expired, and not opened again')

  const now = Math.floor(Date.now() / 1000)
  const payload = JSON.stringify({
    id: 'evt_of_this_test',
    object: 'event',
    type: 'checkout.session.expired',
    created: now,
    data: { object: { object: 'checkout.session', id: opened.ref, amount_total: 4650, currency: 'usd' } },
  })
  const [secret = ''] = STRIPE_WEBHOOK_SECRET.split(',').map((text) => text.trim())
  const signature = new Stripe(STRIPE_SECRET_KEY).webhooks.generateTestHeaderString({ payload, secret })
  const headers = new Headers({ 'stripe-signature': signature })
  assert.equal((await provider.readEvent(payload, headers, now))?.events[0]?.kind, 'expired')
  assert.equal(await provider.readEvent(`${payload} `, headers, now), null)
  assert.equal(await provider.readEvent(payload, headers, now + 400), null)
  console.log('read an event signed with the first secret; refused it altered and old')
}

await command(run)
