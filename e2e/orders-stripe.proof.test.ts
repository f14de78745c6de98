import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { signatureHeader } from '#server/payment-signature.server.ts'
import { stripeProvider } from '#server/payments-stripe.server.ts'
import { longestEvent } from '#server/payments-webhook.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { runRefundJob } from '../supabase/tests/refund-jobs.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { eventAddress, freshEmail, typedCodes } from './buyer-steps.ts'
import { names } from './names.ts'
import { guestOf, hold } from './races.ts'
import { type StripeStandIn, startStripeStandIn, stripeSignature, webhookSecrets } from './stripe-stand-in.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** Tests payments through Stripe, from start to ticket and refund, against a stand-in of its API. */

const stack = inject('stack')
const shared = inject('site')
const users = openTestUsers(stack)
const { sql } = users
let standIn: StripeStandIn
let site: Supervised<TestSite>
let browser: Browser
/** The site's own jobs, which this test runs at chosen times. */
let jobs: typeof import('#features/orders/orders.jobs.server.ts')
let settlement: typeof import('#features/orders/settlement.writes.server.ts')

beforeAll(async () => {
  standIn = await startStripeStandIn()
  const [, port] = await freePorts()
  const settings = { ...standIn.settings, PAYMENT_PROVIDER: 'stripe,test', BACKGROUND_JOBS: 'off' }
  const place = { port, dataDir: shared.env.DATA_DIR ?? '' }
  site = await startTestSite(stack, place, settings)
  Object.assign(process.env, site.ready.env)
  jobs = await import('#features/orders/orders.jobs.server.ts')
  settlement = await import('#features/orders/settlement.writes.server.ts')
  browser = await openBrowser()
})
beforeEach(() => {
  standIn.webhookUrl = `${site.ready.url}/api/payments/webhook/stripe`
  standIn.refundStatus = 'succeeded'
  standIn.card = null
  standIn.embedded = false
  standIn.failing = false
  standIn.faults = []
  standIn.beforeResponse = null
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await standIn?.stop()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const now = () => Math.floor(Date.now() / 1000)

/** Reads the state of an event's order. */
async function orderOf(eventId: string) {
  type Row = { id: string; code: string; status: string; total: number; tickets: number; mails: number }
  const [row] = await sql<Row[]>`
    select o.id, o.code, o.status, o.total_cents::int as total, (select count(*)::int from public.tickets t where t.order_id = o.id) as tickets,
      (select count(*)::int from private.mail_outbox m where m.subject_id = o.id) as mails
    from public.orders o where o.event_id = ${eventId}`
  return row
}

/**
 * Sends the checkout's form.
 * @returns the address of the redirect, and the response
 */
async function pay(
  visitor: ApiVisitor,
  holdId: string,
  email = freshEmail('bea'),
  choice: Record<string, string> = {},
) {
  const buyer = { name: 'Bea Buyer', email, terms: 'on' }
  const form = { intent: 'pay', hold: holdId, key: randomUUID(), ...buyer, ...choice }
  const response = await visitor.postForm('/checkout', form)
  const location = response.headers.get('location') ?? ''
  return { response, location, ref: location.split('/').at(-1) ?? '' }
}

/** Creates a guest with an open payment for an event of their own. */
async function toThePayment(quantity = 1) {
  const testEvent = await createEvent(sql)
  const visitor = await guestOf(site.ready)
  const held = await hold(visitor, testEvent, quantity)
  const holdId = new URLSearchParams(held.headers.get('location')?.split('?')[1]).get('hold') ?? ''
  return { testEvent, visitor, holdId, ...(await pay(visitor, holdId)) }
}

describe('in a browser', () => {
  async function fillCheckout(page: TestPage): Promise<void> {
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill(freshEmail('bea'))
    await page.getByRole('button', { name: names.payAmount }).click()
    await page.waitForURL((url) => url.origin === standIn.url)
  }
  async function expectTickets(page: TestPage, eventId: string, count: number): Promise<void> {
    await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
    await page.getByRole('link', { name: /Open my ticket/ }).click()
    await page.waitForURL(/\/my-tickets$/)
    const codes = page.getByRole('img', { name: names.ticketCode })
    await codes.first().waitFor()
    expect(await codes.count()).toBe(count)
    expect(await orderOf(eventId)).toMatchObject({ status: 'paid', tickets: count, mails: 1 })
  }

  test('with JavaScript: pays at the provider’s own origin, is declined once, takes a second step, and has two tickets', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser)
    await page.goto(eventAddress(site.ready.url, testEvent.eventId))
    await hydrated(page)
    const more = page.getByRole('button', { name: names.addEntry })
    await more.click()
    await more.click()
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    await fillCheckout(page)
    expect(await page.getByRole('heading').innerText()).toBe('4000')
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Pay with a second step' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(/\/payment-success\?order=/)
    await expectTickets(page, testEvent.eventId, 2)
    expect(await typedCodes(page)).toHaveLength(2)
    expect(page.consoleErrors).toEqual([])
  })

  test('without JavaScript: a plain form of ours is led on to the provider and back', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(eventAddress(site.ready.url, testEvent.eventId))
    await page.getByLabel(names.numberOfEntry).fill('1')
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    await fillCheckout(page)
    // Returns without paying, and finds the held tickets and the same payment again.
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL(/\/checkout$/)
    const first = standIn.sessions.size
    await fillCheckout(page)
    expect(standIn.sessions.size).toBe(first)
    await page.getByRole('button', { name: names.payAtProvider, exact: true }).click()
    await page.waitForURL(/\/payment-success\?order=/)
    await expectTickets(page, testEvent.eventId, 1)
    expect(page.consoleErrors).toEqual([])
  })
})

