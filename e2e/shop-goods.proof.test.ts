import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { act, buyGoods, makePoint } from '../supabase/tests/goods.ts'
import { linesOf } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant, stockOf } from '../supabase/tests/variants.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, phone, type TestPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes, outcome } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests goods from the shop desk to the parcel or the pickup, and back, as staff and buyers see them. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let mia: Person
beforeAll(async () => {
  ;[browser, ada, mia] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Mia'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await archiveProducts(sql)
  await users.close()
})

/** Demands that the console has the browser's own error about one refused form, and takes it away. */
async function takeRefusal(page: TestPage): Promise<void> {
  await expect.poll(() => page.consoleErrors).toEqual([expect.stringMatching(/status of 422/)])
  page.consoleErrors.splice(0)
}

test('a parcel is packed, followed and sent back', async () => {
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(service, sql, mia.id, [{ variantId, quantity: 2, delivery: 'ship' }])
  const desk = await openPageOf(browser, ada.visitor)
  await desk.goto(`${site}/ticket-management/fulfilment?q=${goods.code}`)
  await expectFlawless(desk)
  await desk.locator(`input[name=id][value="${goods.first}"]`).check()
  await desk.locator('[data-testid=selection] button[formaction$="/ship"]').click()
  await desk.waitForURL(/fulfilment\/ship/)
  await desk.locator('#goods-action').waitFor()
  await expectFlawless(desk)
  await desk.locator('input[name="items[0].units"]').fill('1')
  const send = () => desk.locator('#goods-action button[type=submit]').click()
  await send()
  await desk.locator('[aria-invalid=true][name="parcels[0].trackingCode"]').waitFor()
  await takeRefusal(desk)
  await desk.locator('input[name="parcels[0].trackingCode"]').fill('9400 1000 0000 0000 0000 00')
  await send()
  await desk.locator('a[href$=".pdf"]').waitFor()
  const slip = await ada.visitor.get(`/ticket-management/packing-slip/${goods.first}.pdf`)
  expect([slip.status, slip.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await mia.visitor.get(`/ticket-management/packing-slip/${goods.first}.pdf`)).status).toBe(403)

  const buyer = await openPageOf(browser, mia.visitor)
  await buyer.goto(`${site}/profile`)
  await buyer.locator(`a[href="/my-tickets/goods?code=${goods.code}"]`).first().click()
  await buyer.waitForURL(/my-tickets\/goods/)
  await buyer.locator('[data-testid=goods][data-status=shipped] a[href*="9400100000000000000000"]').waitFor()
  await expectFlawless(buyer)
  // The other one is not on its way yet: it is cancelled.
  await buyer.locator('#cancel-goods button[type=submit]').click()
  await buyer.locator('[data-testid=goods][data-status=cancelled]').waitFor()

  const [sent] = await sql<{ id: string }[]>`
    select id from public.fulfilments where order_id = ${goods.orderId} and status = 'shipped'`
  await act(await users.actingAs('Ada'), 'delivered', [sent?.id ?? ''])
  await buyer.goto(`${site}/my-tickets/goods?code=${goods.code}`)
  const form = buyer.locator('#return-goods')
  await form.locator('textarea[name=reason]').fill('The print came off')
  await form.locator('input[name=faulty]').check()
  await form.locator('button[type=submit]').click()
  await form.locator('[aria-invalid=true][name=picture]').waitFor()
  await takeRefusal(buyer)
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  await form.locator('textarea[name=reason]').fill('The print came off')
  await form.locator('input[name=faulty]').check()
  await form
    .locator('input[name=picture]')
    .setInputFiles({ name: 'shirt.jpg', mimeType: 'image/jpeg', buffer: photo })
  await form.locator('button[type=submit]').click()
  await buyer.locator('[data-testid=goods][data-status=return_requested]').waitFor()
  await expectFlawlessAtBothSizes(buyer)

  await desk.goto(`${site}/ticket-management/returns?q=${goods.code}`)
  await expectFlawless(desk)
  const file = await ada.visitor.get(`/admin/export/returns?q=${goods.code}&reason=test`)
  expect(file.text.split('\n')[1]).toMatch(new RegExp(`^${goods.code},`))
  expect((await mia.visitor.get('/admin/export/returns')).status).toBe(403)
  await desk.locator('tbody a[href*="/returns/"]').first().click()
  await desk.waitForURL(/returns\/[0-9a-f-]{36}$/)
  const picture = desk.locator('img[src$="/picture"]')
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(40)
  await expectFlawlessAtBothSizes(desk)
  for (const step of ['return_approved', 'return_received']) {
    await desk.locator(`button[name=step][value=${step}]`).click()
    await desk.locator(`button[name=step][value=${step}]`).waitFor({ state: 'detached' })
  }
  const password = desk.locator('input[name=currentPassword]')
  if (await password.count()) await password.fill(ada.details.password)
  await desk.locator('button[name=step][value=written_off]').click()
  await desk.locator('button[name=step]').first().waitFor({ state: 'detached' })
  expect(
    await sql`select coalesce(sum(amount_cents), 0)::int as back from public.refunds where order_id = ${goods.orderId} and kind = 'goods'`,
  ).toEqual([{ back: goods.totalCents }])
  expect(await stockOf(sql, variantId)).toMatchObject({ stock: 9, sold: 0 })
  await Promise.all([desk.context().close(), buyer.context().close()])
})

