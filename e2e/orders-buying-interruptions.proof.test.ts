import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { checkOut, eventAddress, expectFlawless, freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'
import { signInWindow } from './sign-in.ts'

/** Tests what interrupts a buyer on the way to paying: another tab, a canceled event, a session that ends, code that comes late. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const quantity = (page: TestPage) => page.getByRole('spinbutton', { name: 'Number of Entry tickets' })
const add = (page: TestPage) => page.getByRole('button', { name: 'Add one Entry ticket' }).click()

/** Takes out the console's note that a form was refused with 409. */
function forgetRefusal(page: TestPage): void {
  expect(page.consoleErrors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')])
}

/** Holds one ticket, on the way to the checkout. */
async function holdOne(page: TestPage, testEvent: TestEvent): Promise<void> {
  await page.goto(eventAddress(site, testEvent.eventId))
  await hydrated(page)
  await add(page)
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
}

describe('the total', () => {
  test('that a form was filled in for is the one that is paid: another one is refused with both', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser)
    await holdOne(page, testEvent)
    await hydrated(page)
    // Another tab of the same buyer holds two.
    const context = page.context()
    const other = await context.newPage()
    await other.goto(eventAddress(site, testEvent.eventId))
    await other.getByRole('button', { name: 'Add one Entry ticket' }).click()
    await other.getByRole('button', { name: 'Add one Entry ticket' }).click()
    await other.getByRole('button', { name: names.getTickets }).click()
    await other.waitForURL(/\/checkout\?hold=/)
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill(freshEmail('bea'))
    await page.getByRole('button', { name: names.payAmount }).click()
    const refusal = page.getByRole('alert').filter({ hasText: '$20.00' })
    await refusal.waitFor()
    expect(await refusal.innerText()).toContain('$40.00')
    await page.getByRole('button', { name: 'Pay $40.00' }).waitFor()
    expect(await page.getByLabel(names.name).inputValue()).toBe('Bea Buyer')
    expect(await sql`select 1 from public.orders where event_id = ${testEvent.eventId}`).toHaveLength(0)
    forgetRefusal(page)
    await expectFlawless(page)
    await checkOut(page, { name: 'Bea Buyer', email: freshEmail('bea') })
    const [order] = await sql<{ total: number }[]>`
      select total_cents::int as total from public.orders where event_id = ${testEvent.eventId}`
    expect(order?.total).toBe(4000)
    await context.close()
  })
})

describe('a buyer', () => {
  test('whose event is canceled during the checkout is told so', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser)
    await holdOne(page, testEvent)
    await hydrated(page)
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill(freshEmail('bea'))
    const ada = await users.actingAs('Ada')
    const { error } = await ada.rpc('set_event_status', {
      p_id: testEvent.eventId,
      p_status: 'cancelled',
      p_note: '',
    })
    expect(error).toBeNull()
    await page.getByRole('button', { name: names.payAmount }).click()
    await page.getByRole('heading', { level: 1, name: /^Night .* was canceled$/ }).waitFor()
    forgetRefusal(page)
    await expectFlawless(page)
    await page.getByRole('link', { name: 'See what happened' }).click()
    await page.waitForURL(/\/events\//)
    await page.context().close()
  })

  test('who goes back from the checkout sees what is held, and the way back to it', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser)
    await holdOne(page, testEvent)
    await page.goBack()
    await page.getByText(/You're holding 1 ticket until \d/).waitFor()
    await expectFlawless(page)
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.getByRole('button', { name: names.payAmount }).waitFor()
    await page.context().close()
  })

  test('whose session ended is asked to log in over the checkout, and keeps what was typed', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser)
    await holdOne(page, testEvent)
    await hydrated(page)
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill(freshEmail('bea'))
    await page.context().clearCookies()
    await page.getByRole('button', { name: names.payAmount }).click()
    await signInWindow(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/checkout')
    await page.keyboard.press('Escape')
    await signInWindow(page).waitFor({ state: 'hidden' })
    expect(await page.getByLabel(names.name).inputValue()).toBe('Bea Buyer')
    await page.getByText('Your session ended. Log in to continue.').waitFor()
    await page.context().close()
  })
})

describe('the checkout, where the code of its form', () => {
  const code = /\/assets\/buyer-form-[\w-]+\.js$/
  const mistake = (page: TestPage) => page.locator('#buyer-email-error')
  const fill = async (page: TestPage) => {
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill('bea@')
  }

  test('is late, keeps what was typed meanwhile and then says at the field what is wrong', async () => {
    const page = await openPage(browser)
    await holdOne(page, await createEvent(sql))
    const wanted = Promise.withResolvers<void>()
    await page.route(code, async (route) => {
      await wanted.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    // The clock in the header runs: the page around the form is hydrated.
    await page.getByRole('timer').waitFor()
    await fill(page)
    // Reads the page again, as when a phone wakes up.
    const read = page.waitForResponse((response) => response.url().includes('/checkout.data'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await read
    wanted.resolve()
    await hydrated(page)
    expect(await page.getByLabel(names.name).inputValue()).toBe('Bea Buyer')
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.getByRole('button', { name: names.payAmount }).click()
    await mistake(page).getByText('Please enter a valid email address').waitFor()
    expect(sent.filter((one) => one.startsWith('POST /checkout'))).toEqual([])
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  test('never comes, works as a plain form, and the server says the same', async () => {
    const page = await openPage(browser)
    await holdOne(page, await createEvent(sql))
    await page.route(code, (route) => route.abort())
    await page.reload()
    await page.getByRole('timer').waitFor()
    await fill(page)
    await page.locator('form#buyer').evaluate((form) => form.setAttribute('novalidate', ''))
    await page.getByRole('button', { name: names.payAmount }).click()
    await mistake(page).getByText('Please enter a valid email address').waitFor()
    expect(await page.getByLabel(names.name).inputValue()).toBe('Bea Buyer')
    await checkOut(page, { name: 'Bea Buyer', email: freshEmail('bea') })
    await page.context().close()
  })
})

describe('by keyboard and enlarged', () => {
  const focused = (page: TestPage) =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`)

  test('the focus goes to the heading of a page that is navigated to, and stays where only the list changes', async () => {
    const page = await openPage(browser, { viewport: desktop })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await page.locator('header').getByRole('link', { name: 'Events' }).click()
    await expect.poll(() => focused(page)).toMatch(/^H1 /)
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    const filter = page.locator('main a[href^="/events?"]').first()
    await filter.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/events\?/)
    await hydrated(page)
    expect(await focused(page)).not.toMatch(/^H1 /)
    await page.context().close()
  })

  test('the first stop of the content of an event page leads to its tickets', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser, { viewport: desktop })
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('A Skip to tickets')
    await page.keyboard.press('Enter')
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(page).inputValue()).toBe('1')
    await page.context().close()
  })

  test('bars that stay take no more than the tab bar of an event page at 200 %', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPage(browser, { viewport: { width: 640, height: 450 } })
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await add(page)
    const covered = await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight / 2)
      const ofBars = (element: Element | null): boolean =>
        element !== null &&
        (/^(fixed|sticky)$/.test(getComputedStyle(element).position) || ofBars(element.parentElement))
      let lines = 0
      for (let y = 0; y < innerHeight; y++) if (ofBars(document.elementFromPoint(innerWidth / 2, y))) lines++
      return lines
    })
    expect(covered).toBeLessThan(80)
    await page.context().close()
  })
})
