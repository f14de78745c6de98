import { generateKeyPairSync } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import {
  checkOut,
  decide,
  eventAddress,
  expectFlawless,
  freshEmail,
  grantScan,
  holdTickets,
  mailTo,
  register,
  signInDemo,
  typeCode,
  typedCodes,
} from './buyer-steps.ts'
import { names } from './names.ts'

/**
 * Tests the main job on a phone, from the event's page to the entry, with the built site and everything behind it.
 */

const { url: site } = inject('site')
const stack = inject('stack')
const { sql, close } = openTestUsers(stack)
let browser: Browser
let testEvent: TestEvent
let member: TestPage

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

test('event, register, buy two tickets, pay, see two QR codes', async () => {
  member = await openPage(browser)
  await member.goto(eventAddress(site, testEvent.eventId))
  const details = await register(member)

  await member.getByRole('button', { name: names.addEntry }).waitFor()
  await holdTickets(member, 'Entry', 2)
  await member.getByRole('timer').waitFor()
  await member.getByLabel(names.yourOrder).locator('summary').click()
  // face 30.00, fee 1.50 + 5 %, tax 8 % on both
  expect(await member.getByLabel(names.yourOrder).innerText()).toMatch(
    /\$66\.00[\s\S]*Tax\s*\$5\.28[\s\S]*Total\s*\$71\.28/,
  )
  await expectFlawless(member)

  await checkOut(member, { name: 'Mia Joseph', email: details.email })
  expect(await member.getByRole('heading', { level: 1 }).innerText()).toBe('$71.28')
  await expectFlawless(member)
  await decide(member, 'Pay')
  await member.getByRole('heading', { name: names.boughtHeading }).waitFor()
  await expectFlawless(member)

  await member.getByRole('link', { name: names.openMyTickets }).click()
  await member.waitForURL(/\/my-tickets$/)
  await expect.poll(() => member.getByRole('img', { name: names.ticketCode }).count()).toBe(2)
  await expectFlawless(member)

  const mail = await mailTo(stack.mailboxUrl, details.email)
  expect(mail.subject).toBe('Your 2 tickets for Main job')
})

test('the door admits once, says when it was, and refuses what was forged', async () => {
  const [code = ''] = await typedCodes(member)
  await grantScan(sql, 'dex', testEvent.eventId)
  const door = await openPage(browser)
  await signInDemo(door, site, 'dex')
  await door.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
  await expectFlawless(door)

  expect(await typeCode(door, code)).toMatch(/ADMIT[\s\S]*Mia[\s\S]*Entry[\s\S]*21\+/i)
  await expectFlawless(door)
  await door.getByRole('alertdialog').waitFor({ state: 'hidden' })
  expect(await door.getByText('In now').locator('..').innerText()).toContain('1')

  // Scans with a second phone of the same account, at the same gate, at the same time.
  const otherPhone = await openPage(browser)
  await signInDemo(otherPhone, site, 'dex')
  await otherPhone.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
  await hydrated(otherPhone)
  const again = await typeCode(otherPhone, code)
  expect(again).toMatch(/CHECK[\s\S]*Already let in[\s\S]*Let in at \d{1,2}(:\d\d)? [AP]M at Main by Dex/i)
  await expectFlawless(otherPhone)
  await otherPhone.context().close()

  expect(await typeCode(door, await forgedCode())).toMatch(/STOP[\s\S]*Invalid ticket/i)
  await expectFlawless(door)
  await door.getByRole('link', { name: names.nextScan }).click()
  expect(await typeCode(door, 'https://example.com/some-poster')).toMatch(/STOP/i)
  await door.context().close()

  await member.reload()
  await member.locator('[data-ticket-state=used]').waitFor()
})

/** Signs a real ticket's code with another key; everything else in it is right. */
async function forgedCode(): Promise<string> {
  const [ticket] = await sql<{ id: string; ticket_type_id: string }[]>`
    select id, ticket_type_id from public.tickets where event_id = ${testEvent.eventId} and admission = 'outside'`
  const short = (id = '') => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  const kid = short(testEvent.eventId)
  const claims = { t: short(ticket?.id), g: 1, e: kid, y: short(ticket?.ticket_type_id) }
  return await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'Ed25519', kid })
    .sign(generateKeyPairSync('ed25519').privateKey)
}

test('a guest buys without an account, fails, tries again, and opens the tickets by the link from the mail', async () => {
  const email = freshEmail('gus')
  const page = await openPage(browser)
  await page.goto(eventAddress(site, testEvent.eventId))
  await holdTickets(page, 'Entry', 2)
  await checkOut(page, { name: 'Gus Guest', email })
  await decide(page, 'Decline')
  await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
  await page.getByRole('timer').waitFor()
  await expectFlawless(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/test-payment\//)
  await decide(page, 'Pay')
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
  await expectFlawless(page)
  const paidPath = new URL(page.url())

  const mail = await mailTo(stack.mailboxUrl, email)
  const [link] = /https?:\/\/\S+\/my-tickets\?order=[\w-]{43}/.exec(mail.text) ?? []
  const anywhere = await openPage(browser)
  await anywhere.goto(link ?? '')
  await expect.poll(() => anywhere.getByRole('img', { name: names.ticketCode }).count()).toBe(2)
  await expectFlawless(anywhere)

  // Another visitor sees nothing of it.
  const otherPage = await openPage(browser)
  expect((await otherPage.goto(paidPath.href))?.status()).toBe(200)
  await otherPage.getByRole('heading', { name: names.otherBrowserHeading }).waitFor()
  await otherPage.goto(`${(link ?? '').slice(0, -4)}AAAA`)
  await otherPage.getByText(names.linkDead).waitFor()
})
