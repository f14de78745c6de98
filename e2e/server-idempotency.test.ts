import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiResponse, ApiVisitor } from './api-visitor.ts'
import { guestOf } from './races.ts'

/** Tests requests that create something, sent twice: with one key there is one effect and one response. */

const site = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let admin: ApiVisitor

beforeAll(async () => {
  admin = new ApiVisitor(site.url)
  expect((await admin.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Posts a form as the page's own code does, so that a refusal keeps its status. @param key of the header; null sends none */
function send(visitor: ApiVisitor, path: string, form: Record<string, string>, key: string | null) {
  return visitor.send('POST', path, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: '*/*',
    ...(key === null ? {} : { 'idempotency-key': key }),
  })
}

const redirectOf = ({ status, headers }: ApiResponse) => ({ status, location: headers.get('location') })
const reused = 'This form was already sent. Please reload the page.'

const holdForm = (testEvent: TestEvent, quantity: number) => ({
  intent: 'hold',
  event: testEvent.eventId,
  'lines[0].type': testEvent.types.Entry ?? '',
  'lines[0].quantity': String(quantity),
})
const buyer = (hold: string, more: Record<string, string> = {}) => ({
  intent: 'pay',
  hold,
  key: randomUUID(),
  name: 'Bea Buyer',
  email: 'bea@example.com',
  terms: 'on',
  ...more,
})
async function held(visitor: ApiVisitor, testEvent: TestEvent): Promise<string> {
  const { headers } = await send(visitor, '/checkout', holdForm(testEvent, 1), null)
  return new URLSearchParams(headers.get('location')?.split('?')[1]).get('hold') ?? ''
}

describe('by the header Idempotency-Key', () => {
  test('a hold', async () => {
    const testEvent = await createEvent(sql)
    const visitor = await guestOf(site)
    const key = randomUUID()
    const first = redirectOf(await send(visitor, '/checkout', holdForm(testEvent, 2), key))
    expect(first).toEqual({ status: 302, location: expect.stringMatching(/^\/checkout\?hold=/) })
    expect(redirectOf(await send(visitor, '/checkout', holdForm(testEvent, 2), key))).toEqual(first)
    const other = await send(visitor, '/checkout', holdForm(testEvent, 3), key)
    expect(other.status).toBe(422)
    expect(other.text).toContain(reused)
    // Keys belong to one person.
    const otherGuest = await send(await guestOf(site), '/checkout', holdForm(testEvent, 2), key)
    expect(otherGuest.headers.get('location')).not.toBe(first.location)
    // The same key after the tickets were removed returns the response, and creates no hold.
    const hold = new URLSearchParams(first.location?.split('?')[1]).get('hold') ?? ''
    await send(visitor, '/checkout', { intent: 'release', hold }, null)
    expect(redirectOf(await send(visitor, '/checkout', holdForm(testEvent, 2), key))).toEqual(first)
    const [pool] = await sql<{ held: number }[]>`
      select held from public.capacity_pools where event_id = ${testEvent.eventId}`
    expect(pool?.held).toBe(2)
  })

  test('an order and its payment, also when both requests come at once', async () => {
    const testEvent = await createEvent(sql)
    const visitor = await guestOf(site)
    const key = randomUUID()
    const form = buyer(await held(visitor, testEvent))
    const both = await Promise.all([1, 2, 3].map(() => send(visitor, '/checkout', form, key)))
    const [first] = both.map(redirectOf)
    expect(first).toEqual({ status: 302, location: expect.stringMatching(/^\/test-payment\//) })
    expect(both.map(redirectOf)).toEqual([first, first, first])
    const other = await send(visitor, '/checkout', { ...form, email: 'other@example.com' }, key)
    expect(other.status).toBe(422)
    expect(other.text).toContain(reused)
    // Later changes of the payment change no stored response.
    await visitor.postForm(first?.location ?? '', { decision: 'failed' })
    expect(redirectOf(await send(visitor, '/checkout', form, key))).toEqual(first)
    const [row] = await sql<{ orders: number; payments: number; email: string }[]>`
      select count(distinct o.id)::int as orders, count(p.id)::int as payments, min(o.email) as email
      from public.orders o join public.payments p on p.order_id = o.id where o.event_id = ${testEvent.eventId}`
    expect(row).toEqual({ orders: 1, payments: 1, email: 'bea@example.com' })
  })

  test('another try to pay', async () => {
    const testEvent = await createEvent(sql)
    const visitor = await guestOf(site)
    const { headers } = await send(visitor, '/checkout', buyer(await held(visitor, testEvent)), null)
    await visitor.postForm(headers.get('location') ?? '', { decision: 'failed' })
    const [order] = await sql<{ id: string; code: string }[]>`
      select id, code from public.orders where event_id = ${testEvent.eventId}`
    const form = { intent: 'retry', order: order?.code ?? '' }
    const key = randomUUID()
    const first = redirectOf(await send(visitor, '/checkout', form, key))
    expect(first.location).toMatch(/^\/test-payment\//)
    expect(first.location).not.toBe(headers.get('location'))
    await visitor.postForm(first.location ?? '', { decision: 'failed' })
    expect(redirectOf(await send(visitor, '/checkout', form, key))).toEqual(first)
    expect(
      await sql`select count(*)::int as n from public.payments where order_id = ${order?.id ?? ''}`,
    ).toEqual([{ n: 2 }])
  })
})

/** Reads the key in the hidden field of a staff page. */
async function keyOf(path: string): Promise<string> {
  return /name="idempotencyKey" value="([^"]+)"/.exec((await admin.get(path)).text)?.[1] ?? ''
}

describe('by the hidden field of a form', () => {
  test('an order; the same form with a correction is a new request', async () => {
    const testEvent = await createEvent(sql)
    const visitor = await guestOf(site)
    const form = buyer(await held(visitor, testEvent))
    const first = redirectOf(await visitor.postForm('/checkout', form))
    expect(redirectOf(await visitor.postForm('/checkout', form))).toEqual(first)
    expect(redirectOf(await visitor.postForm('/checkout', { ...form, email: 'right@example.com' }))).toEqual(
      first,
    )
    expect(await sql`select email from public.orders where event_id = ${testEvent.eventId}`).toEqual([
      { email: 'right@example.com' },
    ])
  })

  test('a new event', async () => {
    const idempotencyKey = await keyOf('/admin/events/new')
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    const year = new Date().getUTCFullYear() + 1
    const title = `Twice ${randomUUID().slice(0, 8)}`
    const filled = {
      idempotencyKey,
      title,
      city: 'Brooklyn',
      timeZone: 'America/New_York',
      startsAt: `${year}-07-10T22:00`,
      endsAt: `${year}-07-11T04:00`,
    }
    const post = (more: Record<string, string> = {}, key: string | null = null) =>
      send(admin, '/admin/events/new', { ...filled, ...more }, key)
    const both = await Promise.all([post(), post()])
    const [first, second] = both.map(redirectOf)
    expect(first?.location, both[0]?.text.slice(0, 3000)).toMatch(
      /^\/admin\/events\/[0-9a-f-]{36}\?done=saved$/,
    )
    expect(second).toEqual(first)
    const other = await post({ title: `${title} changed` })
    expect(other.status).toBe(422)
    expect(other.text).toContain(reused)
    const count = () => sql`select count(*)::int as n from public.events where title like ${`${title}%`}`
    expect(await count()).toEqual([{ n: 1 }])
    // The header takes precedence over the field.
    expect(redirectOf(await post({ title: `${title} by header` }, randomUUID())).location).not.toBe(
      first?.location,
    )
    expect(await count()).toEqual([{ n: 2 }])
  })

  test('a copy of an event', async () => {
    const testEvent = await createEvent(sql)
    const path = `/admin/events/${testEvent.eventId}/publish`
    const idempotencyKey = await keyOf(path)
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    const copy = () => admin.postForm(path, { intent: 'copy', idempotencyKey })
    const [first, second] = (await Promise.all([copy(), copy()])).map(redirectOf)
    expect(first?.location).toMatch(/^\/admin\/events\/[0-9a-f-]{36}\?done=copied$/)
    expect(second).toEqual(first)
    expect(first?.location).not.toContain(testEvent.eventId)
    const elsewhere = await createEvent(sql)
    const other = await send(
      admin,
      `/admin/events/${elsewhere.eventId}/publish`,
      { intent: 'copy', idempotencyKey },
      null,
    )
    expect(other.status).toBe(422)
  })
})

test('an invalid key is refused', async () => {
  const testEvent = await createEvent(sql)
  const visitor = await guestOf(site)
  for (const key of ['short', 'x'.repeat(201)])
    expect((await send(visitor, '/checkout', holdForm(testEvent, 1), key)).status).toBe(422)
})
