import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buyGoods } from '../supabase/tests/goods.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'

/** Tests buying without an account and without JavaScript, request by request. */

const { url: site } = inject('site')
const { sql, service, close } = openTestUsers(inject('stack'))
let testEvent: TestEvent

beforeAll(async () => {
  testEvent = await createEvent(sql)
  await sql`update public.events set min_age = 21, title = 'Guest night' where id = ${testEvent.eventId}`
})
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

const place = (url: string | null) => new URL(url ?? '', site)

async function hold(visitor: ApiVisitor, quantity: number) {
  const response = await visitor.postForm('/checkout', {
    intent: 'hold',
    event: testEvent.eventId,
    'lines[0].type': testEvent.types.Entry ?? '',
    'lines[0].quantity': String(quantity),
  })
  return { response, to: place(response.headers.get('location')) }
}

/**
 * Buys a ticket as a guest.
 * @returns the path of the page after paying
 */
async function bought(visitor: ApiVisitor, buyer: { name: string; email: string }): Promise<string> {
  const { to } = await hold(visitor, 1)
  const pay = await visitor.postForm('/checkout', {
    intent: 'pay',
    hold: to.searchParams.get('hold') ?? '',
    key: randomUUID(),
    ...buyer,
    age: 'on',
    terms: 'on',
  })
  const bank = place(pay.headers.get('location')).pathname
  const paid = await visitor.postForm(bank, { decision: 'succeeded' })
  const success = place(paid.headers.get('location'))
  return success.pathname + success.search
}

const password = 'Tassa-4-drums'

describe('the picker', () => {
  test('leads back to the tickets of the event, where the reason stands once', async () => {
    const visitor = new ApiVisitor(site)
    const { response, to } = await hold(visitor, 0)
    expect([response.status, to.pathname, to.hash]).toEqual([303, `/events/${testEvent.eventId}`, '#tickets'])
    const canonical = place((await visitor.get(to.pathname)).headers.get('location')).pathname
    expect((await visitor.get(canonical)).text).toContain('Choose at least one ticket')
    expect((await visitor.get(canonical)).text).not.toContain('Choose at least one ticket')
    expect((await new ApiVisitor(site).get(canonical)).text).not.toContain('Choose at least one ticket')
  })
})

describe('the checkout', () => {
  test('names everything that is missing at once, the age included', async () => {
    const visitor = new ApiVisitor(site)
    const { to } = await hold(visitor, 1)
    const id = to.searchParams.get('hold') ?? ''
    const { status, text } = await visitor.postForm('/checkout', {
      intent: 'pay',
      hold: id,
      key: randomUUID(),
    })
    expect(status).toBe(422)
    for (const message of [
      'Please enter your name',
      'Please enter a valid email address',
      'Please confirm your age to continue',
      'Please accept the terms to continue',
    ]) {
      expect(text).toContain(message)
    }
    expect(text).not.toContain('Invalid input')
    // Only the age is missing, and its message is at the box.
    const last = await visitor.postForm('/checkout', {
      intent: 'pay',
      hold: id,
      key: randomUUID(),
      name: 'Gus Guest',
      email: freshEmail('gus'),
      terms: 'on',
    })
    expect(last.status).toBe(422)
    const [, box = ''] = last.text.split('id="buyer-age-error"')
    expect(box.slice(0, 800)).toContain('Please confirm your age to continue')
  })
})

