import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buyGoods } from '../supabase/tests/goods.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { desktop, openBrowser } from './browser.ts'
import { changeTwoTickets, countValid, refundOneOfThree, sellAtDesk } from './desk-steps.ts'
import { meet, type Person } from './people.ts'

/** Tests the order desk: one order, its refunds and notes, as admins use it. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let bella: Person
beforeAll(async () => {
  ;[browser, ada, bella] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Ada'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const sold = (faceCents?: number, quantity?: number) => sellAtDesk(users, faceCents, quantity)

test('refunds one ticket of three, with the amount shown first', async () => {
  await refundOneOfThree({ browser, site, users, admin: ada, options: { viewport: desktop } })
})

test('gives a ticket a new code and ends another from the list of attendees', async () => {
  await changeTwoTickets({ browser, site, users, admin: ada, options: { viewport: desktop } })
})

describe('without JavaScript', () => {
  test('a free amount is shown again before it is paid; mistakes and a wrong password move no money', async () => {
    const order = await sold()
    const { visitor, details } = bella
    const path = `${order.path}/refund`
    const shown = await visitor.get(`${path}?amount=12.50`)
    expect(shown.text).toContain('Refund of $12.50')
    expect(shown.text).toContain('$47.50')
    // Refuses at the field what is no amount, and says what is possible; there is nothing to confirm then.
    for (const [typed, message] of [
      ['free', 'Enter an amount such as 25 or 25.50'],
      ['-5', 'Enter an amount such as 25 or 25.50'],
      ['12,50', 'Enter an amount such as 25 or 25.50'],
      ['12.505', 'Enter an amount such as 25 or 25.50'],
      ['0', 'Enter an amount above $0'],
      ['9999', 'You can refund up to $60.00 of this order.'],
      ['', null],
    ] as const) {
      const { text } = await visitor.get(`${path}?amount=${encodeURIComponent(typed)}`)
      expect(text, typed).toContain(message ?? 'At most $60.00.')
      expect(text.includes('aria-invalid="true"'), typed).toBe(message !== null)
      expect(text, typed).not.toMatch(/Refund (of )?\$/)
      expect(text, typed).toContain(`value="${typed}"`)
    }
    expect((await visitor.get(`${path}?amount=${encodeURIComponent(' $12.50 ')}`)).text).toContain(
      'Refund of $12.50',
    )
    const send = (fields: Record<string, string>) =>
      visitor.postForm(path, { amountCents: '1250', sendMoney: 'on', ...fields })
    for (const [fields, status] of [
      [{}, 422],
      [{ reason: 'Goodwill' }, 403],
      [{ reason: 'Goodwill', currentPassword: 'Wrong-1-wrong' }, 403],
      [{ reason: 'Goodwill', amountCents: '-5' }, 422],
      [{ reason: 'Goodwill', amountCents: '6001', currentPassword: details.password }, 409],
    ] as const)
      expect((await send(fields)).status, JSON.stringify(fields)).toBe(status)
    expect(await sql`select from public.refunds where order_id = ${order.orderId}`).toHaveLength(0)
    // Pressed twice: one refund.
    const right = { reason: 'Goodwill', idempotencyKey: `twice-${order.code}` }
    const [one, two] = await Promise.all([send(right), send(right)])
    expect([one.status, two.status]).toEqual([302, 302])
    expect(await sql`select from public.refunds where order_id = ${order.orderId}`).toHaveLength(1)
    expect(await countValid(users, order.orderId)).toBe(3)
  })

  test('the email of an order is corrected with a password and a reason; its tickets go elsewhere once', async () => {
    const order = await sold(2000, 1)
    const { visitor, details } = await meet(site, service, 'Ada')
    expect((await visitor.get(order.path)).text).toContain(`href="${order.path}/email"`)
    const path = `${order.path}/email`
    const email = `right-${order.code.toLowerCase()}@example.com`
    const send = (fields: Record<string, string>) =>
      visitor.postForm(path, { intent: 'correct', email, newCodes: 'on', ...fields })
    for (const [fields, status, shown] of [
      [{ reason: 'Mistyped', email: 'nobody' }, 422, 'Please enter a valid email address'],
      [{}, 422, 'Please give a reason'],
      [{ reason: 'Mistyped', currentPassword: 'Wrong-1-wrong' }, 403, ''],
    ] as const) {
      const page = await send(fields)
      expect([page.status, page.text.includes(shown)], JSON.stringify(fields)).toEqual([status, true])
    }
    await sql`update private.mail_outbox set status = 'sent', sent_at = now() where subject_id = ${order.orderId}`
    const once = { intent: 'send-once', reason: 'On a trip', currentPassword: details.password }
    const sent = await visitor.postForm(path, { ...once, email: `friend-${email}` })
    expect(sent.headers.get('location')).toBe(`${order.path}?done=sent`)
    await expect
      .poll(async () => (await send({ reason: 'Mistyped' })).headers.get('location'))
      .toBe(`${order.path}?done=corrected`)
    const after = await visitor.get(`${order.path}?done=corrected`)
    expect(after.text).toContain('The email was corrected.')
    expect(after.text).toContain(`mailto:${email}`)
    const again = await visitor.postForm('/ticket-management/resend', { id: order.code })
    expect([again.status, again.text.includes('1 email queued for 1 order.')]).toEqual([200, true])
    const wait = await visitor.get(`/ticket-management/resend?id=${order.code}`)
    expect(wait.text).toContain('Reason to send again right away')
    const hurried = await visitor.postForm('/ticket-management/resend', {
      id: order.code,
      hurryReason: 'Stands at the door',
    })
    expect(hurried.text).toContain('1 email queued for 1 order.')
  })

  test('an order of goods shows where they go and what can be done with them, phone, card and attempts to pay', async () => {
    const made = await makeVariant(sql)
    const goods = [{ variantId: made.variantId, quantity: 2, delivery: 'ship' as const }]
    const order = await buyGoods(service, sql, await users.extra(), goods)
    await sql`update public.orders set phone = '+1 718 555 0142' where id = ${order.orderId}`
    await sql`
      update public.payments set card_brand = 'visa', card_last4 = '4242' where order_id = ${order.orderId}`
    const { text } = await ada.visitor.get(`/ticket-management/orders/${order.code}`)
    for (const shown of [
      'Ship to Bea Buyer, 1 Water St, Brooklyn, NY 11201',
      `href="/ticket-management/fulfilment/ship?id=${order.first}"`,
      'Visa ending 4242',
      'href="tel:+17185550142"',
      'Email: order confirmation',
    ])
      expect([shown, text.includes(shown)]).toEqual([shown, true])
    expect(text).not.toContain('Email: confirmation with tickets')
    await archiveProducts(sql)
  })

  test('a buyer is blocked from an order; the list says where it comes from', async () => {
    const order = await sold(2000, 1)
    const { visitor } = ada
    const [{ email } = { email: '' }] = await sql<{ email: string }[]>`
      select email from public.orders where id = ${order.orderId}`
    const from = `/ticket-management/blocked?order=${order.code}`
    expect((await visitor.get(order.path)).text).toContain(`href="${from}"`)
    const form = await visitor.get(from)
    expect(form.text).toContain(email)
    const fields = { intent: 'block', orderId: order.orderId, kinds: 'email' }
    const bare = await visitor.postForm(from, fields)
    expect([bare.status, bare.text.includes('Please give a reason')]).toEqual([422, true])
    const blocked = await visitor.postForm(from, { ...fields, reason: 'Stolen card', days: '1' })
    expect(blocked.headers.get('location')).toBe('/ticket-management/blocked')
    const list = (await visitor.get('/ticket-management/blocked')).text
    expect(list).toContain(email)
    expect(list).toContain(`href="${order.path}"`)
    expect((await visitor.get(from)).text).toContain('(blocked now)')
  })

  test('a large refund waits for a second admin, who approves it; who asked can only withdraw', async () => {
    const order = await sold(30_000, 2)
    const fields = {
      amountCents: '60000',
      sendMoney: 'on',
      reason: 'Double booked',
      currentPassword: ada.details.password,
    }
    const asked = await ada.visitor.postForm(`${order.path}/refund`, fields)
    expect(asked.headers.get('location')).toBe(`${order.path}?done=requested`)
    const [refund] = await sql<
      { id: string }[]
    >`select id from public.refunds where order_id = ${order.orderId}`
    const decision = { intent: 'decide', refund: refund?.id ?? '' }
    const own = await ada.visitor.get(order.path)
    expect(own.text).not.toContain('value="approve"')
    const self = await ada.visitor.postForm(order.path, { ...decision, decision: 'approve' })
    expect(self.status).toBe(409)
    const other = await bella.visitor.get(order.path)
    expect(other.text).toContain('value="approve"')
    const approve = { ...decision, decision: 'approve', currentPassword: bella.details.password }
    const approved = await bella.visitor.postForm(order.path, approve)
    expect(approved.headers.get('location')).toBe(`${order.path}?done=approved`)
    const states = await sql`select status from public.refunds where order_id = ${order.orderId}`
    expect(['approved', 'submitted', 'succeeded']).toContain(states[0]?.status)
  })
})

test('an unknown order is not found, and nobody but admins learns of any', async () => {
  const order = await sold()
  expect((await ada.visitor.get('/ticket-management/orders/NOBODYS1')).status).toBe(404)
  for (const kind of ['Mo', 'Mia'] as const) {
    const { visitor } = await meet(site, service, kind)
    for (const path of [order.path, `${order.path}/refund`]) {
      const page = await visitor.get(path)
      expect([page.status, page.text.includes('Refund of $')]).toEqual([403, false])
      expect((await visitor.postForm(path, { intent: 'note', text: 'hello' })).status).toBe(403)
    }
  }
})
