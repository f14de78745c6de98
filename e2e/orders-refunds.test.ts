import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEventOptions } from '../supabase/tests/event-fixture.ts'
import { extraLine, makeAddOn } from '../supabase/tests/extras.ts'
import { tryRefund } from '../supabase/tests/refund-jobs.ts'
import { beginPayment, buy, holdItems, linesOf, placeOrder, report } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests refunds as buyers ask for them, in a session and by a secret link, and the queue that admins work through. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let mia: Person
let ada: Person
let bella: Person
beforeAll(async () => {
  ;[browser, mia, ada, bella] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Mia'),
    meet(site, service, 'Ada'),
    meet(site, service, 'Ada'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const late: TestEventOptions = { doorsIn: 20 }
/** Sells tickets that the policy takes back until a day before doors, unless options say otherwise. */
async function sold(owner: string, quantity: number, options: TestEventOptions = {}) {
  const testEvent = await createEvent(sql, {
    doorsIn: 72,
    feeFixedCents: 200,
    refunds: { hours: 24 },
    ...options,
  })
  const { order } = await buy(service, owner, testEvent, { Entry: quantity })
  const tickets = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  return { ...order, eventId: testEvent.eventId, tickets: tickets.map(({ id }) => id) }
}
const refundsOf = (orderId: string) => sql<{ id: string; status: string; cents: number }[]>`
  select id, status, amount_cents::int as cents from public.refunds where order_id = ${orderId} order by created_at`
const validOf = async (orderId: string) =>
  (await sql`select 1 from public.tickets where order_id = ${orderId} and status = 'valid'`).length

test('the last ticket of an order takes its add-ons with it, and My tickets shows them no more', async () => {
  const testEvent = await createEvent(sql, { doorsIn: 72, refunds: { hours: 24 } })
  const { addOnId } = await makeAddOn(sql, testEvent, { name: 'Coat check', priceCents: 400 })
  const lines = [...linesOf(testEvent, { Entry: 1 }), extraLine('add_on', addOnId)]
  const { holdId } = await holdItems(service, mia.id, testEvent.eventId, lines)
  const { orderId } = await placeOrder(service, mia.id, holdId)
  await report(service, await beginPayment(service, mia.id, orderId), 'succeeded')
  const [order] = await sql<{ code: string; ticket: string }[]>`
    select o.code, k.id as ticket from public.orders o join public.tickets k on k.order_id = o.id where o.id = ${orderId}`
  const path = `/my-tickets/refund?code=${order?.code}`
  expect((await mia.visitor.get(path)).text).toContain('Refunded with your last ticket.')
  const chosen = (await mia.visitor.get(`${path}&ticket=${order?.ticket}`)).text
  expect(chosen).toContain('This is your last ticket of this order, so 1 × Coat check is refunded too.')
  expect(chosen).toContain('Refund $24.00')
  expect((await mia.visitor.get('/my-tickets')).text).toContain('1 × Coat check')
  const ask = { intent: 'ask', ticket: order?.ticket ?? '', amountCents: '2400' }
  expect((await mia.visitor.postForm(path, ask)).status).toBe(303)
  expect((await mia.visitor.get('/my-tickets')).text).not.toContain('1 × Coat check')
  expect(
    await sql`select status, refunded_cents::int as cents from public.orders where id = ${orderId}`,
  ).toEqual([{ status: 'cancelled', cents: 2400 }])
  expect((await refundsOf(orderId)).map(({ cents }) => cents).sort()).toEqual([2000, 400].sort())
})

test('a buyer refunds one ticket of three from My tickets', async () => {
  const order = await sold(mia.id, 3)
  const page = await openPageOf(browser, mia.visitor)
  await page.goto(`${site}/my-tickets`)
  await page.locator(`a[href*="/my-tickets/refund?code=${order.code}"]`).click()
  await page.getByRole('heading', { name: 'Refund tickets' }).waitFor()
  await expectFlawless(page)
  await page.getByRole('checkbox').first().check()
  await page.locator('form[method="get"] button[type="submit"]').click()
  const back = page.getByTestId('back')
  await back.waitFor()
  expect([await back.textContent(), await page.getByTestId('kept').textContent()]).toEqual([
    '$20.00',
    '$2.00',
  ])
  await expectFlawless(page)
  expect(await refundsOf(order.orderId)).toEqual([])
  await page.locator('#own-refund button[type="submit"]').click()
  await page.waitForURL(/done=refunded/)
  expect(await validOf(order.orderId)).toBe(2)
  expect(await refundsOf(order.orderId)).toMatchObject([{ cents: 2000 }])
  await page.getByTestId('refund').waitFor()
  await expectFlawlessAtBothSizes(page)
  await page.context().close()
})

describe('with the link of the order, without a session and without JavaScript', () => {
  async function linked(options: TestEventOptions = {}) {
    const order = await sold(await users.extra(), 2, options)
    const token = makeToken()
    const link = {
      p_purpose: 'order_lookup',
      p_subject: order.orderId,
      p_token_hash: hashToken(token),
      p_payload: {},
    }
    expect((await service.rpc('add_link', link)).error).toBeNull()
    const { visitor } = await meet(site, service, 'visitor')
    const path = `/my-tickets/refund?order=${token}`
    const ask = (fields: Record<string, string>) =>
      visitor.postForm(path, {
        intent: 'ask',
        ticket: order.tickets[0] ?? '',
        amountCents: '2000',
        ...fields,
      })
    return { order, visitor, path, ask }
  }

  test('a ticket is refunded once, however often the form is sent', async () => {
    const { order, visitor, path, ask } = await linked()
    const shown = await visitor.get(`${path}&ticket=${order.tickets[0]}`)
    expect(shown.text).toContain('$20.00')
    expect(shown.text).toMatch(/name="amountCents"[^>]*value="2000"/)
    expect((await ask({ amountCents: '2200' })).status).toBe(409)
    expect((await ask({ ticket: 'none' })).status).toBe(422)
    const right = { idempotencyKey: `twice-${order.code}` }
    const both = await Promise.all([ask(right), ask(right)])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(await refundsOf(order.orderId)).toMatchObject([{ cents: 2000 }])
    expect((await ask({})).status).toBe(409)
    // the policy of this order, and why the ticket is not there any more
    expect((await visitor.get(path)).text).toContain('No longer valid')
  })

  test('after the deadline it is asked for with a reason, and can be withdrawn', async () => {
    const { order, visitor, path, ask } = await linked(late)
    expect((await visitor.get(`${path}&ticket=${order.tickets[0]}`)).text).toContain('name="reason"')
    expect((await ask({})).status).toBe(422)
    expect((await ask({ reason: 'My flight was canceled' })).status).toBe(303)
    const [refund] = await refundsOf(order.orderId)
    expect(refund?.status).toBe('requested')
    expect(await validOf(order.orderId)).toBe(2)
    const withdrawn = await visitor.postForm(path, { intent: 'withdraw', refund: refund?.id ?? '' })
    expect(withdrawn.headers.get('location')).toMatch(/done=withdrawn/)
    expect((await refundsOf(order.orderId))[0]?.status).toBe('withdrawn')
  })

  test('where all sales are final, nothing is offered and nothing is taken', async () => {
    const { order, visitor, path, ask } = await linked({ refunds: undefined })
    const { text } = await visitor.get(`${path}&ticket=${order.tickets[0]}`)
    expect(text).toContain('All sales are final for this event')
    expect(text).not.toContain('name="amountCents"')
    expect((await ask({ reason: 'Please' })).status).toBe(409)
    expect(await refundsOf(order.orderId)).toEqual([])
  })

  test('an ended link opens nothing, and a session opens only its own order', async () => {
    const { order, visitor } = await linked()
    const ended = await visitor.get(`/my-tickets/refund?order=${makeToken()}`)
    expect([ended.status, ended.text.includes(order.code)]).toEqual([200, false])
    const fields = { intent: 'ask', ticket: order.tickets[0] ?? '', amountCents: '2000' }
    expect((await visitor.postForm(`/my-tickets/refund?order=${makeToken()}`, fields)).status).toBe(404)
    for (const person of [mia, ada]) {
      expect((await person.visitor.get(`/my-tickets/refund?code=${order.code}`)).status).toBe(404)
      expect((await person.visitor.postForm(`/my-tickets/refund?code=${order.code}`, fields)).status).toBe(
        404,
      )
    }
    expect(await validOf(order.orderId)).toBe(2)
  })
})

describe('the queue of refunds', () => {
  test('an admin turns down what came too late, with a text for the buyer', async () => {
    const order = await sold(mia.id, 1, late)
    const asked = await mia.visitor.postForm(`/my-tickets/refund?code=${order.code}`, {
      intent: 'ask',
      ticket: order.tickets[0] ?? '',
      amountCents: '2000',
      reason: 'Double booked',
    })
    expect(asked.status).toBe(303)
    const [refund] = await refundsOf(order.orderId)
    const page = await openPageOf(browser, ada.visitor)
    await page.goto(`${site}/ticket-management/refunds?show=requested`)
    await expectFlawless(page)
    // the queue may be longer than a page
    await page.goto(`${site}/ticket-management/refunds/${refund?.id}`)
    await expectFlawlessAtBothSizes(page)
    const reject = page.locator('#decide button[value="reject"]')
    const password = page.getByLabel('Your password')
    if (await password.count()) await password.fill(ada.details.password)
    await reject.click()
    await page.getByText('Give a reason').or(page.locator('#decide [role="alert"]')).first().waitFor()
    expect((await refundsOf(order.orderId))[0]?.status).toBe('requested')
    await page.locator('#decide textarea').fill('The deadline was yesterday.')
    // Once it was given the page takes the field away, at a moment of its own.
    await password.evaluateAll((inputs, value) => {
      for (const input of inputs) if (input instanceof HTMLInputElement) input.value = value
    }, ada.details.password)
    await reject.click()
    await page.waitForURL(/done=rejected/)
    const own = await mia.visitor.get(`/my-tickets/refund?code=${order.code}`)
    expect(own.text).toContain('The deadline was yesterday.')
    await page.context().close()
  })

  test('what failed five times is paid by hand by one admin and confirmed by another', async () => {
    const order = await sold(mia.id, 1)
    await sql`update public.payments set provider = 'test_queue' where order_id = ${order.orderId}`
    const ask = { intent: 'ask', ticket: order.tickets[0] ?? '', amountCents: '2000' }
    expect((await mia.visitor.postForm(`/my-tickets/refund?code=${order.code}`, ask)).status).toBe(303)
    const [refund] = await refundsOf(order.orderId)
    for (let n = 0; n < 5; n++) await tryRefund(sql, refund?.id ?? '', { status: 'failed' })
    const path = `/ticket-management/refunds/${refund?.id}`
    const page = await openPageOf(browser, ada.visitor)
    await page.goto(`${site}${path}`)
    await expectFlawless(page)
    await page.locator('#resolve input[name="reference"]').fill('TX-77')
    await page.locator('#resolve textarea').fill('The card was closed')
    const password = page.locator('#resolve input[type="password"]')
    if (await password.count()) await password.fill(ada.details.password)
    await page.locator('#resolve button[type="submit"]').click()
    await page.waitForURL(/done=resolve/)
    await page.locator('#resolve').waitFor({ state: 'detached' })
    await expectFlawless(page)
    await page.context().close()
    const sure = { intent: 'confirm', decision: 'yes' }
    expect(
      (await ada.visitor.postForm(path, { ...sure, currentPassword: ada.details.password })).status,
    ).toBe(409)
    const confirmed = await bella.visitor.postForm(path, { ...sure, currentPassword: bella.details.password })
    expect(confirmed.headers.get('location')).toBe(`${path}?done=yes`)
    expect((await refundsOf(order.orderId))[0]?.status).toBe('succeeded')
  })

  test('is closed to everybody but admins', async () => {
    const { visitor } = await meet(site, service, 'Mo')
    expect((await visitor.get('/ticket-management/refunds')).status).toBe(403)
    expect((await mia.visitor.get('/ticket-management/refunds')).status).toBe(403)
  })
})
