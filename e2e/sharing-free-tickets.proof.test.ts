import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { expectFlawlessAtBothSizes, freshEmail, mailTo } from './buyer-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Walks a free ticket from an admin's form to its claim, on the built site. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
let ada: ApiVisitor
beforeAll(async () => {
  browser = await openBrowser()
  ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const linkIn = (text: string) => /https?:\/\/\S+\/invitations\?token=\S+/.exec(text)?.[0] ?? ''

test('an admin invites, the invitee claims before JavaScript and names a plus-one, who claims by their own link', async () => {
  const event = await createEvent(sql, { doorsIn: 100 })
  const email = freshEmail('kim')
  const desk = await openPageOf(browser, ada)
  await desk.goto(`${site}/free-tickets/new?event=${event.eventId}`)
  await desk.locator('[name=name]').fill('Kim Charles')
  await desk.locator('[name=email]').fill(email)
  await desk.locator('[name=type]').selectOption(event.types.Entry ?? '')
  await desk.locator('[name=quantity]').fill('2')
  await desk.locator('[name=reason]').selectOption('press')
  await expectFlawlessAtBothSizes(desk)
  await desk.locator('button[value=send]').click()
  await desk.waitForURL(/\/free-tickets\?event=/)
  await expectFlawlessAtBothSizes(desk)

  const plain = await openPage(browser, { javaScriptEnabled: false })
  const link = linkIn((await mailTo(stack.mailboxUrl, email)).text)
  const opened = await plain.goto(link)
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'same-origin' })
  await plain.locator('[name=terms]').check()
  await plain.locator('#claim-form button[type=submit]').click()
  expect(
    await sql`
    select o.total_cents::int from public.orders o where o.event_id = ${event.eventId} and o.email = ${email}`,
  ).toEqual([{ total_cents: 0 }])
  await plain.locator('#guest-2-form [name=name]').fill('Lee Grant')
  await plain.locator('#guest-2-form button[type=submit]').click()
  const guestLink = await plain.locator('input[readonly]').inputValue()
  expect(guestLink).toBe(linkIn(guestLink))

  const guest = await openPage(browser)
  await guest.goto(guestLink)
  await guest.locator('[name=email]').fill(freshEmail('lee'))
  await guest.locator('[name=terms]').check()
  await expectFlawlessAtBothSizes(guest)
  await guest.locator('#claim-form button[type=submit]').click()
  await guest.locator('#claim-form').waitFor({ state: 'detached' })
  await expectFlawlessAtBothSizes(guest)
  expect(
    await sql`select sold::int, held::int from public.capacity_pools where event_id = ${event.eventId}`,
  ).toEqual([{ sold: 2, held: 0 }])

  const figures = await ada.get(`/free-tickets/figures?event=${event.eventId}`)
  expect(figures.text).toMatch(/guests=claimed[^>]*>2</)
  const [row] = await sql<
    { id: string }[]
  >`select id from private.comp_invitations where event_id = ${event.eventId}`
  await desk.goto(`${site}/free-tickets/${row?.id}`)
  await expectFlawlessAtBothSizes(desk)
})

test('a file with a wrong line sends nothing and says what is wrong; a right one is sent whole', async () => {
  const event = await createEvent(sql, { doorsIn: 100 })
  const [good, twice] = [freshEmail('gia'), freshEmail('tia')]
  const head = 'name,email,type,reason,quantity\n'
  const send = async (text: string) => {
    const page = await openPageOf(browser, ada)
    await page.goto(`${site}/free-tickets/import?event=${event.eventId}`)
    await page
      .locator('[name=file]')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.locator('#comp-file button[type=submit]').click()
    await page.locator('#preview-title').waitFor()
    return page
  }
  const wrong = await send(`${head}Gia,${good},Entry,Press,1\n"=SUM(1)",nope,Nothing,Press,11\n`)
  expect(await wrong.locator('tbody tr').nth(1).innerText()).toMatch(/email: .*quantity: .*type: /s)
  expect(await wrong.locator('[name=text]').count()).toBe(0)
  // Chromium reports the status of the refused file.
  wrong.consoleErrors.length = 0
  await expectFlawlessAtBothSizes(wrong)
  const right = await send(
    `${head}Gia,${good},Entry,Press,1\nTia,${twice},Entry,Giveaway,2\nTia,${twice},Entry,Giveaway,1\n`,
  )
  await right.locator('form:has([name=text]) button[type=submit]').click()
  await right.waitForURL(/\/free-tickets\?event=/)
  expect(
    await sql`
    select count(*)::int as invitations, sum(quantity)::int as places from private.comp_invitations where event_id = ${event.eventId}`,
  ).toEqual([{ invitations: 3, places: 4 }])
})
