import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, openPage } from './browser.ts'
import { checkOut, decide, expectFlawlessAtBothSizes, freshEmail, mailTo } from './buyer-steps.ts'

/** Tests the way from a sold-out event over its waitlist to a ticket, as somebody without an account goes it. */

const { url: site } = inject('site')
const stack = inject('stack')
const { sql, close } = openTestUsers(stack)
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

const linkIn = (text: string) => new URL(/https?:\/\/\S*\/my-tickets\/waitlist\?\S+/.exec(text)?.[0] ?? site)

test('a visitor joins where tickets are sold out, gets an offer when a place comes free, and buys it', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 0 } })
  const email = freshEmail('waiting')
  const title = `Night ${event.eventId.slice(0, 8)}`
  const page = await openPage(browser)
  await page.goto(`${site}/events/${event.eventId}`)
  await page.locator('a[data-waitlist]').click()
  await page.waitForURL(/\/waitlist$/)
  await expectFlawlessAtBothSizes(page)
  await page.locator('input[name=email]').fill(email)
  await page.locator('select[name=quantity]').selectOption('2')
  await page.locator('#join-waitlist button[type=submit]').click()
  await page.waitForURL(/done=sent/)

  const open = async (subject: string) => {
    const { text } = await mailTo(stack.mailboxUrl, email, subject)
    const { pathname, search } = linkIn(text)
    await page.goto(site + pathname + search)
  }
  await open(`Confirm your place on the waitlist for ${title}`)
  await page.locator('form:has(input[value=confirm]) button').click()
  await page.waitForURL(/done=joined/)

  await sql`update public.capacity_pools set capacity = 1 where event_id = ${event.eventId}`
  await open(`Your tickets for ${title} are on hold`)
  await page.locator('[data-waitlist=offered]').waitFor()
  await expectFlawlessAtBothSizes(page)
  await page.locator('form:has(input[value=buy]) button').click()
  await page.waitForURL(/\/checkout\?hold=/)
  await checkOut(page, { name: 'Wendy Waiting', email })
  await decide(page, 'Pay')
  expect(
    await sql`
      select w.status, (select count(*)::int from public.tickets k where k.event_id = w.event_id and k.status = 'valid') as tickets
      from private.waitlist_entries w where w.event_id = ${event.eventId}`,
  ).toEqual([{ status: 'purchased', tickets: 1 }])
  await page.context().close()
})