test('a sum that Stripe does not charge is told before anybody can press Pay, and never sent there', async () => {
  const testEvent = await createEvent(sql, {
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 49 }] }],
  })
  const visitor = await guestOf(site.ready)
  const location = (await hold(visitor, testEvent, 1)).headers.get('location') ?? ''
  const { text } = await visitor.get(location)
  expect(text).toContain('Payments start at $0.50.')
  expect(text).not.toMatch(/<input[^>]+value="pay"/)
  const sessions = standIn.sessions.size
  const holdId = new URLSearchParams(location.split('?')[1]).get('hold') ?? ''
  const { response } = await pay(visitor, holdId)
  expect(response.status).toBe(409)
  expect(standIn.sessions.size).toBe(sessions)
  // At the smallest sum there is one button; wallets are on Stripe's page.
  const least = await createEvent(sql, {
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 50 }] }],
  })
  const other = await guestOf(site.ready)
  const address = (await hold(other, least, 1)).headers.get('location') ?? ''
  const page = await other.get(address)
  expect(page.text.match(/<button[^>]*type="submit"[^>]*>(?:<[^>]+>)*Pay /g)).toHaveLength(1)
  const paid = await pay(other, new URLSearchParams(address.split('?')[1]).get('hold') ?? '')
  expect(paid.ref).toMatch(/^cs_test_/)
})

test('while the provider cannot be reached the order waits, and the form says so', async () => {
  standIn.failing = true
  const { testEvent, visitor, holdId, response } = await toThePayment()
  expect(response.status).toBe(503)
  expect(response.text).toContain('still held')
  standIn.failing = false
  expect((await pay(visitor, holdId)).ref).toMatch(/^cs_test_/)
  expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'awaiting_payment', tickets: 0 })
})

