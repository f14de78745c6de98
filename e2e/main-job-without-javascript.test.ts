import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { newAccountDetails } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import {
  checkOut,
  decide,
  eventAddress,
  fillRegistration,
  freshEmail,
  grantScan,
  outcome,
  signInDemo,
  typedCodes,
} from './buyer-steps.ts'
import { names } from './names.ts'

/** Tests the main job with JavaScript off: plain forms, plain pages. */

const { url: site } = inject('site')
const { sql, close } = openTestUsers(inject('stack'))
let browser: Browser
let testEvent: TestEvent

beforeAll(async () => {
  browser = await openBrowser()
  testEvent = await createEvent(sql, { pools: { Room: 5 } })
})

afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await close()
})

const plain = { javaScriptEnabled: false }

test('event, register, buy two tickets, pay, see two QR codes; then the door admits once', async () => {
  const page = await openPage(browser, plain)
  const details = newAccountDetails('Mia')
  await page.goto(`${site}/?auth=register&redirect=/events/${testEvent.eventId}`)
  await fillRegistration(page, details)
  await page.getByRole('button', { name: names.createAccount }).click()
  await page.waitForURL(/\/events\//)

  await page.getByLabel(names.numberOfEntry).fill('2')
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  expect(await page.getByText(names.heldUntil).innerText()).toMatch(/Held\s+until \d{1,2}(:\d\d)? [AP]M ET/)

  // The address is known from the account.
  expect(await page.getByLabel(names.email).inputValue()).toBe(details.email)
  // A mistake is reported at its field, which has the focus, and typed text is kept.
  await page.getByLabel(names.name).fill('Mia Joseph')
  await page.getByLabel(names.email).fill('mia@')
  await page.locator('form#buyer').evaluate((form) => form.setAttribute('novalidate', ''))
  await page.getByRole('button', { name: names.payAmount }).click()
  await page.locator('#buyer-email-error').waitFor()
  expect(await page.locator('#buyer-email').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByLabel(names.name).inputValue()).toBe('Mia Joseph')

  await checkOut(page, { name: 'Mia Joseph', email: details.email })
  await decide(page, 'Pay')
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
  await page.getByRole('link', { name: names.openMyTickets }).click()
  await page.waitForURL(/\/my-tickets$/)
  expect(await page.getByRole('img', { name: names.ticketCode }).count()).toBe(2)

  const [code = ''] = await typedCodes(page)
  await grantScan(sql, 'dex', testEvent.eventId)
  const door = await openPage(browser, plain)
  await signInDemo(door, site, 'dex')
  const verdicts: string[] = []
  const type = async (typed: string) => {
    await door.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
    await door.getByLabel(names.typedCode).fill(typed)
    await door.getByRole('button', { name: names.checkIn }).click()
  }
  for (const typed of [code, code, 'https://example.com/some-poster']) {
    await type(typed)
    verdicts.push((await door.getByRole('alertdialog').innerText()).split('\n')[0] ?? '')
  }
  expect(verdicts.map((verdict) => verdict.toLowerCase())).toEqual(['admit', 'check', 'stop'])
  await type('AAA AAA AAB')
  await door.locator('#code-error').getByText(names.codeNotRead).waitFor()
})

test('plus and minus post the form, keep the other numbers and stop at the limits', async () => {
  const page = await openPage(browser, plain)
  await page.goto(eventAddress(site, testEvent.eventId))
  const number = page.getByLabel(names.numberOfEntry)
  for (const expected of ['1', '2']) {
    await page.getByRole('button', { name: names.addEntry }).click()
    await page.waitForURL(new RegExp(`[?]pick=.*${expected}#tickets`))
    expect(await number.inputValue()).toBe(expected)
  }
  await page.getByRole('button', { name: names.removeEntry }).click()
  await page.waitForURL(/[?]pick=.*1#tickets/)
  expect(await number.inputValue()).toBe('1')
  await page.close()
})

test('too many are refused with what is left; a payment that takes its time is waited for', async () => {
  const page = await openPage(browser, plain)
  await page.goto(eventAddress(site, testEvent.eventId))
  // Another buyer takes the tickets first.
  await page.getByLabel(names.numberOfEntry).fill('3')
  await sql`update public.capacity_pools set capacity = 4 where event_id = ${testEvent.eventId}`
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/events\/.*#tickets$/)
  const refusal = page.locator('#tickets').getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.innerText()).toMatch(/2 left of Entry/)
  // The chosen number stays, lowered to the tickets that are left.
  expect(await page.getByLabel(names.numberOfEntry).inputValue()).toBe('2')
  await page.getByLabel(names.numberOfEntry).fill('1')
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  await checkOut(page, { name: 'Gus Guest', email: freshEmail('gus') })
  await decide(page, 'Processing')
  const payment = page.url()
  await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor()
  // The page reloads by itself.
  await page.waitForURL(/tries=2/)

  const [row] = await sql<{ ref: string }[]>`
    select p.provider_ref as ref from public.payments p join public.orders o on o.id = p.order_id
    where o.event_id = ${testEvent.eventId} and p.status = 'processing'`
  const bank = await openPage(browser, plain)
  await bank.goto(`${site}/test-payment/${row?.ref}`)
  await outcome(bank, 'Pay').click()
  await bank.waitForLoadState()
  await page.goto(payment)
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
  await page.getByRole('link', { name: 'Open my ticket' }).click()
  await page.waitForURL(/\/my-tickets$/)
  expect(await page.getByRole('img', { name: names.ticketCode }).count()).toBe(1)
})

test('places are given back, and asked for again after the hold ended', async () => {
  const page = await openPage(browser, plain)
  await page.goto(eventAddress(site, testEvent.eventId))
  await page.getByLabel(names.numberOfEntry).fill('1')
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  const holdId = new URL(page.url()).searchParams.get('hold')
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
  await page.reload()
  await page.getByRole('heading', { name: 'Your hold ended' }).waitFor()
  await page.getByText(names.holdEndedText).waitFor()
  // While they can't be had, the page keeps what was held and leads back to the event.
  await sql`update public.ticket_types set paused_at = now() where event_id = ${testEvent.eventId}`
  await page.getByRole('button', { name: names.holdAgain }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('link', { name: 'Pick different tickets' }).getAttribute('href')).toContain(
    testEvent.eventId,
  )
  await sql`update public.ticket_types set paused_at = null where event_id = ${testEvent.eventId}`
  await page.getByRole('button', { name: names.holdAgain }).click()
  await page.getByText(names.heldUntil).waitFor()
  expect(new URL(page.url()).searchParams.get('hold')).not.toBe(holdId)
  await page.getByLabel(names.yourOrder).locator('summary').click()
  await page.getByRole('button', { name: 'Remove tickets' }).click()
  await page.waitForURL(/\/events\//)
  const [row] = await sql<{ held: number }[]>`
    select held from public.capacity_pools where event_id = ${testEvent.eventId}`
  expect(row?.held).toBe(0)
})
