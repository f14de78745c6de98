import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPack } from '#features/door/offline/pack-content.ts'
import { signedPackSchema } from '#features/door/pack.types.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, phone } from './browser.ts'
import { expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** A door manager adds a phone that has no account, it scans, and is locked and removed, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function makeDoor() {
  const nia = await registered(site, 'Nia')
  const { eventId } = await sellTo(users, nia.id, {}, 2)
  const dot = await registered(site, 'Dot')
  await grantScan(sql, dot.details.username, eventId)
  await sql`update public.staff_grants set capability = 'door_manager' where user_id = ${dot.id}`
  const codes = await sql<
    { code: string }[]
  >`select code from public.tickets where event_id = ${eventId} order by id`
  const path = `/ticket-scanner/devices?event=${eventId}`
  return { nia, dot, eventId, path, codes: codes.map(({ code }) => code) }
}

/** The link in the answer to an invitation. */
const linkIn = (html: string) => /\/ticket-scanner\/enroll#([\w-]{43})/.exec(html)?.[1] ?? ''

test('a code, a pack, a lock and a removal through HTTP', async () => {
  const { nia, dot, eventId, path, codes } = await makeDoor()
  expect((await nia.visitor.get(path)).status).toBe(403)
  expect((await nia.visitor.postForm(path, { intent: 'invite', event: eventId, name: 'X' })).status).toBe(403)
  expect((await dot.visitor.postForm(path, { intent: 'invite', event: eventId, name: ' ' })).status).toBe(422)
  const invited = await dot.visitor.postForm(path, { intent: 'invite', event: eventId, name: 'Side phone' })
  const token = linkIn(invited.text)
  expect(token).toHaveLength(43)
  expect(invited.headers.get('cache-control')).toContain('no-store')
  // shown once: the page does not know it any more
  expect((await dot.visitor.get(path)).text).not.toContain(token)

  const device = randomUUID()
  const side = new ApiVisitor(site)
  const opened = await side.get('/ticket-scanner/enroll')
  expect([opened.status, opened.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  const pack = `/api/door/pack?event=${eventId}&device=${device}`
  expect((await side.get(pack)).status).toBe(401)
  expect((await side.postForm('/ticket-scanner/enroll', { token, device })).status).toBe(200)
  const other = new ApiVisitor(site)
  expect((await other.postForm('/ticket-scanner/enroll', { token, device: randomUUID() })).status).toBe(410)

  const first = await side.get(pack)
  expect(first.status, first.text).toBe(200)
  const signed = signedPackSchema.parse(first.body)
  const content = await openPack(signed, signed.key)
  expect([content.event.id, content.tickets.length, content.isDelta]).toEqual([eventId, 2, false])
  await expect(
    openPack({ ...signed, payload: signed.payload.replace('"ok"', '"no"') }, signed.key),
  ).rejects.toThrow()
  const delta = await side.get(`${pack}&since=${content.version}`)
  expect(await openPack(signedPackSchema.parse(delta.body), signed.key)).toMatchObject({
    isDelta: true,
    tickets: [],
  })
  expect((await side.get(`/api/door/pack?event=${eventId}`)).status).toBe(422)

  const report = { event: eventId, device, battery: 70, waitingScans: 2, ready: { sound: 'bad' } }
  expect((await side.post('/api/door/device', report)).body).toMatchObject({
    isWaived: false,
    name: 'Side phone',
  })
  expect((await side.post('/api/door/device', { ...report, battery: 700 })).status).toBe(422)
  const scan = (code = '') =>
    side.post('/api/door/check-in', { event: eventId, code, scan: randomUUID(), method: 'code', device })
  expect((await scan(codes[0])).body).toMatchObject({ result: 'ok' })
  for (const closed of ['/scan-data', '/admin', '/admin/search', path])
    expect([closed, (await side.get(closed)).status]).toEqual([closed, 403])

  const change = (intent: string, more = {}) =>
    dot.visitor.postForm(path, { intent, event: eventId, device, ...more })
  expect((await change('waive', { reason: 'No speaker' })).status).toBe(303)
  expect((await side.post('/api/door/device', report)).body).toMatchObject({ isWaived: true })
  expect((await change('lock')).status).toBe(303)
  for (const refused of [
    await side.get(pack),
    await scan(codes[1]),
    await side.post('/api/door/device', report),
  ])
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('locked')])
  expect((await side.get(`/ticket-scanner?event=${eventId}`)).headers.get('location')).toBe(
    '/ticket-scanner/enroll',
  )
  expect((await change('unlock')).status).toBe(303)
  expect((await scan(codes[1])).body).toMatchObject({ result: 'ok' })
  expect((await change('revoke', { reason: '' })).status).toBe(422)
  expect((await change('revoke', { reason: 'Lost' })).status).toBe(303)
  expect((await side.get(pack)).text).toContain('removed from the door')
})

test('the manager’s desk and a phone from the link, with JavaScript', async () => {
  const { dot, eventId, path, codes } = await makeDoor()
  const desk = await openPageOf(browser, dot.visitor)
  await desk.goto(`${site}/ticket-scanner?choose=1&event=${eventId}`)
  await desk.locator('a[href*="/ticket-scanner/devices"]').click()
  await hydrated(desk)
  await desk.locator('#invite-form input[name=name], input[form=invite-form]').last().fill('Patio phone')
  await desk.locator('form:has([value=invite]) button').click()
  const link = await desk.getByTestId('device-code').locator('a').getAttribute('href')
  await expectFlawlessAtBothSizes(desk)

  const side = await openPage(browser, { viewport: phone })
  await side.goto(link ?? '')
  await hydrated(side)
  const start = side.locator('form:has([name=token]) button')
  await start.waitFor()
  await expectFlawlessAtBothSizes(side)
  await side.setViewportSize(phone)
  await start.click()
  await side.waitForURL(`**/ticket-scanner?event=${eventId}`)
  await hydrated(side)
  await side.locator('input[name=code]').fill(codes[0] ?? '')
  await side.locator('input[name=code]').press('Enter')
  await side.locator('#verdict').first().waitFor()

  await desk.goto(`${site}${path}`)
  await hydrated(desk)
  await desk.locator('form:has([value=lock]) button').click()
  await desk.locator('form:has([value=unlock]) button').waitFor()
  await side.goto(`${site}/ticket-scanner?event=${eventId}`)
  await side.getByText('Patio phone is locked.').waitFor()
  await Promise.all([desk.context().close(), side.context().close()])
})