describe('after paying', () => {
  test('this session shows its tickets without an account; another guest sees none of them', async () => {
    const visitor = new ApiVisitor(site)
    await bought(visitor, { name: 'Gus Guest', email: freshEmail('gus') })
    const { text } = await visitor.get('/my-tickets')
    expect(text).toContain('Guest night')
    expect(text).toContain('Gus Guest')
    expect(text).toContain('QR code of ticket 1 of 1')
    expect(text).toContain('Bought without an account?')
    const other = new ApiVisitor(site)
    await other.post('/api/auth/guest')
    expect((await other.get('/my-tickets')).text).not.toContain('Guest night')
  })

  test('another browser learns nothing of the order and where it is; a code that nobody has gets the same words', async () => {
    const visitor = new ApiVisitor(site)
    const path = await bought(visitor, { name: 'Gus Guest', email: freshEmail('gus') })
    const guest = new ApiVisitor(site)
    await guest.post('/api/auth/guest')
    for (const other of [new ApiVisitor(site), guest]) {
      const pages = await Promise.all(
        [path, '/payment-success?order=ABCD2345', '/payment-success?order=what'].map((each) =>
          other.get(each),
        ),
      )
      const words = pages.map(({ status, text }) => [status, /<main[\s\S]*<\/main>/.exec(text)?.[0]])
      expect(words[0]?.[0]).toBe(200)
      expect(words[0]?.[1]).toContain(names.otherBrowserHeading)
      expect(words[0]?.[1]).toContain('href="/my-tickets"')
      expect(words[1]).toEqual(words[0])
      expect(words[2]).toEqual(words[0])
    }
  })

  test('merch alone is followed from My Tickets of the session, and nothing there speaks of tickets', async () => {
    const visitor = new ApiVisitor(site)
    const me = z.object({ id: z.uuid() }).parse((await visitor.post('/api/auth/guest')).body)
    const { variantId, name } = await makeVariant(sql)
    const { code } = await buyGoods(service, sql, me.id, [{ variantId, quantity: 1, delivery: 'ship' }])
    const success = await visitor.get(`/payment-success?order=${code}`)
    expect(success.text).toContain('Create a password to track your order')
    expect(success.text).not.toContain('these tickets')
    const text = (await visitor.get('/my-tickets')).text.replaceAll('<!-- -->', '')
    expect(text).toContain(name)
    expect(text).toContain(`/my-tickets/goods?code=${code}`)
    expect(text).toContain('see your order on any device')
    expect(text).not.toContain('No tickets yet')
    expect((await visitor.get(`/my-tickets/goods?code=${code}`)).status).toBe(200)
    const other = new ApiVisitor(site)
    await other.post('/api/auth/guest')
    expect((await other.get('/my-tickets')).text).not.toContain(code)
  })

  test('a password makes an account of the order’s name and address; whatever else is posted is refused', async () => {
    const visitor = new ApiVisitor(site)
    const email = freshEmail('Gwen').toUpperCase()
    const success = await bought(visitor, { name: 'Gwen Guest', email })
    expect((await visitor.get(success)).text).toContain('id="keep-title"')
    const forged = await visitor.postForm(success, {
      intent: 'keep',
      password,
      email: freshEmail('somebody.else'),
    })
    expect(forged.status).toBe(422)
    const weak = await visitor.postForm(success, { intent: 'keep', password: 'short' })
    expect([weak.status, weak.text.includes('Password must be at least 8 characters')]).toEqual([422, true])

    const made = await visitor.postForm(success, { intent: 'keep', password })
    expect([made.status, place(made.headers.get('location')).pathname]).toEqual([303, '/my-tickets'])
    const mine = (await visitor.get('/my-tickets')).text
    const [username = ''] = /gwen\.guest\d{4}/.exec(mine) ?? []
    expect(username).not.toBe('')
    expect(mine).toContain('Guest night')
    const [row] = await sql`
      select u.email, p.display_name, p.email_verified_at from auth.users u join public.profiles p on p.id = u.id
      where p.username = ${username}`
    expect(row).toEqual({ email: email.toLowerCase(), display_name: 'Gwen Guest', email_verified_at: null })
    // The tickets are there in every session of the account.
    const elsewhere = new ApiVisitor(site)
    expect((await elsewhere.post('/api/auth/login', { username, password })).status).toBe(200)
    expect((await elsewhere.get('/my-tickets')).text).toContain('Guest night')
    // A second request has nothing to create.
    const again = await visitor.postForm(success, { intent: 'keep', password: 'Another-4-drums' })
    expect(place(again.headers.get('location')).pathname).toBe('/my-tickets')
    const old = new ApiVisitor(site)
    expect((await old.post('/api/auth/login', { username, password })).status).toBe(200)
  })

  test('the response does not reveal whether the address has an account, and no account gets another’s address', async () => {
    const { details } = await registered(site, 'Mia')
    const responses: unknown[] = []
    for (const email of [details.email, freshEmail('unknown')]) {
      const visitor = new ApiVisitor(site)
      const success = await bought(visitor, { name: 'Sly Guest', email })
      const page = (await visitor.get(success)).text.replaceAll(email, '').includes('account')
      const made = await visitor.postForm(success, { intent: 'keep', password })
      const mine = (await visitor.get('/my-tickets')).text
      responses.push([page, made.status, made.headers.get('location'), /sly\.guest\d{4}/.test(mine)])
    }
    expect(responses[0]).toEqual(responses[1])
    const [row] = await sql<
      { n: number }[]
    >`select count(*)::int as n from auth.users where email = ${details.email}`
    expect(row?.n).toBe(1)
    const mia = new ApiVisitor(site)
    await mia.post('/api/auth/login', details)
    expect((await mia.get('/my-tickets')).text).not.toContain('Sly Guest')
  })

  test('only the one who bought can make an account of the order', async () => {
    const visitor = new ApiVisitor(site)
    const success = await bought(visitor, { name: 'Gil Guest', email: freshEmail('gil') })
    const other = new ApiVisitor(site)
    const away = await other.postForm(success, { intent: 'keep', password })
    expect([away.status, place(away.headers.get('location')).searchParams.get('auth')]).toEqual([
      302,
      'login',
    ])
    await other.post('/api/auth/guest')
    expect((await other.postForm(success, { intent: 'keep', password })).status).toBe(404)
  })
})
