import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeCode } from '../supabase/tests/codes.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, newAccountDetails } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { eventAddress, expectFlawless } from './buyer-steps.ts'
import { names } from './names.ts'
import { removedCode, typedCode } from './typed-code.ts'

/** Tests that what a buyer chose and was shown stays true on the way to paying: codes, and what was typed. Two tabs, ways back, late code and enlarged text are in `orders-buying-interruptions.proof.test.ts`. */

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
function _forgetRefusal(page: TestPage): void {
  expect(page.consoleErrors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')])
}

/** Holds one ticket, on the way to the checkout. */
async function _holdOne(page: TestPage, testEvent: TestEvent): Promise<void> {
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
  // A form without fields to keep.
  const plain = await new ApiVisitor(site).postForm('/checkout?hold=11111111-1111-4111-8111-111111111111', {
    intent: 'release',
    hold: '11111111-1111-4111-8111-111111111111',
  })
  expect(plain.headers.get('location')).toMatch(/^\/checkout\?hold=.*&auth=login/)
})
