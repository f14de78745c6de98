import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestEvent } from '../supabase/tests/event-fixture.ts'
import { markListed } from '../supabase/tests/listed.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, type TestPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { codes, prepareReader, readShown, sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the tickets as their holder shows them at the door: on one screen of a phone, one at a time; `tickets.test.ts` admits one. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let mia: ApiVisitor
let tonight: TestEvent

beforeAll(async () => {
  await prepareReader()
  browser = await openBrowser()
  const member = await registered(site)
  mia = member.visitor
  tonight = await sellTo(users, member.id, {}, 2)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function openTickets(options: Parameters<typeof openPageOf>[2] = {}): Promise<TestPage> {
  const page = await openPageOf(browser, mia, options)
  await page.goto(`${site}/my-tickets`)
  await hydrated(page)
  return page
}

/** Returns whether nothing lies over an element and all of it is in the window. Corners may be rounded. */
function isWhole(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const across = [left + 4, (left + right) / 2, right - 4]
      const down = [top + 4, (top + bottom) / 2, bottom - 4]
      return across.every((x) =>
        down.every((y) => {
          const hit = document.elementFromPoint(x, y)
          return hit !== null && (element === hit || element.contains(hit))
        }),
      )
    })
}

describe.each([
  ['390x844', { width: 390, height: 844 }, 'light'],
  ['390x844', { width: 390, height: 844 }, 'dark'],
  ['360x640', { width: 360, height: 640 }, 'light'],
] as const)('on a phone of %s', (_, viewport, colorScheme) => {
  test(`the code takes the width of the first screen with nothing over it, ${colorScheme}`, async () => {
    const page = await openTickets({ viewport, colorScheme, isMobile: true })
    expect(await isWhole(page, 'svg[data-qr]')).toBe(true)
    const box = await codes(page).first().boundingBox()
    expect(box?.width).toBe(viewport.width)
    expect(await isWhole(page, '[data-ticket] p')).toBe(true)
    // Everything that one ticket needs is on the larger screen.
    if (viewport.height > 800) {
      for (const part of ['[data-ticket] summary', '[role=status]:has-text("1 of 2")'])
        expect(await isWhole(page, part), part).toBe(true)
    }
    await expectFlawless(page)
    await page.context().close()
  })
})

test('test tickets say so all over, and no real event takes them', async () => {
  const { visitor, id, details } = await registered(site, 'Tess')
  await sellTo(users, id, { isTest: true }, 1)
  const page = await openPageOf(browser, visitor)
  await page.goto(`${site}/my-tickets`)
  await hydrated(page)
  await page.getByText('TEST TICKETS').waitFor()
  const card = page.getByTestId('event-tickets')
  const mark = await card.evaluate((element) => {
    const { content, opacity, display } = getComputedStyle(element, '::after')
    return { says: /TEST TEST/.test(content), seen: Number(opacity) > 0.1 && display !== 'none' }
  })
  expect(mark).toEqual({ says: true, seen: true })
  await expectFlawlessAtBothSizes(page)
  // The mark leaves the code readable for the test event's own door.
  const code = await readShown(page, 0)
  expect(code).toMatch(/^JVT1:/)
  await grantScan(sql, details.username, tonight.eventId)
  const body = { event: tonight.eventId, code, scan: randomUUID(), method: 'camera' }
  expect((await visitor.post('/api/door/check-in', body)).body).toMatchObject({ result: 'test_ticket' })
  await page.context().close()
  // Real tickets carry no mark.
  const real = await openTickets()
  const content = await real
    .getByTestId('event-tickets')
    .first()
    .evaluate((element) => getComputedStyle(element, '::after').content)
  expect(content).toBe('none')
  await real.context().close()
})

