import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { codeField, isCodeFocused, openDoor, typeCode, verdictOf } from './door-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Tests what comes between a scanner that types and its field: a typo, another tab, a lost connection, a camera, a change of gate. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let door: Awaited<ReturnType<typeof openDoor>>
beforeAll(async () => {
  browser = await openBrowser()
  door = await openDoor(site, users)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

test('a typo is told at the field, which the next code replaces; Tab leaves it', async () => {
  const [code = ''] = await door.sellCodes(1)
  const page = await door.openScanner(browser)
  await typeCode(page, '222222223')
  await page.locator('#code-error').getByText(names.codeNotRead).waitFor()
  expect(await verdictOf(page).count()).toBe(0)
  expect(await codeField(page).getAttribute('aria-invalid')).toBe('true')
  await typeCode(page, code)
  await verdictOf(page).waitFor()
  expect(await verdictOf(page).innerText()).toMatch(/admit/i)
  await verdictOf(page).waitFor({ state: 'hidden' })

  await page.keyboard.press('Tab')
  expect(await isCodeFocused(page)).toBe(false)
  await page.context().close()
})

test('finds the field again after every interruption, on a desk and on a phone without a keyboard', async () => {
  const [[first = ''], [second = ''], [third = '']] = [
    await door.sellCodes(1),
    await door.sellCodes(1),
    await door.sellCodes(1),
  ]
  const page = await door.openScanner(browser)
  const admit = async (code: string) => {
    await typeCode(page, code)
    await verdictOf(page).getByText('Admit').waitFor()
    await verdictOf(page).waitFor({ state: 'hidden' })
  }
  // No camera here: the button stays, and the message stands beside it.
  await page.getByRole('button', { name: names.startCamera }).click()
  await page.getByText(names.noCamera).waitFor()
  expect(await isCodeFocused(page)).toBe(true)
  await admit(first)
  // Another tab, and back.
  await codeField(page).blur()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  expect(await isCodeFocused(page)).toBe(true)
  await page.context().close()

  const phone = await door.openScanner(browser, { isMobile: true, hasTouch: true })
  // A field in focus would bring up the keyboard over the camera.
  expect(await isCodeFocused(phone)).toBe(false)
  for (const code of [second, third]) {
    await typeCode(phone, code)
    await verdictOf(phone).getByText('Admit').waitFor()
    await verdictOf(phone).waitFor({ state: 'hidden' })
    expect(await phone.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Scan tickets',
    )
  }
  await phone.context().close()
})

test('says when the connection is lost and decides by itself; back, what it decided is in the log, once', async () => {
  const [code = ''] = await door.sellCodes(1)
  const page = await door.openScanner(browser)
  await page
    .getByTestId('ready')
    .getByText(/^Ready offline/)
    .waitFor()
  await page.context().setOffline(true)
  await page.getByText(names.offline).waitFor()
  await typeCode(page, code)
  await verdictOf(page).getByText('Admit').waitFor()
  await verdictOf(page)
    .getByText(/^Offline, list from/)
    .waitFor()
  await verdictOf(page).waitFor({ state: 'hidden' })
  await page.getByText('1 person let in isn’t verified yet.').waitFor()
  await page.context().setOffline(false)
  await page.getByText(names.offline).waitFor({ state: 'hidden' })
  const scansOf = () => sql`
    select 1 from public.scans s join public.tickets t on t.id = s.ticket_id where t.code = ${code} and s.is_offline`
  await expect.poll(scansOf).toHaveLength(1)
  // The scanner stays when what surrounds it can't be read again, and says so.
  await page.route('**/*', (route) => route.abort())
  await page.getByText(names.offline).waitFor()
  expect(await codeField(page).isVisible()).toBe(true)
  await page.context().close()
})

test.each([
  ['360x640', { width: 360, height: 640 }, 'light'],
  ['390x844', { width: 390, height: 844 }, 'dark'],
  ['820x1180', { width: 820, height: 1180 }, 'light'],
] as const)('has the whole screen of %s, and nothing of the site around it', async (_, viewport, colorScheme) => {
  const page = await door.openScanner(browser, { viewport, colorScheme })
  for (const role of ['navigation', 'contentinfo'] as const)
    expect(await page.getByRole(role).count(), role).toBe(0)
  const station = await page.getByRole('region', { name: 'Scan tickets' }).boundingBox()
  expect(station).toEqual({ x: 0, y: 0, ...viewport })
  const send = await page.getByRole('button', { name: names.checkIn }).boundingBox()
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  await expectFlawless(page)
  await typeCode(page, '222222223')
  await page.locator('#code-error').waitFor()
  await expectFlawless(page)
  await page.context().close()
})

test('event and gate are chosen by keyboard alone, and the next scan is of that gate', async () => {
  const [code = ''] = await door.sellCodes(1)
  const page = await door.openScanner(browser)
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More')
  await page.keyboard.press('Enter')
  await page.locator('[role=menuitem]:focus', { hasText: 'Change event or gate' }).waitFor()
  await page.keyboard.press('Enter')
  const gate = page.getByLabel(/^Gate/)
  await gate.waitFor()
  await expectFlawless(page)
  // Text typed here stays here.
  await gate.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('2')
  expect(await gate.inputValue()).toBe('Main2')
  await page.keyboard.press('Enter')
  await page.getByText('Gate: Main2').waitFor()
  await expect.poll(() => isCodeFocused(page)).toBe(true)
  await typeCode(page, code)
  await verdictOf(page).getByText('Admit').waitFor()
  const [scan] = await sql<{ gate: string }[]>`
    select s.gate from public.scans s join public.tickets t on t.id = s.ticket_id where t.code = ${code}`
  expect(scan?.gate).toBe('Main2')
  await page.context().close()
})

test.each([
  ['NotAllowedError', 'Camera access is off.'],
  ['NotReadableError', 'Another app is using the camera.'],
])('a camera that fails with %s says so, and the code can be typed', async (name, title) => {
  const page = await openPageOf(browser, door.visitor)
  await page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
  }, name)
  await page.goto(`${site}/ticket-scanner?event=${door.event.eventId}`)
  await hydrated(page)
  await page.getByRole('button', { name: names.startCamera }).click()
  await page.getByText(title).waitFor()
  expect(await isCodeFocused(page)).toBe(true)
  expect(await page.getByRole('button', { name: names.startCamera }).isVisible()).toBe(true)
  await expectFlawless(page)
  await page.context().close()
})
