import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeCode } from '../supabase/tests/codes.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, newAccountDetails } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { checkOut, eventAddress, expectFlawless, freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'
import { signInWindow } from './sign-in.ts'
import { removedCode, typedCode } from './typed-code.ts'

/** Tests that what a buyer chose and was shown stays true on the way to paying: codes, two tabs, ways back. */

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

describe('the choice of tickets', () => {
  test('stays while a code is mistyped, applied and removed', async () => {
    const testEvent = await createEvent(sql)
    const { code } = await makeCode(sql, testEvent, { percent: 25 })
    const page = await openPage(browser)
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await add(page)
    await add(page)
    await page.getByRole('button', { name: 'Have a code?' }).click()
    const field = page.getByRole('textbox', { name: 'Code' })
    await field.fill('NOSUCHCODE')
    await field.press('Enter')
    const refusal = page.locator('#code-refusal')
    await refusal.waitFor()
    expect(await field.inputValue()).toBe('NOSUCHCODE')
    expect(await quantity(page).inputValue()).toBe('2')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    // In view, and not below the bars at the bottom.
    for (const shown of [field, refusal])
      expect(
        await shown.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return hit !== null && element.contains(hit)
        }),
      ).toBe(true)
    await expectFlawless(page)
    // A code that was typed in is applied before anything is held.
    await field.fill(code)
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.locator(`[data-code="${code}"]`).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/events\//)
    expect(await quantity(page).inputValue()).toBe('2')
    expect(await page.locator('#tickets [data-price] s').innerText()).toBe('$20')
    await page.getByRole('button', { name: 'Remove code' }).click()
    await field.waitFor()
    expect(await quantity(page).inputValue()).toBe('2')
    expect(await page.locator('#tickets [data-price] s').count()).toBe(0)
    await expectFlawless(page)
    await page.context().close()
  })

  test('stays without JavaScript, and a refused code stays in its field', async () => {
    const testEvent = await createEvent(sql)
    const { code } = await makeCode(sql, testEvent, { percent: 25 })
    const visitor = new ApiVisitor(site)
    const choice = { [testEvent.types.Entry ?? '']: 2 }
    const follow = async (location: string | null) => {
      const page = await visitor.get((location ?? '').replace(/#.*$/, ''))
      return page.status === 301 ? (await visitor.get(page.headers.get('location') ?? '')).text : page.text
    }
    const numbers = (text: string) =>
      [...text.matchAll(/type="number"[^>]* value="(\d+)"/g)].map(([, n]) => n)
    const opened = await visitor.postForm(`/events/${testEvent.eventId}`, {
      ...typedCode(testEvent.eventId, '', choice)[1],
      step: 'code',
    })
    const field = await follow(opened.headers.get('location'))
    expect(field).toMatch(/<input[^>]* name="code"/)
    expect(numbers(field)).toEqual(['2'])
    const refused = await visitor.postForm(...typedCode(testEvent.eventId, 'NOSUCHCODE', choice))
    expect(refused.headers.get('location')).toMatch(/#code$/)
    const again = await follow(refused.headers.get('location'))
    expect(again).toContain('id="code-refusal"')
    expect(again).toMatch(/name="code"[^>]* value="NOSUCHCODE"/)
    expect(numbers(again)).toEqual(['2'])
    // The Enter key presses the form's first button, which leads to the checkout.
    const { step, ...held } = typedCode(testEvent.eventId, code, choice)[1]
    const sent = await visitor.postForm('/checkout', held)
    expect([step, sent.status, sent.headers.get('location')]).toEqual([
      'apply',
      307,
      `/events/${testEvent.eventId}`,
    ])
    const applied = await visitor.postForm(`/events/${testEvent.eventId}`, held)
    const reduced = await follow(applied.headers.get('location'))
    expect(reduced).toContain(`data-code="${code}"`)
    expect(numbers(reduced)).toEqual(['2'])
    const removed = await visitor.postForm(...removedCode(testEvent.eventId, choice))
    const plain = await follow(removed.headers.get('location'))
    expect(plain).not.toContain('data-code=')
    expect(numbers(plain)).toEqual(['2'])
  })
})

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

    // A form without fields to keep.
    const plain = await new ApiVisitor(site).postForm('/checkout?hold=11111111-1111-4111-8111-111111111111', {
      intent: 'release',
      hold: '11111111-1111-4111-8111-111111111111',
    })
    expect(plain.headers.get('location')).toMatch(/^\/checkout\?hold=.*&auth=login/)
  })
})

test('who logs in again without JavaScript finds what was typed into either form of the checkout', async () => {
  const { eventId, types } = await createEvent(sql)
  const visitor = new ApiVisitor(site)
  const account = newAccountDetails('Bea')
  expect((await visitor.post('/api/auth/register', account)).status).toBe(200)
  const held = await visitor.postForm('/checkout', {
    ...{ intent: 'hold', event: eventId, 'lines[0].type': types.Entry ?? '', 'lines[0].quantity': '1' },
  })
  const hold = new URL(held.headers.get('location') ?? '', site).searchParams.get('hold') ?? ''
  const address = `/checkout?hold=${hold}`
  const key = randomUUID()
  const forms: Record<string, string>[] = [
    {
      intent: 'pay',
      name: 'Bea <Buyer>',
      email: 'bea@',
      phone: '+1 718 555 0100',
      terms: 'on',
      marketing: 'on',
    },
    { intent: 'pay', name: 'Bea Again', email: 'bea.again@example.com', terms: 'on' },
    {
      intent: 'deliver',
      how: 'ship',
      recipient: 'Bea Parcel',
      line1: '1 Long Street',
      'lines[0].item': hold,
    },
  ]
  for (const typed of forms) {
    visitor.cookies.clear()
    const sent = await visitor.postForm(address, { hold, key, ...typed })
    const to = sent.headers.get('location') ?? ''
    expect([sent.status, to.includes('auth=login')]).toEqual([303, true])
    // The hold's id may hold any of these letters.
    expect(decodeURIComponent(to).replaceAll(hold, '')).not.toMatch(/bea|718|long/i)
    expect(sent.set.find((line) => line.startsWith('typed='))).toMatch(
      /Path=\/checkout;.*HttpOnly; SameSite=Lax/,
    )
    expect((await visitor.get(to)).text).toContain('Your session ended. Log in to continue.')
    const { username, password } = account
    expect((await visitor.post('/api/auth/login', { username, password })).status).toBe(200)
    const page = (await visitor.get(address)).text
    // The order has no goods, so there is no form of their delivery.
    if (typed.intent === 'pay') {
      expect(page).toContain(`value="${typed.name?.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`)
      expect(page).toContain(`value="${typed.email}"`)
      expect(/name="marketing"[^>]*checked/.test(page)).toBe(typed.marketing === 'on')
    }
    expect(visitor.cookies.has('typed')).toBe(false)
    expect((await visitor.get(address)).text).not.toContain(typed.name ?? typed.recipient ?? '')
  }
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