describe('several tickets', () => {
  const isSeen = (page: Page, index: number) =>
    codes(page)
      .nth(index)
      .evaluate((code) => {
        const { left, right } = code.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      })
  const status = (page: Page) => page.getByRole('main').getByRole('status').first()

  test('turn one by one: by swiping, by buttons, by keys', async () => {
    const page = await openTickets({ reducedMotion: 'reduce' })
    const strip = page.getByRole('list', { name: /^Tickets for/ }).first()
    expect(await codes(page).count()).toBe(2)
    expect(await status(page).innerText()).toBe('Ticket 1 of 2')
    expect([await isSeen(page, 0), await isSeen(page, 1)]).toEqual([true, false])

    await page.getByRole('button', { name: 'Next ticket' }).click()
    await expect.poll(() => status(page).innerText()).toBe('Ticket 2 of 2')
    expect([await isSeen(page, 0), await isSeen(page, 1)]).toEqual([false, true])
    // The button at the end keeps the focus and does nothing.
    await page.keyboard.press('Enter')
    expect(await status(page).innerText()).toBe('Ticket 2 of 2')

    await strip.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => status(page).innerText()).toBe('Ticket 1 of 2')
    await page.keyboard.press('End')
    await expect.poll(() => status(page).innerText()).toBe('Ticket 2 of 2')

    // As after a swipe: the strip stops at a whole ticket.
    await strip.evaluate((list) => list.scrollBy({ left: -list.clientWidth * 0.6 }))
    await expect.poll(() => status(page).innerText()).toBe('Ticket 1 of 2')
    await expect.poll(() => isSeen(page, 0)).toBe(true)
    await page.context().close()
  })

  test('have their details folded', async () => {
    const page = await openTickets()
    const ticket = page.locator('[data-ticket]').first()
    const order = ticket.getByText('Order', { exact: true })
    expect(await order.isVisible()).toBe(false)
    await ticket.locator('summary').first().click()
    expect(await order.isVisible()).toBe(true)
    await page.context().close()
  })
})

test('the screen stays on while codes are shown, and only then', async () => {
  const page = await openPageOf(browser, mia)
  await page.addInitScript(() => {
    const held = new Set<object>()
    const request = async () => {
      const lock = {
        get released() {
          return !held.has(lock)
        },
        release: async () => void held.delete(lock),
      }
      held.add(lock)
      return lock
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { heldLocks: () => held.size })
  })
  const held = () => page.evaluate(() => Number(Reflect.get(window, 'heldLocks')()))
  await page.goto(`${site}/my-tickets`)
  await expect.poll(held).toBe(1)
  await page.getByRole('link', { name: /^Past/ }).click()
  await page.waitForURL(/tab=past/)
  await expect.poll(held).toBe(0)
  await page.context().close()
})

test('what admits nobody has no code, and what is still to come is one line', async () => {
  const { visitor, id } = await registered(site, 'Mel')
  const { eventId } = await sellTo(users, id, { doorsIn: 5 }, 5)
  const tickets = await sql<{ id: string }[]>`select id from public.tickets where event_id = ${eventId}`
  const [refunded, canceled, offered, listed] = tickets.map((ticket) => ticket.id)
  await sql`select private.void_tickets(array[${refunded ?? ''}::uuid], 'refunded', false)`
  await sql`select private.void_tickets(array[${canceled ?? ''}::uuid], 'fraud', false)`
  await sql`update public.tickets set custody = 'offered' where id = ${offered ?? ''}`
  await markListed(sql, listed ?? '')
  await sellTo(users, id, { doorsIn: 100 }, 4)
  for (const look of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'light', viewport: desktop },
  ] as const) {
    const page = await openPageOf(browser, visitor, look)
    await page.goto(`${site}/my-tickets`)
    expect(await codes(page).count()).toBe(1)
    const states = page.locator('[data-ticket-state]')
    const shown = await states.evaluateAll((stubs) =>
      stubs.map((stub) => stub.getAttribute('data-ticket-state')),
    )
    expect(shown.sort()).toEqual(['canceled', 'listed', 'refunded', 'transfer'])
    const waiting = page.getByTestId('waiting-tickets')
    expect(await waiting.count()).toBe(1)
    expect(await waiting.locator('summary').first().innerText()).toMatch(/4 tickets\s+Codes appear/)
    await expectFlawless(page)
    await page.context().close()
  }
})