test('what the buyer’s bank and Stripe’s dashboard show comes from the order; large amounts are authenticated', async () => {
  const { testEvent, ref } = await toThePayment(2)
  const order = await orderOf(testEvent.eventId)
  const { form } = standIn.calls.at(-1) ?? {}
  expect(form).toMatchObject({
    mode: 'payment',
    client_reference_id: order?.code,
    'metadata[order]': order?.code,
    'payment_intent_data[metadata][order]': order?.code,
    'payment_intent_data[statement_descriptor_suffix]': order?.code,
    'line_items[0][quantity]': '1',
    success_url: `${site.ready.url}/payment-success?order=${order?.code}`,
  })
  expect(standIn.sessions.get(ref)?.amount_total).toBe(order?.total)
  const variables = { ...standIn.settings, SITE_URL: site.ready.url }
  const provider = stripeProvider.open(variables)
  const large = {
    paymentId: randomUUID(),
    ref: null,
    amountCents: 30_001,
    currency: 'USD',
    orderCode: 'ABCDEFGH',
    email: freshEmail('bea'),
    title: 'A night',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    lines: [{ name: 'Table', quantity: 1, totalCents: 30_001 }],
    returnPath: '/payment-success',
    cancelPath: '/checkout',
  }
  await provider?.start(large)
  const asked = 'payment_method_options[card][request_three_d_secure]'
  expect(standIn.calls.at(-1)?.form[asked]).toBe('any')
  expect(form?.[asked]).toBeUndefined()
  // Stripe refuses what follows our name on a statement if it has no letter.
  const suffix = 'payment_intent_data[statement_descriptor_suffix]'
  expect(standIn.calls.at(-1)?.form[suffix]).toBe('ABCDEFGH')
  await provider?.start({ ...large, paymentId: randomUUID(), orderCode: '23456789' })
  expect(standIn.calls.at(-1)?.form).toMatchObject({ [suffix]: 'N23456789', client_reference_id: '23456789' })
  // A sum that is not the amount is never shown to a buyer.
  const wrong = { ...large, paymentId: randomUUID(), amountCents: 30_000 }
  await expect(provider?.start(wrong)).rejects.toThrow('is over 30001, not 30000 cents')
})

test.each([
  [[500]],
  [['lost']],
  [['lost', 500]],
] as const)('after the faults %j a payment is opened once', async (faults) => {
  standIn.faults = [...faults]
  const sessions = standIn.sessions.size
  const { ref } = await toThePayment()
  expect(ref).toMatch(/^cs_test_/)
  expect(standIn.sessions.size).toBe(sessions + 1)
  expect(standIn.faults).toEqual([])
})

test('a provider that asks to slow down is a moment’s delay: the next press of the button pays', async () => {
  standIn.faults = [429]
  const { visitor, holdId, response } = await toThePayment()
  expect(response.status).toBe(503)
  expect((await pay(visitor, holdId)).ref).toMatch(/^cs_test_/)
})

test('when the hold has ended its session is closed, so that nobody can pay it', async () => {
  const { testEvent, ref } = await toThePayment()
  const order = await orderOf(testEvent.eventId)
  await sql`update public.holds set expires_at = now() - interval '1 second'
    where id = (select hold_id from public.orders where id = ${order?.id ?? ''})`
  await sql`select public.sweep()`
  await settlement.settleOpenPayments({ orderId: order?.id ?? '' })
  expect(standIn.sessions.get(ref)?.status).toBe('expired')
  expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'expired', tickets: 0 })
  // Stripe said that it is over: it is asked no more.
  const [payment] = await sql<{ status: string; closed_at: Date | null }[]>`
    select status, closed_at from public.payments where provider_ref = ${ref}`
  expect(payment).toEqual({ status: 'cancelled', closed_at: expect.any(Date) })
  expect(await settlement.settleOpenPayments({ orderId: order?.id ?? '' })).toBe(0)
})

test('pages let forms go to the origin of the provider in use, and to no other', async () => {
  const formAction = async (url: string) => {
    const policy = (await fetch(`${url}/checkout`)).headers.get('content-security-policy') ?? ''
    return policy.split('; ').find((part) => part.startsWith('form-action'))
  }
  expect(await formAction(site.ready.url)).toBe(`form-action 'self' ${standIn.url}`)
  expect(await formAction(shared.url)).toBe("form-action 'self'")
})

