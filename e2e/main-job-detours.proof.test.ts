import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import {
  checkOut,
  decide,
  eventAddress,
  expectFlawless,
  freshEmail,
  grantScan,
  holdTickets,
  mailTo,
  signInDemo,
} from './buyer-steps.ts'
import { names } from './names.ts'
import { filmQrCode } from './qr-video.ts'
import { openPageOf } from './signed-in.ts'

/** Tests what comes between on the way of the main job: a camera, a lost mail, the last tickets, a hold that ends. */

const { url: site } = inject('site')
const stack = inject('stack')
const { sql, service, close } = openTestUsers(stack)
let browser: Browser
let testEvent: TestEvent

beforeAll(async () => {
  browser = await openBrowser()
  testEvent = await createEvent(sql, {
    feeFixedCents: 150,
    feeBps: 500,
    taxBps: 800,
    types: [{ name: 'Entry', releases: [{ name: 'Early', faceCents: 3000 }] }],
  })
  await sql`update public.events set min_age = 21, title = 'Main job' where id = ${testEvent.eventId}`
})

afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

test('the camera reads the QR code of a ticket', async () => {
  const { visitor, id } = await registered(site, 'Mia')
  await buy(service, id, testEvent, { Entry: 1 })
  await grantScan(sql, 'dex', testEvent.eventId)
  const member = await openPageOf(browser, visitor)
  await member.goto(`${site}/my-tickets`)
  const film = await filmQrCode(member, 0)
  const filming = await openBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  try {
    const door = await openPage(filming, { permissions: ['camera'] })
    await signInDemo(door, site, 'dex')
    await door.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Side`)
    await door.getByRole('button', { name: names.startCamera }).click()
    const verdict = door.getByRole('alertdialog')
    await verdict.waitFor()
    expect(await verdict.innerText()).toMatch(/ADMIT/i)
    expect(door.consoleErrors).toEqual([])
  } finally {
    await filming.close()
    rmSync(dirname(film), { recursive: true, force: true })
  }
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from public.entries where event_id = ${testEvent.eventId} and closed_at is null`
  expect(row?.n).toBe(1)
})

test('what was bought without an account comes by mail, and nobody learns whose address was right', async () => {
  const email = freshEmail('gwen')
  const page = await openPage(browser)
  await page.goto(eventAddress(site, testEvent.eventId))
  await holdTickets(page, 'Entry', 1)
  await checkOut(page, { name: 'Gwen Guest', email })
  await decide(page, 'Pay')
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
  expect((await mailTo(stack.mailboxUrl, email)).subject).toBe('Your ticket for Main job')

  const elsewhere = await openPage(browser)
  for (const address of [email, freshEmail('nobody')]) {
    await elsewhere.goto(`${site}/my-tickets`)
    await elsewhere.getByLabel(names.email, { exact: true }).fill(address)
    await elsewhere.getByRole('button', { name: 'Email me my tickets' }).click()
    await elsewhere.locator('main').getByRole('status').waitFor()
  }
  await expectFlawless(elsewhere)
  await expect.poll(async () => (await mailTo(stack.mailboxUrl, email)).subject).toBe('Your tickets')
  const [link] =
    /https?:\/\/\S+\/my-tickets\?order=[\w-]{43}/.exec((await mailTo(stack.mailboxUrl, email)).text) ?? []
  await elsewhere.goto(link ?? '')
  await elsewhere.getByRole('img', { name: names.ticketCode }).waitFor()
})

test('a sold-out choice is refused where it was made; what is left can be chosen', async () => {
  const small = await createEvent(sql, { pools: { Room: 3 } })
  const page = await openPage(browser)
  await page.goto(eventAddress(site, small.eventId))
  const more = page.getByRole('button', { name: names.addEntry })
  for (let n = 0; n < 3; n++) await more.click()
  await page.getByText('$60.00').waitFor()
  await sql`update public.capacity_pools set capacity = 1 where event_id = ${small.eventId}`
  await page.getByRole('button', { name: names.getTickets }).click()
  const refusal = page.locator('#tickets').getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.innerText()).toMatch(/1 left of Entry/)
  expect(page.consoleErrors.filter((text) => !text.includes('409'))).toEqual([])
  page.consoleErrors.length = 0
  await expectFlawless(page)
  // The quantity falls from three to what is left, in one step.
  await page.getByRole('button', { name: names.removeEntry }).click()
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
})

test('when the hold ends, one tap asks for the same places again', async () => {
  const page = await openPage(browser)
  await page.goto(eventAddress(site, testEvent.eventId))
  await holdTickets(page, 'Entry', 1)
  const first = new URL(page.url()).searchParams.get('hold')
  await sql`update public.holds set expires_at = now() + interval '6 seconds' where id = ${first}`
  await page.reload()
  await page
    .getByRole('timer')
    .filter({ hasText: /^0:0\d$/ })
    .waitFor()
  const dialog = page.getByRole('dialog', { name: 'Your hold ended' })
  await dialog.getByText(names.holdEndedText).waitFor()
  await expectFlawless(page)
  await dialog.getByRole('button', { name: names.holdAgain }).click()
  await page.waitForURL((url) => url.searchParams.get('hold') !== first)
  await page
    .getByRole('timer')
    .filter({ hasText: /^(10:00|9:\d\d)$/ })
    .waitFor()
})
