import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { samples } from '#features/door/practice/practice.rules.ts'
import { makeZone } from '../supabase/tests/door-fixture.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, type TestPage } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { names } from './names.ts'
import { filmQrCode } from './qr-video.ts'
import { openPageOf } from './signed-in.ts'

/** The scanner in a hand, on the built site: asking first, groups, practice, the camera. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let testEvent: TestEvent
let door: ApiVisitor
let username: string
beforeAll(async () => {
  browser = await openBrowser()
  testEvent = await createEvent(sql)
  const { visitor, details } = await registered(site, 'Dex')
  username = details.username
  await grantScan(sql, username, testEvent.eventId)
  door = visitor
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function sellCodes(quantity: number, event = testEvent): Promise<string[]> {
  const { order } = await buy(service, await users.extra(), event, { Entry: quantity })
  const tickets = await sql<{ code: string }[]>`
    select code from public.tickets where order_id = ${order.orderId} order by id`
  return tickets.map(({ code }) => code)
}
const inside = async (codes: string[]) =>
  (await sql`select 1 from public.tickets where code = any (${codes}) and admission = 'inside'`).length

const result = (page: Page) => page.getByRole('alertdialog')
const station = (ask = '') => `${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main${ask}`
async function open(address: string, options: Parameters<typeof openPageOf>[2] = {}): Promise<TestPage> {
  const page = await openPageOf(browser, door, options)
  await page.goto(address)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return page
}
async function type(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
/** Demands that a result fits the screen and that its buttons can be met with a glove. */
async function expectPressable(page: TestPage): Promise<void> {
  // The console of a page without a network names what is missing, such as the code for toasts.
  expect(await findFaults(page)).toEqual([])
  for (const button of await result(page).locator('button, a, label').all()) {
    const box = await button.boundingBox()
    expect(box?.height ?? 0, await button.innerText()).toBeGreaterThanOrEqual(56)
  }
}