describe('events', () => {
  test('match the payment by the provider’s reference; copies and what comes late change nothing', async () => {
    const { testEvent, ref } = await toThePayment(2)
    expect(ref).toMatch(/^cs_test_/)
    standIn.webhookUrl = null
    const paid = await standIn.decide(ref, 'pay')
    const expired = await standIn.decide(ref, 'expire')
    standIn.webhookUrl = `${site.ready.url}/api/payments/webhook/stripe`
    const copies = await Promise.all(Array.from({ length: 8 }, () => standIn.deliver(paid)))
    expect(copies).toEqual(Array(8).fill({ status: 200, outcome: 'paid' }))
    expect(await standIn.deliver(expired)).toEqual({ status: 200, outcome: 'ignored' })
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 2, mails: 1 })
  })

  test('in the wrong order end in the same place: a debit that clears before it was announced', async () => {
    const { testEvent, ref } = await toThePayment()
    standIn.webhookUrl = null
    const announced = await standIn.decide(ref, 'bank')
    const cleared = await standIn.decide(ref, 'cleared')
    standIn.webhookUrl = `${site.ready.url}/api/payments/webhook/stripe`
    expect((await standIn.deliver(cleared)).outcome).toBe('paid')
    expect((await standIn.deliver(announced)).outcome).toBe('ignored')
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 1, mails: 1 })
  })

  test('of a debit: announced, then bounced; the next payment is another session', async () => {
    const { testEvent, ref, visitor, holdId } = await toThePayment()
    await standIn.decide(ref, 'bank')
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'processing' })
    await standIn.decide(ref, 'bounced')
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'payment_failed' })
    const again = await pay(visitor, holdId)
    expect(again.ref).toMatch(/^cs_test_/)
    expect(again.ref).not.toBe(ref)
    await standIn.decide(again.ref, 'pay')
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 1 })
  })

  test('that are there before the site knows the reference are taken in with it', async () => {
    let early: string | null = null
    standIn.beforeResponse = async (id) => {
      early = (await standIn.deliver(await standIn.decide(id, 'pay'))).outcome
    }
    const { testEvent } = await toThePayment()
    expect(early).toBe('parked')
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 1, mails: 1 })
  })

  test('of other kinds are accepted and change nothing', async () => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'customer.created',
      created: now(),
      data: { object: {} },
    })
    expect(await standIn.deliver(body)).toEqual({ status: 200, outcome: 'ignored' })
  })

  test('are read up to the length that the code says, and refused above it', async () => {
    const event = (bytes: number) => {
      const [id, data] = [`evt_${randomUUID()}`, { object: {} }]
      const body = JSON.stringify({ id, type: 'customer.created', created: now(), data, filler: '' })
      return body.replace('"filler":""', `"filler":"${'x'.repeat(bytes - body.length)}"`)
    }
    expect(await standIn.deliver(event(longestEvent))).toEqual({ status: 200, outcome: 'ignored' })
    expect((await standIn.deliver(event(longestEvent + 1))).status).toBe(413)
  })

  test('of an account that is connected to ours change nothing here', async () => {
    const { testEvent, ref } = await toThePayment()
    standIn.webhookUrl = null
    const paid = JSON.parse(await standIn.decide(ref, 'pay'))
    const foreign = JSON.stringify({ ...paid, id: `evt_${randomUUID()}`, account: 'acct_1SomebodyElse' })
    standIn.webhookUrl = `${site.ready.url}/api/payments/webhook/stripe`
    expect(await standIn.deliver(foreign)).toEqual({ status: 200, outcome: 'ignored' })
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'awaiting_payment', tickets: 0 })
  })

  test('about refunds of another system on our account are taken for what they are', async () => {
    const { testEvent, ref } = await toThePayment()
    await standIn.decide(ref, 'pay')
    const refund = (payment_intent: string | null) => {
      const object = {
        object: 'refund',
        id: `re_${randomUUID()}`,
        payment_intent,
        amount: 100,
        currency: 'usd',
        created: now(),
        status: 'succeeded',
        metadata: { refund: 'R-2026-118' },
      }
      return JSON.stringify({
        id: `evt_${randomUUID()}`,
        type: 'refund.created',
        created: now(),
        data: { object },
      })
    }
    // Reports a refund of a payment that is not ours, then of one of ours: that money is gone, and an admin is asked.
    expect(await standIn.deliver(refund('pi_somebody_else'))).toEqual({ status: 200, outcome: 'ignored' })
    expect(await standIn.deliver(refund(standIn.sessions.get(ref)?.payment_intent ?? ''))).toEqual({
      status: 200,
      outcome: 'refunded',
    })
    expect(await orderOf(testEvent.eventId)).toMatchObject({ tickets: 1 })
  })

  test('are refused with a wrong, old or missing signature, altered, or at another provider’s address', async () => {
    const { testEvent, ref } = await toThePayment()
    standIn.webhookUrl = null
    const body = await standIn.decide(ref, 'pay')
    const url = `${site.ready.url}/api/payments/webhook`
    const own = `${url}/stripe`
    const refused = { status: 400, outcome: null }
    const at = now()
    const right = stripeSignature(body, at)
    const [first = '', second = ''] = webhookSecrets
    for (const signature of [
      null,
      '',
      stripeSignature(body, now(), ['whsec_somebody_else']),
      stripeSignature(body, now() - 301),
      right.replace(/t=\d+/, `t=${at - 1}`),
      right.replaceAll('v1=', 'v0='),
    ])
      expect(await standIn.deliver(body, signature, own), String(signature)).toEqual(refused)
    expect(await standIn.deliver(body.replace('"paid"', '"paid" '), right, own)).toEqual(refused)
    expect(await standIn.deliver(body, right, `${url}/test`)).toEqual(refused)
    expect(await standIn.deliver(body, right, `${url}/paper`)).toEqual(refused)
    const foreign = { [signatureHeader]: right, 'content-type': 'application/json' }
    expect((await fetch(own, { method: 'POST', headers: foreign, body })).status).toBe(400)
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'awaiting_payment' })
    // While the secret is changed, either counts; without a name the address is that of the provider in use.
    expect(await standIn.deliver(body, stripeSignature(body, now(), [first]), own)).toMatchObject({
      outcome: 'paid',
    })
    expect(await standIn.deliver(body, stripeSignature(body, now() - 290, [second]), url)).toMatchObject({
      outcome: 'paid',
    })
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 1, mails: 1 })
  })
})