/** Lists what is recorded of a hand-over: who and when, and what left the shelf. */
const recorded = async (item: string, variant: string) => [
  ...(await sql`select scan_uid, at from private.pickups where fulfilment_id = ${item}`),
  ...(await sql`select units from public.stock_entries where variant_id = ${variant} and reason = 'picked_up'`),
]

test('what was bought with a ticket is handed over once by its code, by a phone without a network too', async () => {
  const event = await createEvent(sql, { doorsIn: -0.05 })
  const pointId = await makePoint(sql, event.eventId)
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(
    service,
    sql,
    mia.id,
    [{ variantId, quantity: 1, delivery: 'pickup', pointId }],
    { event: event.eventId, lines: linesOf(event, { Entry: 1 }) },
  )
  const [ticket] = await sql<
    { code: string }[]
  >`select code from public.tickets where order_id = ${goods.orderId}`
  const station = await openPageOf(browser, ada.visitor)
  await station.goto(`${site}/ticket-scanner/pick-up?event=${event.eventId}`)
  await expectFlawless(station)
  const find = async (code: string) => {
    await station.locator('#pickup-code').fill(code)
    await station.locator('form:has(#pickup-code) button[type=submit]').click()
  }
  await find(ticket?.code ?? '')
  const box = station.locator(`input[name=item][value="${goods.first}"]`)
  await box.waitFor()
  expect(await box.isChecked()).toBe(true)
  await expectFlawlessAtBothSizes(station)
  // Another device is quicker, without a network: it has the list.
  const other = await openPageOf(browser, ada.visitor)
  const list = other.waitForResponse('**/api/door/pickups?*')
  await other.goto(`${site}/ticket-scanner/pick-up?event=${event.eventId}`)
  await hydrated(other)
  await (await list).finished()
  await other.context().setOffline(true)
  await other.getByTestId('offline').waitFor()
  await other.locator('#pickup-code').fill(goods.code)
  await other.locator('form:has(#pickup-code) button[type=submit]').click()
  await other.locator(`input[name=item][value="${goods.first}"]`).waitFor()
  // The console of a page without a network names what is missing, such as the code for toasts.
  expect(await findFaults(other)).toEqual([])
  await other.locator('form:has(input[name=item]) button[type=submit]').click()
  await other.getByTestId('handed').waitFor()
  expect(await recorded(goods.first, variantId)).toEqual([])
  await other.context().setOffline(false)
  await expect
    .poll(() => recorded(goods.first, variantId))
    .toEqual([expect.objectContaining({ at: expect.anything() }), { units: -1 }])
  expect(await stockOf(sql, variantId)).toMatchObject({ stock: 10, sold: 1 })
  await station.locator('form:has(input[name=item]) button[type=submit]').click()
  await station.getByTestId('not-handed').waitFor()
  await expectFlawless(station)
  await find(ticket?.code ?? '')
  await station.locator(`input[name=item][value="${goods.first}"]:disabled`).waitFor()
  expect(await stockOf(sql, variantId)).toMatchObject({ stock: 10, sold: 1 })
  await Promise.all([station.context().close(), other.context().close()])
})