describe('a station that asks first', () => {
  test('shows who it is, lets a group in by keyboard, and nobody before that', async () => {
    const codes = await sellCodes(3)
    const page = await open(station('&ask=1'))
    await type(page, codes[0] ?? '')
    await result(page).getByText('Let in?').waitFor()
    await expectPressable(page)
    expect(await inside(codes)).toBe(0)
    // The Enter of a handheld scanner presses nothing.
    await type(page, codes[1] ?? '')
    expect(await result(page).getByText('Let in?').count()).toBe(1)
    expect(await inside(codes)).toBe(0)
    await page.getByRole('button', { name: 'Choose who' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('group', { name: 'Who is here?' }).waitFor()
    await expectPressable(page)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Let in 2' }).focus()
    await page.keyboard.press('Space')
    await result(page).getByText('Admit 2').waitFor()
    await expectPressable(page)
    expect(await inside(codes)).toBe(2)
    expect(await inside(codes.slice(0, 1))).toBe(0)
    await page.context().close()
  })

  test('is chosen beside the gate, stays over the guest list, and asks without JavaScript too', async () => {
    const [code = ''] = await sellCodes(1)
    const page = await open(`${station()}&choose=`)
    await page.getByLabel('Ask before letting in').check()
    await page.getByRole('button', { name: 'Start scanning' }).click()
    await page.getByText('Gate: Main, asks first').waitFor()
    await page.getByRole('link', { name: 'Guest list' }).click()
    await page.getByRole('navigation', { name: 'Door' }).getByRole('link', { name: 'Scanner' }).click()
    await page.getByText('Gate: Main, asks first').waitFor()
    const address = page.url()
    await page.context().close()

    const plain = await open(address, { javaScriptEnabled: false })
    await plain.getByLabel(names.typedCode).fill(code)
    await plain.getByRole('button', { name: names.checkIn }).click()
    await result(plain).getByText('Let in?').waitFor()
    expect(await inside([code])).toBe(0)
    await plain.getByRole('button', { name: 'Let in' }).click()
    await result(plain).getByText('Admit').waitFor()
    expect(await inside([code])).toBe(1)
    await plain.context().close()
  })
})

test('one ticket of an order is let in at once, and the others by one press on its green screen', async () => {
  const codes = await sellCodes(3)
  const page = await open(station())
  await type(page, codes[0] ?? '')
  await page.getByRole('button', { name: 'Let in all 2 others' }).click()
  await result(page).getByText('Admit 2').waitFor()
  expect(await inside(codes)).toBe(3)
  await result(page).waitFor({ state: 'hidden' })
  await page.context().close()
})

test('a zone that one phone fills raises its alarm on the other phone too, at 90 % and when it is full', async () => {
  const event = await createEvent(sql)
  await makeZone(await users.actingAs('Ada'), event.eventId, { name: 'Floor', capacity: 10, gate: 'Main' })
  await grantScan(sql, username, event.eventId)
  const codes = await sellCodes(10, event)
  const address = `${site}/ticket-scanner?event=${event.eventId}&gate=Main`
  const [filling, watching] = [await open(address), await open(address)]
  const alarms = (page: Page) => page.getByTestId('zone-alarms').getByRole('listitem')
  for (const code of codes.slice(0, 8))
    await door.post('/api/door/check-in', {
      event: event.eventId,
      code,
      scan: randomUUID(),
      method: 'code',
      gate: 'Main',
    })
  expect(await inside(codes)).toBe(8)
  expect(await alarms(watching).count()).toBe(0)
  const said: string[] = []
  for (const code of codes.slice(8)) {
    await type(filling, code)
    await result(filling).getByText('Admit').waitFor()
    await result(filling).waitFor({ state: 'hidden' })
    await expect.poll(async () => said.includes((await alarms(watching).allInnerTexts()).join())).toBe(false)
    await alarms(watching).first().waitFor()
    said.push((await alarms(watching).allInnerTexts()).join())
    await expect.poll(async () => (await alarms(filling).allInnerTexts()).join()).toBe(said.at(-1))
    await expectFlawless(watching)
  }
  expect(new Set(said).size).toBe(2)
  await filling.context().close()
  await watching.context().close()
})

test('clicks that find no server outlive a reload, and count once though an answer was lost', async () => {
  const event = await createEvent(sql)
  const zone = await makeZone(await users.actingAs('Ada'), event.eventId, { name: 'Yard', capacity: 50 })
  await grantScan(sql, username, event.eventId)
  const page = await open(`${site}/ticket-scanner/occupancy?event=${event.eventId}`)
  const clicks = '**/api/door/clicks*'
  const waiting = (count: number) => page.getByText(`${count} waiting to be sent`)
  const stored = () => sql`
    select count(*)::int as clicks, sum(counted)::int as people from public.door_clicks where zone_id = ${zone}`
  await page.route(clicks, (route) => route.abort('connectionfailed'))
  for (let nth = 0; nth < 3; nth += 1) await page.getByRole('button', { name: 'One in, Yard' }).click()
  await waiting(3).waitFor()
  await page.reload()
  await hydrated(page)
  await waiting(3).waitFor()
  expect(await stored()).toEqual([{ clicks: 0, people: null }])
  // The server has them, and nobody hears of it.
  await page.unroute(clicks)
  await page.route(clicks, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    // A request of a page that is left is over by itself.
    await route.abort('connectionfailed').catch(() => undefined)
  })
  await expect.poll(stored).toEqual([{ clicks: 3, people: 3 }])
  await waiting(3).waitFor()
  await page.reload()
  await hydrated(page)
  await page.unroute(clicks)
  await waiting(3).waitFor({ state: 'hidden' })
  expect(await stored()).toEqual([{ clicks: 3, people: 3 }])
  await expect.poll(() => page.getByTestId('zone-count').innerText()).toMatch(/^3\b/)
  await page.context().close()
})

describe('practice', () => {
  // Other tests admit people meanwhile: what this person scanned anywhere, and what this event shows.
  const rows = async () => {
    const [row] = await sql<{ counts: string }[]>`
      select concat_ws(' ',
        (select count(*) from public.scans
          where event_id = ${testEvent.eventId}
            or staff_id = (select id from public.profiles where username = ${username})),
        (select count(*) from public.entries where event_id = ${testEvent.eventId}),
        (select count(*) from public.tickets
          where event_id = ${testEvent.eventId} and admission <> 'outside')) as counts`
    return row?.counts
  }

  test('shows every result as training, asks no server, and lets no real ticket in, without a network', async () => {
    const [real = ''] = await sellCodes(1)
    const page = await open(`${site}/ticket-scanner/practice?scan=`)
    const before = await rows()
    await expectFlawless(page)
    await page.context().setOffline(true)
    for (const { code } of samples) {
      await type(page, code)
      await result(page).getByText('Training').waitFor()
      await expectPressable(page)
      await result(page).getByRole('link', { name: names.nextScan }).click()
      await result(page).waitFor({ state: 'hidden' })
    }
    await type(page, real)
    await page.getByText('That’s a real ticket: nobody was let in.').waitFor()
    expect(await result(page).count()).toBe(0)
    await page.context().setOffline(false)
    expect(await rows()).toBe(before)
    // A sample at a real door is no ticket.
    await page.goto(station())
    await hydrated(page)
    await type(page, samples[0]?.code ?? '')
    await result(page).getByText('Not a valid ticket.').waitFor()
    await page.context().close()
  })

  test('is read from the page of sample codes, by the camera', async () => {
    const page = await open(`${site}/ticket-scanner/practice`)
    await expectFlawless(page)
    const film = await filmQrCode(page, 1)
    const filming = await openBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    try {
      const phone = await openPageOf(filming, door, { permissions: ['camera'] })
      await phone.goto(`${site}/ticket-scanner/practice?scan=`)
      await hydrated(phone)
      await phone.getByRole('button', { name: names.startCamera }).click()
      await result(phone).getByText('Check ID: 21+').waitFor()
      await result(phone).waitFor({ state: 'hidden' })
      // It stays in view: one scan.
      expect(await phone.getByRole('button', { name: 'Stop camera' }).isVisible()).toBe(true)
      expect(phone.consoleErrors).toEqual([])
    } finally {
      await filming.close()
      rmSync(dirname(film), { recursive: true, force: true })
    }
    await page.context().close()
  })

  test('a photo of a code is read where the camera is refused', async () => {
    const codes = await open(`${site}/ticket-scanner/practice`)
    const photo = await codes.locator('svg[data-qr]').first().screenshot()
    await codes.context().close()
    const page = await openPageOf(browser, door)
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.goto(`${site}/ticket-scanner/practice?scan=`)
    await hydrated(page)
    await page.getByRole('button', { name: names.startCamera }).click()
    await page.getByText('Camera access is off.').waitFor()
    const input = page.getByLabel('Read a photo of a code')
    await input.setInputFiles({
      name: 'poster.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText('No code in this photo.').waitFor()
    await input.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: photo })
    await result(page).getByText('Admit').waitFor()
    await page.context().close()
  })
})