describe('events that never come', () => {
  test('the page that the buyer returns to asks', async () => {
    const { testEvent, ref, visitor } = await toThePayment()
    standIn.webhookUrl = null
    await standIn.decide(ref, 'pay')
    const order = await orderOf(testEvent.eventId)
    expect(order?.status).toBe('awaiting_payment')
    expect((await visitor.get(`/payment-success?order=${order?.code}`)).text).toContain('You&#x27;re in')
  })

  test('the reconciliation asks; a session that expired ends its payment', async () => {
    const [paid, expired, open] = [await toThePayment(), await toThePayment(), await toThePayment()]
    standIn.webhookUrl = null
    await standIn.decide(paid.ref, 'pay')
    await standIn.decide(expired.ref, 'expire')
    expect(await settlement.settleOpenPayments({ olderThanSeconds: 0 })).toBeGreaterThanOrEqual(2)
    expect(await orderOf(paid.testEvent.eventId)).toMatchObject({ status: 'paid' })
    const payments = await sql<{ provider_ref: string; status: string }[]>`
      select provider_ref, status from public.payments where provider_ref in ${sql([expired.ref, open.ref])}`
    expect(Object.fromEntries(payments.map((row) => [row.provider_ref, row.status]))).toEqual({
      [expired.ref]: 'cancelled',
      [open.ref]: 'created',
    })
  })

  test('a buyer who paid and pays again is asked for no second payment', async () => {
    const { testEvent, ref, visitor, holdId } = await toThePayment()
    standIn.webhookUrl = null
    await standIn.decide(ref, 'pay')
    const sessions = standIn.sessions.size
    const again = await pay(visitor, holdId)
    expect(again.location).toBe(`/payment-success?order=${(await orderOf(testEvent.eventId))?.code}`)
    expect(standIn.sessions.size).toBe(sessions)
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid', tickets: 1 })
  })

  test('a session that expired unnoticed is replaced', async () => {
    const { testEvent, ref, visitor, holdId } = await toThePayment()
    standIn.webhookUrl = null
    await standIn.decide(ref, 'expire')
    const again = await pay(visitor, holdId)
    expect(again.ref).toMatch(/^cs_test_/)
    expect(again.ref).not.toBe(ref)
    await standIn.decide(again.ref, 'pay')
    await settlement.settleOpenPayments({ orderId: (await orderOf(testEvent.eventId))?.id ?? '' })
    expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'paid' })
  })
})

test('a payment that only a form on our own page could show is refused as a closed checkout', async () => {
  standIn.embedded = true
  const { testEvent, response } = await toThePayment()
  expect(response.headers.get('location')).toBeNull()
  expect(response.text).toContain('Checkout is closed right now.')
  expect(response.text).not.toContain('_secret_')
  expect(await orderOf(testEvent.eventId)).toMatchObject({ status: 'awaiting_payment', tickets: 0 })
})

