import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, sizes } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes, freshEmail, grantScan, mailTo } from './buyer-steps.ts'
import { codes, prepareReader, readShown } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** Walks a ticket from one person to another on the built site: the holder offers it, the other one answers from the mail. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
beforeAll(async () => {
  await prepareReader()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const [phone, desktop] = sizes

/** Sells a ticket to a new member, who may also scan at its event, and opens their tickets. */
async function openSender(size: (typeof sizes)[number]) {
  const { visitor, id, details } = await registered(site, 'Sal')
  const event = await createEvent(sql)
  await buy(service, id, event, { Entry: 1 })
  await grantScan(sql, details.username, event.eventId)
  const page = await openPageOf(browser, visitor, { viewport: size.viewport })
  await page.goto(`${site}/my-tickets`)
  const scan = async (code: string | null) =>
    (
      await visitor.post('/api/door/check-in', {
        event: event.eventId,
        code,
        scan: randomUUID(),
        method: 'camera',
      })
    ).body
  return { page, scan, title: `Night ${event.eventId.slice(0, 8)}` }
}
type Sender = Awaited<ReturnType<typeof openSender>>

/** Offers the only ticket of the page to an address. */
async function offer({ page }: Sender, email: string): Promise<void> {
  await hydrated(page)
  await page.locator('[data-ticket] summary').first().click()
  await page.getByTestId('transfer').locator('summary').click()
  const form = page.getByTestId('transfer').locator('form:has([name=to])')
  await form.locator('[name=to]').fill(email)
  await expectFlawless(page)
  await form.locator('[type=submit]').click()
  await page.getByTestId('open-transfer').waitFor()
}

/** Returns the address that the newest mail of a subject leads to, on this site. */
async function linkTo(email: string, subject: RegExp): Promise<string> {
  const { text } = await mailTo(stack.mailboxUrl, email, subject)
  const link = new URL(/https?:\/\/\S*\/my-tickets\S*\?(token|order)=\S+/.exec(text)?.[0] ?? site)
  return site + link.pathname + link.search
}

test('a member offers a ticket by email, and somebody without an account accepts it on their phone', async () => {
  const sender = await openSender(desktop)
  const email = freshEmail('rae')
  const before = await readShown(sender.page, 0)
  await offer(sender, email)
  // Its code is hidden while it is on offer.
  expect(await codes(sender.page).count()).toBe(0)
  await expectFlawlessAtBothSizes(sender.page)

  const recipient = await openPage(browser)
  await recipient.goto(await linkTo(email, /offers you a ticket/))
  const form = recipient.locator('#accept-transfer')
  await form.locator('[name=name]').fill('Rae Romain')
  await expectFlawlessAtBothSizes(recipient)
  await recipient.setViewportSize(phone.viewport)
  await form.locator('[type=submit]').click()
  await recipient.waitForURL(/\/my-tickets\?order=/)
  const after = await readShown(recipient, 0)
  expect(after).not.toBe(before)
  await recipient.locator('[data-ticket] summary').first().click()
  expect(await recipient.locator('[data-ticket] dl').innerText()).toContain('Rae Romain')
  await expectFlawlessAtBothSizes(recipient)

  await sender.page.reload()
  await sender.page.getByTestId('sent-transfers').waitFor()
  expect(await sender.page.getByTestId('sent-transfers').innerText()).toContain('Rae Romain')
  expect(await codes(sender.page).count()).toBe(0)
  await expectFlawlessAtBothSizes(sender.page)
  expect(await sender.scan(before)).toMatchObject({ result: 'old_code' })
  expect(await sender.scan(after)).toMatchObject({ result: 'ok', firstName: 'Rae' })

  // The mail to the new holder opens the same ticket: that is how they find it again.
  const again = await openPage(browser)
  await again.goto(await linkTo(email, /^Your ticket: /))
  await again.getByTestId('event-tickets').waitFor()
  await again.context().close()
  await recipient.context().close()
  await sender.page.context().close()
})

test('an offer is taken back, the next one is declined before JavaScript: the code of the holder works as before', async () => {
  const sender = await openSender(phone)
  const { page } = sender
  const before = await readShown(page, 0)
  const first = freshEmail('rae')
  await offer(sender, first)
  const firstLink = await linkTo(first, /offers you a ticket/)
  await page.getByTestId('open-transfer').locator('[type=submit]').click()
  await page.getByTestId('open-transfer').waitFor({ state: 'detached' })
  expect(await readShown(page, 0)).toBe(before)

  const recipient = await openPage(browser, { viewport: desktop.viewport })
  await recipient.goto(firstLink)
  // An offer that is over is like one that never was.
  await recipient.locator('h1').waitFor()
  expect(await recipient.locator('[data-offer], #accept-transfer').count()).toBe(0)
  await expectFlawlessAtBothSizes(recipient)
  await recipient.context().close()

  const second = freshEmail('dee')
  await offer(sender, second)
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(await linkTo(second, /offers you a ticket/))
  await plain.locator('form:has([value=decline]) [type=submit]').click()
  await plain.waitForURL(/done=declined/)
  expect(await plain.locator('main [role=status], main [role=alert]').count()).toBe(1)
  // Opens the same page with JavaScript, which axe needs.
  const declined = await openPage(browser)
  await declined.goto(plain.url())
  await expectFlawlessAtBothSizes(declined)
  await declined.context().close()
  await plain.context().close()

  await page.reload()
  await page.locator('[data-ticket]').waitFor()
  expect(await page.getByTestId('open-transfer').count()).toBe(0)
  expect(await readShown(page, 0)).toBe(before)
  await expectFlawlessAtBothSizes(page)
  expect(await sender.scan(before)).toMatchObject({ result: 'ok' })
  await page.context().close()
})
