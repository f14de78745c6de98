import type { Browser, Page } from 'playwright-core'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import type { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { hydrated, type TestPage } from './browser.ts'
import { grantScan } from './buyer-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Opens a door on the built site, and types at it as a hardware scanner does. */

type PageOptions = Parameters<typeof openPageOf>[2]

/** Creates an event and somebody who may scan at its door. */
export async function openDoor(site: string, users: ReturnType<typeof openTestUsers>) {
  const event = await createEvent(users.sql)
  const { visitor, details } = await registered(site, 'Dex')
  await grantScan(users.sql, details.username, event.eventId)
  return {
    event,
    visitor,
    username: details.username,
    /** Sells tickets in one order and returns their codes. */
    async sellCodes(quantity: number): Promise<string[]> {
      const { order } = await buy(users.service, await users.extra(), event, { Entry: quantity })
      const tickets = await users.sql<
        { code: string }[]
      >`select code from public.tickets where order_id = ${order.orderId}`
      return tickets.map(({ code }) => code)
    },
    /** Opens the scanner of the gate `Main`. */
    async openScanner(browser: Browser, options: PageOptions = {}): Promise<TestPage> {
      const page = await openPageOf(browser, visitor, options)
      await page.goto(`${site}/ticket-scanner?event=${event.eventId}&gate=Main`)
      await hydrated(page)
      return page
    },
  }
}

/** The result of a scan, over the whole screen. */
export const verdictOf = (page: Page) => page.getByRole('alertdialog')
/** The field for typed codes. */
export const codeField = (page: Page) => page.getByLabel(names.typedCode)
export const isCodeFocused = (page: Page) =>
  codeField(page).evaluate((input) => input === document.activeElement)

/** Types as a hardware scanner does: at once, ended by Enter, wherever the focus is. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