describe('refunds', () => {
  async function bought() {
    const { testEvent, ref } = await toThePayment()
    await standIn.decide(ref, 'pay')
    const order = await orderOf(testEvent.eventId)
    const ada = await users.actingAs('Ada')
    const args = {
      p_order: order?.id,
      p_amount_cents: 2000,
      p_reason: 'fell ill',
      p_void: true,
      p_key: randomUUID(),
    }
    const { data, error } = await ada.rpc('refund_order', args)
    expect(error).toBeNull()
    const refundId = String(data.refundId)
    const atTheProvider = () =>
      [...standIn.refunds.values()].filter((made) => made.metadata?.refund === refundId)
    return { refundId, atTheProvider, intent: standIn.sessions.get(ref)?.payment_intent }
  }
  const run = (refundId: string) => runRefundJob(sql, jobs.refunds, refundId)
  const stateOf = async (refundId: string) => {
    const [row] = await sql<{ status: string; provider_ref: string | null }[]>`
      select status, provider_ref from public.refunds where id = ${refundId}`
    return row
  }

  test('go through the provider’s API, once', async () => {
    const { refundId, atTheProvider, intent } = await bought()
    // The first worker's lease is taken from it: both send the refund.
    await runRefundJob(sql, jobs.refunds, refundId, 2)
    const [made] = atTheProvider()
    expect(made).toMatchObject({ amount: 2000, payment_intent: intent })
    expect(await stateOf(refundId)).toEqual({ status: 'succeeded', provider_ref: made?.id })
    // A worker that died after the provider's success repeats the call with the same key.
    await sql`update public.refunds set status = 'submitted', provider_ref = null, finished_at = null where id = ${refundId}`
    await sql`select private.enqueue_job('refund', ${refundId})`
    await run(refundId)
    expect(atTheProvider()).toHaveLength(1)
    expect(await stateOf(refundId)).toEqual({ status: 'succeeded', provider_ref: made?.id })
  })

  test('that take their time are ended by an event, or by asking again', async () => {
    standIn.refundStatus = 'pending'
    const [one, two] = [await bought(), await bought()]
    await Promise.all([run(one.refundId), run(two.refundId)])
    expect(await stateOf(one.refundId)).toMatchObject({ status: 'submitted' })
    await standIn.endRefund(one.atTheProvider()[0]?.id ?? '', 'succeeded')
    expect(await stateOf(one.refundId)).toMatchObject({ status: 'succeeded' })
    standIn.webhookUrl = null
    await standIn.endRefund(two.atTheProvider()[0]?.id ?? '', 'succeeded')
    await run(two.refundId)
    expect(await stateOf(two.refundId)).toMatchObject({ status: 'succeeded' })
    expect(two.atTheProvider()).toHaveLength(1)
  })

  test('that fail later are sent again', async () => {
    standIn.refundStatus = 'pending'
    const { refundId, atTheProvider } = await bought()
    await run(refundId)
    await standIn.endRefund(atTheProvider()[0]?.id ?? '', 'failed')
    expect(await stateOf(refundId)).toMatchObject({ status: 'failed' })
    standIn.refundStatus = 'succeeded'
    await run(refundId)
    expect(atTheProvider().map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await stateOf(refundId)).toEqual({ status: 'succeeded', provider_ref: atTheProvider()[1]?.id })
  })
})

