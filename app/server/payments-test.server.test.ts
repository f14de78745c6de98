import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signatureHeader, signPayload } from './payment-signature.server.ts'
import { createTestProvider, type TestProvider } from './payments-test.server.ts'

const secrets = ['s'.repeat(32)]
const ref = 'pay_12345678'
const payment = {
  paymentId: ref,
  ref: null,
  amountCents: 6840,
  currency: 'USD',
  orderCode: 'ABCD2345',
  email: 'bea@example.com',
  title: 'Night',
  expiresAt: '2026-11-22T04:00:00Z',
  lines: [{ name: 'Entry', quantity: 2, totalCents: 6840 }],
  returnPath: '/payment-success?order=ABCD2345',
  cancelPath: '/checkout',
}
const signed = (signature: string | null) =>
  new Headers(signature === null ? {} : { [signatureHeader]: signature })

let folder: string
let site: Server
let provider: TestProvider
let received: { body: string; signature: string | null }[]
let statuses: number[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'test-payments-'))
  received = []
  statuses = []
  site = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const header = request.headers[signatureHeader]
    received.push({
      body: Buffer.concat(chunks).toString(),
      signature: typeof header === 'string' ? header : null,
    })
    response.statusCode = statuses.shift() ?? 200
    response.end()
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  provider = createTestProvider({ folder, webhookUrl: `http://127.0.0.1:${address.port}/`, secrets })
})

afterEach(async () => {
  await new Promise((resolve) => site.close(resolve))
  await rm(folder, { recursive: true })
})

function now(): number {
  return Math.floor(Date.now() / 1000)
}

it('reports a decision by a call that carries its own signature', async () => {
  await provider.start(payment)
  await provider.decide(ref, { outcome: 'succeeded' })
  expect(received).toHaveLength(1)
  const [report] = received
  const read = await provider.readEvent(report?.body ?? '', signed(report?.signature ?? null), now())
  expect(read?.events[0]).toMatchObject({ kind: 'succeeded', ref, amountCents: 6840, currency: 'USD' })
  expect(await provider.lookUp(ref)).toEqual(read?.events[0])
})

it('sends a report again when the site was not there', async () => {
  statuses = [503]
  await provider.start(payment)
  await provider.decide(ref, { outcome: 'succeeded' })
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]?.body).toBe(received[0]?.body)
})

it('lets the first final decision stand, whatever comes after', async () => {
  await provider.start(payment)
  await provider.decide(ref, { outcome: 'processing' })
  expect((await provider.readPayment(ref))?.state).toBe('processing')
  await Promise.all([
    provider.decide(ref, { outcome: 'failed' }),
    provider.decide(ref, { outcome: 'failed' }),
  ])
  await provider.decide(ref, { outcome: 'succeeded' })
  expect((await provider.readPayment(ref))?.state).toBe('failed')
  const ids = new Set(received.slice(1).map((report) => JSON.parse(report.body).id))
  expect(ids.size).toBe(1)
})

it('keeps the amount it was started with', async () => {
  await provider.start(payment)
  await provider.start({ ...payment, amountCents: 1 })
  expect((await provider.readPayment(ref))?.amountCents).toBe(6840)
})

it('knows nothing of a payment that was never started', async () => {
  expect(await provider.readPayment('pay_unknown1')).toBeNull()
  expect(await provider.readPayment('../../etc/passwd')).toBeNull()
  await expect(provider.decide('pay_unknown1', { outcome: 'succeeded' })).rejects.toThrow()
  expect(await provider.lookUp('pay_unknown1')).toBeNull()
})

it('reads no report that is unsigned, altered or strange', async () => {
  const body = JSON.stringify({
    id: 'evt_12345678',
    type: 'payment.succeeded',
    created: now(),
    data: { payment_ref: ref, amount_cents: 1, currency: 'USD' },
  })
  const read = (text: string, signature: string | null) => provider.readEvent(text, signed(signature), now())
  const good = signPayload(body, 's'.repeat(32), now())
  expect(await read(body, good)).not.toBeNull()
  expect(await read(body, null)).toBeNull()
  expect(await read(`${body} `, good)).toBeNull()
  const strange = '{"id":"evt_12345678","type":"customer.created"}'
  expect(await read(strange, signPayload(strange, 's'.repeat(32), now()))).toBeNull()
})
