import { randomBytes, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createTicketSigner, type TicketCredential } from '#server/ticket-signing.server.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, type TestPage } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { signAsFirstFormat } from './first-ticket-format.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the door as the site's scanners use it: through HTTP, and with a scanner that types. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let door: ApiVisitor
beforeAll(async () => {
  testEvent = await createEvent(sql)
  const { visitor, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  door = visitor
})
afterAll(() => users.close())

async function sellCodes(quantity: number): Promise<string[]> {
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  const tickets = await sql<
    { code: string }[]
  >`select code from public.tickets where order_id = ${order.orderId}`
  return tickets.map(({ code }) => code)
}

const resultSchema = z.object({ result: z.string(), bounce: z.boolean() })

async function scan(code: string, device?: string) {
  const body = { event: testEvent.eventId, code, scan: randomUUID(), method: 'code', device }
  const { status, text } = await door.post('/api/door/check-in', body)
  expect(status, text).toBe(200)
  return resultSchema.parse(JSON.parse(text))
}

describe('one ticket, one account, one gate, the same second', () => {
  test.each([
    ['phones that each have a name', () => randomUUID()],
    ['phones without a name', () => undefined],
  ])('twenty %s: exactly one sees green, nobody a bounce', async (_, device) => {
    const [code = ''] = await sellCodes(1)
    const responses = await Promise.all(Array.from({ length: 20 }, () => scan(code, device())))
    expect(responses.filter(({ result }) => result === 'ok')).toHaveLength(1)
    expect(responses.filter(({ result }) => result === 'already_in')).toHaveLength(19)
    expect(responses.filter(({ bounce }) => bounce)).toEqual([])
  })

  test('the phone that admitted it and reads it again gets a bounce, the next phone does not', async () => {
    const [code = ''] = await sellCodes(1)
    const phone = randomUUID()
    expect(await scan(code, phone)).toEqual({ result: 'ok', bounce: false })
    expect(await scan(code, phone)).toEqual({ result: 'already_in', bounce: true })
    expect(await scan(code, randomUUID())).toEqual({ result: 'already_in', bounce: false })
  })
})

describe('a signed code', () => {
  const { TICKET_SIGNING_KEY: secret = '' } = inject('site').env
  const scanCode = async (code: string) => {
    const body = { event: testEvent.eventId, code, scan: randomUUID(), method: 'camera' }
    const { status, text } = await door.post('/api/door/check-in', body)
    expect(status, text).toBe(200)
    return resultSchema.parse(JSON.parse(text)).result
  }

  async function sellCredential(): Promise<TicketCredential> {
    const [code = ''] = await sellCodes(1)
    const [ticket] = await sql<{ id: string; type: string; generation: number }[]>`
      select id, ticket_type_id as type, generation from public.tickets where code = ${code}`
    if (!ticket) throw new Error('no ticket')
    const { id: ticketId, type: typeId, generation } = ticket
    return { ticketId, typeId, generation, eventId: testEvent.eventId }
  }

  test('admits in the current format and in the first one, once between them', async () => {
    const signer = createTicketSigner(secret)
    const first = await sellCredential()
    expect(await scanCode(signer.sign(first))).toBe('ok')
    expect(await scanCode(await signAsFirstFormat(secret, first))).toBe('already_in')
    const second = await sellCredential()
    expect(await scanCode(await signAsFirstFormat(secret, second))).toBe('ok')
    expect(await scanCode(signer.sign(second))).toBe('already_in')
  })

  test('is refused when it is forged, cut, of an older generation or of another event', async () => {
    const signer = createTicketSigner(secret)
    const credential = await sellCredential()
    const stranger = createTicketSigner(randomBytes(32).toString('base64url'))
    expect(await scanCode(stranger.sign(credential))).toBe('bad_signature')
    expect(await scanCode(await signAsFirstFormat(randomBytes(32).toString('base64url'), credential))).toBe(
      'bad_signature',
    )
    expect(await scanCode(signer.sign(credential).slice(0, -3))).toBe('unknown')
    expect(await scanCode(signer.sign({ ...credential, generation: 2 }))).toBe('old_code')
    expect(await scanCode(signer.sign({ ...credential, ticketId: randomUUID() }))).toBe('unknown')
    expect(await scanCode(signer.sign(credential))).toBe('ok')
  })
})

test('the counters are read by those who may scan there, and by nobody else', async () => {
  const path = `/api/door/check-in?event=${testEvent.eventId}`
  const before = (await door.get(path)).text
  const [code = ''] = await sellCodes(1)
  await scan(code)
  const counters = z.object({ inNow: z.int(), admitted: z.int(), remaining: z.int() })
  const count = (text: string) => counters.parse(JSON.parse(text)).admitted
  expect(count((await door.get(path)).text)).toBe(count(before) + 1)
  const other = (await registered(site)).visitor
  const elsewhere = await createEvent(sql)
  expect((await other.get(path)).status).toBe(403)
  expect((await door.get(`/api/door/check-in?event=${elsewhere.eventId}`)).status).toBe(403)
  expect((await door.get('/api/door/check-in?event=x')).status).toBe(422)
})

test('a mistyped code is an error at the field, and no scan', async () => {
  const fields = { event: testEvent.eventId, code: '222222223', scan: randomUUID() }
  const response = await door.post('/api/door/check-in', { ...fields, method: 'code' })
  expect([response.status, response.body.errors]).toEqual([
    422,
    [{ message: 'Check that code', field: 'code' }],
  ])
  const page = await door.postForm(`/ticket-scanner?event=${testEvent.eventId}`, { ...fields, gate: '' })
  expect(page.status).toBe(422)
  expect(page.text).toMatch(/id="code-error"[\s\S]*?Check that code/)
  expect(page.text).not.toContain('alertdialog')
  expect(await sql`select 1 from public.scans where scan_uid = ${fields.scan}`).toHaveLength(0)
})

describe('a scanner that types', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const verdict = (page: Page) => page.getByRole('alertdialog')
  const field = (page: Page) => page.getByLabel(names.typedCode)
  const isFocused = (page: Page) => field(page).evaluate((input) => input === document.activeElement)

  async function open(options: Parameters<typeof openPageOf>[2] = {}): Promise<TestPage> {
    const page = await openPageOf(browser, door, options)
    await page.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
    await hydrated(page)
    return page
  }
  /** Types as a hardware scanner does: at once, ended by Enter, wherever the focus is. */
  async function type(page: Page, code: string): Promise<void> {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }

  test('works at opening, after each verdict and from anywhere; its Enter acknowledges nothing', async () => {
    // Of three orders: a group would be offered with one of them.
    const [[first = ''], [second = ''], [third = '']] = [
      await sellCodes(1),
      await sellCodes(1),
      await sellCodes(1),
    ]
    const page = await open()
    expect(await isFocused(page)).toBe(true)
    await type(page, first)
    await page.getByText('Welcome in.').or(verdict(page)).first().waitFor()
    expect(await verdict(page).innerText()).toMatch(/admit/i)

    // The next guest does not wait until the green screen closes.
    const admitted = page.getByText('Admitted', { exact: true }).locator('xpath=..').getByRole('definition')
    const before = Number(await admitted.innerText())
    await type(page, second)
    // Waits for the second verdict: counter and verdict are shown in one step.
    await expect.poll(async () => Number(await admitted.innerText())).toBe(before + 1)
    expect(
      await sql`select 1 from public.tickets where code = ${second} and admission = 'inside'`,
    ).toHaveLength(1)
    await verdict(page).waitFor({ state: 'hidden' })
    expect(await isFocused(page)).toBe(true)

    // The blue screen waits for a confirmation: text typed meanwhile is dropped, and its Enter presses nothing.
    await type(page, second)
    await verdict(page).waitFor()
    expect(await verdict(page).innerText()).toMatch(/again[\s\S]*Already let in just now/i)
    await type(page, third)
    expect(await verdict(page).count()).toBe(1)
    expect(
      await sql`select 1 from public.tickets where code = ${third} and admission = 'inside'`,
    ).toHaveLength(0)
    await page.getByRole('link', { name: names.nextScan }).click()
    await verdict(page).waitFor({ state: 'hidden' })

    // Works while a button has the focus, too.
    await page.getByRole('button', { name: names.startCamera }).focus()
    await type(page, third)
    await verdict(page).waitFor()
    expect(await verdict(page).innerText()).toMatch(/admit/i)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  test('a typo is told at the field, which the next code replaces; Tab leaves it', async () => {
    const [code = ''] = await sellCodes(1)
    const page = await open()
    await type(page, '222222223')
    await page.locator('#code-error').getByText(names.codeNotRead).waitFor()
    expect(await verdict(page).count()).toBe(0)
    expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    await type(page, code)
    await verdict(page).waitFor()
    expect(await verdict(page).innerText()).toMatch(/admit/i)
    await verdict(page).waitFor({ state: 'hidden' })

    await page.keyboard.press('Tab')
    expect(await isFocused(page)).toBe(false)
    await page.context().close()
  })

  test('finds the field again after every interruption, on a desk and on a phone without a keyboard', async () => {
    const [[first = ''], [second = ''], [third = '']] = [
      await sellCodes(1),
      await sellCodes(1),
      await sellCodes(1),
    ]
    const page = await open()
    const admit = async (code: string) => {
      await type(page, code)
      await verdict(page).getByText('Admit').waitFor()
      await verdict(page).waitFor({ state: 'hidden' })
    }
    // No camera here: the button stays, and the message stands beside it.
    await page.getByRole('button', { name: names.startCamera }).click()
    await page.getByText(names.noCamera).waitFor()
    expect(await isFocused(page)).toBe(true)
    await admit(first)
    // Another tab, and back.
    await field(page).blur()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(await isFocused(page)).toBe(true)
    await page.context().close()

    const phone = await open({ isMobile: true, hasTouch: true })
    // A field in focus would bring up the keyboard over the camera.
    expect(await isFocused(phone)).toBe(false)
    for (const code of [second, third]) {
      await type(phone, code)
      await verdict(phone).getByText('Admit').waitFor()
      await verdict(phone).waitFor({ state: 'hidden' })
      expect(await phone.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Scan tickets',
      )
    }
    await phone.context().close()
  })

  test('says when the connection is lost and decides by itself; back, what it decided is in the log, once', async () => {
    const [code = ''] = await sellCodes(1)
    const page = await open()
    await page
      .getByTestId('ready')
      .getByText(/^Ready offline/)
      .waitFor()
    await page.context().setOffline(true)
    await page.getByText(names.offline).waitFor()
    await type(page, code)
    await verdict(page).getByText('Admit').waitFor()
    await verdict(page)
      .getByText(/^Offline, list from/)
      .waitFor()
    await verdict(page).waitFor({ state: 'hidden' })
    await page.getByText('1 person let in isn’t verified yet.').waitFor()
    await page.context().setOffline(false)
    await page.getByText(names.offline).waitFor({ state: 'hidden' })
    const scansOf = () => sql`
      select 1 from public.scans s join public.tickets t on t.id = s.ticket_id where t.code = ${code} and s.is_offline`
    await expect.poll(scansOf).toHaveLength(1)
    // The scanner stays when what surrounds it can't be read again, and says so.
    await page.route('**/*', (route) => route.abort())
    await page.getByText(names.offline).waitFor()
    expect(await field(page).isVisible()).toBe(true)
    await page.context().close()
  })

  test.each([
    ['360x640', { width: 360, height: 640 }, 'light'],
    ['390x844', { width: 390, height: 844 }, 'dark'],
    ['820x1180', { width: 820, height: 1180 }, 'light'],
  ] as const)('has the whole screen of %s, and nothing of the site around it', async (_, viewport, colorScheme) => {
    const page = await open({ viewport, colorScheme })
    for (const role of ['navigation', 'contentinfo'] as const)
      expect(await page.getByRole(role).count(), role).toBe(0)
    const station = await page.getByRole('region', { name: 'Scan tickets' }).boundingBox()
    expect(station).toEqual({ x: 0, y: 0, ...viewport })
    const send = await page.getByRole('button', { name: names.checkIn }).boundingBox()
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
    await expectFlawless(page)
    await type(page, '222222223')
    await page.locator('#code-error').waitFor()
    await expectFlawless(page)
    await page.context().close()
  })

  test('event and gate are chosen by keyboard alone, and the next scan is of that gate', async () => {
    const [code = ''] = await sellCodes(1)
    const page = await open()
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
    await expect.poll(() => isFocused(page)).toBe(true)
    await type(page, code)
    await verdict(page).getByText('Admit').waitFor()
    const [scan] = await sql<{ gate: string }[]>`
      select s.gate from public.scans s join public.tickets t on t.id = s.ticket_id where t.code = ${code}`
    expect(scan?.gate).toBe('Main2')
    await page.context().close()
  })

  test.each([
    ['NotAllowedError', 'Camera access is off.'],
    ['NotReadableError', 'Another app is using the camera.'],
  ])('a camera that fails with %s says so, and the code can be typed', async (name, title) => {
    const page = await openPageOf(browser, door)
    await page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
    }, name)
    await page.goto(`${site}/ticket-scanner?event=${testEvent.eventId}`)
    await hydrated(page)
    await page.getByRole('button', { name: names.startCamera }).click()
    await page.getByText(title).waitFor()
    expect(await isFocused(page)).toBe(true)
    expect(await page.getByRole('button', { name: names.startCamera }).isVisible()).toBe(true)
    await expectFlawless(page)
    await page.context().close()
  })
})