describe('money that leaves at the provider', () => {
  async function bought(quantity = 1) {
    const { testEvent, ref } = await toThePayment(quantity)
    await standIn.decide(ref, 'pay')
    return { ref, orderId: (await orderOf(testEvent.eventId))?.id ?? '' }
  }
  const stateOf = async (orderId: string) => {
    const [row] = await sql`
      select o.status, o.dispute_status as dispute, o.refunded_cents::int as refunded,
        (select count(*)::int from public.tickets t where t.order_id = o.id and t.status = 'valid' and t.blocked_at is not null) as blocked,
        (select string_agg(d.status, ' ') from public.disputes d where d.order_id = o.id) as disputes,
        (select string_agg(r.kind || ' ' || r.amount_cents, ', ' order by r.created_at) from public.refunds r where r.order_id = o.id) as refunds
      from public.orders o where o.id = ${orderId}`
    return row
  }
  const latest = () => [...standIn.disputes.keys()].at(-1) ?? ''

  test('a dispute blocks the tickets, and when it is lost takes them and the money', async () => {
    const { ref, orderId } = await bought(2)
    await standIn.dispute(ref)
    expect(await stateOf(orderId)).toMatchObject({ dispute: 'open', blocked: 2, refunded: 0 })
    const [dispute] = await sql<{ reason_code: string; days: number }[]>`
      select reason_code, round(extract(epoch from evidence_due_at - now()) / 86400)::int as days from public.disputes where order_id = ${orderId}`
    expect(dispute).toEqual({ reason_code: 'fraudulent', days: 7 })
    await standIn.moveDispute(latest(), 'lost')
    expect(await stateOf(orderId)).toMatchObject({
      status: 'cancelled',
      dispute: 'lost',
      refunded: 4000,
      refunds: 'dispute 4000',
    })
  })

  test('evidence that an admin sends is submitted to the provider, once', async () => {
    const { ref, orderId } = await bought()
    await standIn.dispute(ref)
    const id = latest()
    const [dispute] = await sql<{ id: string }[]>`select id from public.disputes where order_id = ${orderId}`
    const ada = new ApiVisitor(site.ready.url)
    const login = { username: 'ada', password: 'Jouvay2026' }
    expect((await ada.post('/api/auth/login', login)).status).toBe(200)
    const path = `/ticket-management/disputes/${dispute?.id}`
    const form = { currentPassword: login.password }
    expect((await ada.postForm(path, form)).status).toBe(302)
    expect(await stateOf(orderId)).toMatchObject({ dispute: 'open', disputes: 'evidence_sent' })
    const sent = standIn.calls.filter((call) => call.path.endsWith(`/disputes/${id}`))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.form).toMatchObject({
      submit: 'true',
      'evidence[customer_email_address]': expect.stringContaining('@'),
      'evidence[refund_policy_disclosure]': expect.stringMatching(/\S/),
    })
    // Sent again, it is refused, and nothing goes to the provider.
    expect((await ada.postForm(path, form)).status).toBe(409)
    expect(standIn.calls.filter((call) => call.path.endsWith(`/disputes/${id}`))).toHaveLength(1)
  })

  test('an inquiry that is closed gives the tickets back; events in the wrong order and copies change nothing', async () => {
    const { ref, orderId } = await bought()
    standIn.webhookUrl = null
    const opened = await standIn.dispute(ref, 'warning_needs_response')
    const closed = await standIn.moveDispute(latest(), 'warning_closed')
    standIn.webhookUrl = `${site.ready.url}/api/payments/webhook/stripe`
    expect((await standIn.deliver(closed)).outcome).toBe('disputed')
    expect((await standIn.deliver(opened)).outcome).toBe('ignored')
    expect((await standIn.deliver(closed)).outcome).toBe('disputed')
    expect(await stateOf(orderId)).toMatchObject({ status: 'paid', dispute: 'won', blocked: 0, refunded: 0 })
  })

  test('a refund in the dashboard is booked once, though two events report it', async () => {
    const { ref, orderId } = await bought()
    await standIn.refundInDashboard(ref, 500)
    await standIn.refundInDashboard(ref, 700)
    expect(await stateOf(orderId)).toMatchObject({
      status: 'paid',
      refunded: 1200,
      refunds: 'external 500, external 700',
    })
  })

  test('what no event reported is found by asking', async () => {
    const [disputed, refunded] = [await bought(), await bought()]
    standIn.webhookUrl = null
    await standIn.dispute(disputed.ref)
    await standIn.refundInDashboard(refunded.ref, 300)
    await jobs.askAboutDisputes()
    expect(await stateOf(disputed.orderId)).toMatchObject({ dispute: 'open', blocked: 1 })
    expect(await stateOf(refunded.orderId)).toMatchObject({ refunded: 300 })
    const id = [...standIn.disputes.values()].findLast(
      ({ payment_intent }) => payment_intent === standIn.sessions.get(disputed.ref)?.payment_intent,
    )?.id
    await standIn.moveDispute(id ?? '', 'won')
    await sql`update public.disputes set looked_up_at = null where order_id = ${disputed.orderId}`
    await jobs.askAboutDisputes()
    expect(await stateOf(disputed.orderId)).toMatchObject({ dispute: 'won', blocked: 0 })
    await jobs.askAboutDisputes()
    expect(await stateOf(refunded.orderId)).toMatchObject({ refunds: 'external 300' })
  })
})