test('on a store day, which has no list, a hand-over whose answer was lost is asked for again and made once', async () => {
  const pointId = await makePoint(sql, null)
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(service, sql, mia.id, [
    { variantId, quantity: 1, delivery: 'pickup', pointId },
  ])
  // The network is dead, and the browser has not noticed.
  const other = await openPageOf(browser, ada.visitor)
  await other.goto(`${site}/ticket-scanner/pick-up?point=${pointId}`)
  await hydrated(other)
  const request = '**/api/door/pick-up?*'
  await other.route(request, (route) => route.abort('connectionfailed'))
  await other.locator('#pickup-code').fill(goods.code)
  await other.locator('form:has(#pickup-code) button[type=submit]').click()
  const again = other.getByTestId('no-answer').locator('button')
  const focused = other.locator('button:focus', { hasText: 'Ask again' })
  await focused.waitFor()
  expect(await other.locator('#pickup-code').inputValue()).toBe(goods.code)
  await expect.poll(() => other.consoleErrors.length).toBe(1)
  other.consoleErrors.splice(0)
  await expectFlawless(other)
  await other.unroute(request)
  await other.keyboard.press('Enter')
  await other.locator(`input[name=item][value="${goods.first}"]`).waitFor()
  // The network fails after the server has recorded the hand-over, and again when it is asked for again.
  await other.route(request, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  const answers: number[] = []
  other.on('requestfailed', (failed) => void (failed.url().includes('/door/pick-up') && answers.push(0)))
  await other.locator('form:has(input[name=item]) button[type=submit]').click()
  await focused.waitFor()
  const once = await recorded(goods.first, variantId)
  expect(once).toEqual([expect.objectContaining({ at: expect.anything() }), { units: -1 }])
  await again.click()
  await expect.poll(() => answers.length).toBe(2)
  await again.and(other.locator(':not([aria-busy=true])')).waitFor()
  await expect.poll(() => other.consoleErrors.length).toBe(2)
  expect(other.consoleErrors.splice(0).filter((text) => !/ERR_CONNECTION_FAILED/.test(text))).toEqual([])
  await expectFlawless(other)
  await other.unroute(request)
  await again.click()
  await other.getByTestId('handed').waitFor()
  expect(await recorded(goods.first, variantId)).toEqual(once)
  expect(await stockOf(sql, variantId)).toMatchObject({ stock: 10, sold: 1 })
  // Without a network nothing is handed over, and the page says so.
  await other.context().setOffline(true)
  await other.locator('form:has(#pickup-code) button[type=submit]:disabled').waitFor()
  await other.getByTestId('offline').waitFor()
  await other.context().close()
})

test('the buyer of goods alone shows a code on the order page, which the station reads, also without JavaScript', async () => {
  const pointId = await makePoint(sql, null)
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(service, sql, mia.id, [
    { variantId, quantity: 1, delivery: 'pickup', pointId },
  ])
  const page = await mia.visitor.get(`/my-tickets/goods?code=${goods.code}`)
  expect(page.text).toContain('data-qr')
  const path = `/ticket-scanner/pick-up?point=${pointId}`
  const found = await ada.visitor.postForm(path, { intent: 'find', code: goods.code })
  expect(found.text).toContain(goods.first)
  expect((await ada.visitor.postForm(path, { intent: 'find', code: 'JVP1:0000' })).text).not.toContain(
    goods.first,
  )
  const scan = /name="scan" value="([0-9a-f-]{36})"/.exec(found.text)?.[1] ?? ''
  await ada.visitor.postForm(path, { intent: 'hand', item: goods.first, scan })
  expect(await sql`select status from public.fulfilments where id = ${goods.first}`).toEqual([
    { status: 'picked_up' },
  ])
  expect((await mia.visitor.postForm(path, { intent: 'find', code: goods.code })).status).toBe(403)
  const api = `/api/door/pick-up?point=${pointId}`
  const again = JSON.stringify({ intent: 'hand', item: [goods.first], scan })
  const json = { 'content-type': 'application/json' }
  expect((await mia.visitor.send('POST', api, again, json)).status).toBe(403)
  const find = JSON.stringify({ intent: 'find', code: goods.code })
  expect((await mia.visitor.send('POST', api, find, json)).status).toBe(403)
  expect((await ada.visitor.send('POST', api, again, json)).text).toContain('"result":"handed"')
})

test('what was not picked up is shipped when its buyer pays for it on the order page', async () => {
  const pointId = await makePoint(sql, null, { closedDays: 20 })
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(service, sql, mia.id, [
    { variantId, quantity: 1, delivery: 'pickup', pointId },
  ])
  await sql`update public.fulfilments set unclaimed_at = now() where order_id = ${goods.orderId}`
  const moved = await buyGoods(service, sql, mia.id, [
    { variantId, quantity: 1, delivery: 'pickup', pointId },
  ])
  await sql`update public.fulfilments set unclaimed_at = now() where order_id = ${moved.orderId}`
  const day = await makePoint(sql, null)
  const other = `/my-tickets/goods?code=${moved.code}`
  expect((await mia.visitor.get(other)).text).toContain(day)
  await mia.visitor.postForm(other, { intent: 'move', point: day })
  const where = () => sql`select pickup_point_id as point from public.fulfilments where id = ${moved.first}`
  expect(await where()).toEqual([{ point: day }])
  const file = await ada.visitor.get(`/admin/export/fulfilments?delivery=pickup&q=${moved.code}&reason=test`)
  expect(file.text.split('\n')[1]).toMatch(new RegExp(`^${moved.code},`))
  expect((await mia.visitor.get('/admin/export/fulfilments')).status).toBe(403)
  const staffMove = `/ticket-management/fulfilment/move?id=${moved.first}&show=pack`
  const next = await makePoint(sql, null)
  expect((await ada.visitor.get(staffMove)).text).toContain(next)
  await ada.visitor.postForm(staffMove, {
    id: moved.first,
    'moves[0].id': moved.first,
    'moves[0].point': next,
  })
  expect(await where()).toEqual([{ point: next }])
  const page = await openPageOf(browser, mia.visitor, { viewport: phone })
  const path = `/my-tickets/goods?code=${goods.code}`
  await page.goto(site + path)
  await page.locator('summary', { hasText: 'Have it shipped' }).click()
  await expectFlawless(page)
  const form = page.locator('form#ship-goods')
  for (const [name, value] of Object.entries({
    recipient: 'Mia Joseph',
    line1: '742 Nostrand Ave',
    city: 'Brooklyn',
    postalCode: '11216',
  }))
    await form.locator(`[name=${name}]`).fill(value)
  await form.locator('[name=state]').selectOption('NY')
  await form.locator('button[type=submit]').click()
  await page.waitForURL(/\/test-payment\//)
  await outcome(page, 'Pay').click()
  await page.waitForURL(/\/my-tickets\/goods\?/)
  await expect
    .poll(() => sql`select status, delivery from public.fulfilments where id = ${goods.first}`)
    .toEqual([{ status: 'unfulfilled', delivery: 'ship' }])
  await page.goto(site + path)
  await page.getByText('742 Nostrand Ave').waitFor()
  await expectFlawless(page)
  await page.context().close()
})
