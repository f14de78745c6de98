import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeStream, stateOf } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, openPage } from './browser.ts'
import { checkOut, decide, expectFlawless } from './buyer-steps.ts'

/** The page of a stream: its locked gate, buying a pass there, and what an open page notices by itself. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const codeOf = async (stream: string) =>
  (await sql<{ code: string }[]>`select code from public.streams where id = ${stream}`)[0]?.code ?? ''

test('a visitor buys a pass at the gate; the page that was open meanwhile lets them in without a reload', async () => {
  const stream = await makeStream(sql, { state: 'scheduled', rule: 'pass', startsIn: 60 })
  const address = `${site}/live/${await codeOf(stream)}`
  const page = await openPage(browser)
  await page.goto(address)
  await expectFlawless(page)
  await page.getByRole('button', { name: 'Buy stream pass · $9.00' }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  const waiting = await page.context().newPage()
  await waiting.goto(address)
  await waiting.evaluate(() => document.body.setAttribute('data-stays', 'yes'))
  await checkOut(page, { name: 'Pam Buyer', email: `pam-${stream.slice(0, 8)}@example.com` })
  await decide(page, 'Pay')
  await page.getByRole('link', { name: 'Watch the stream' }).waitFor()
  await waiting.bringToFront()
  await waiting.getByText("You're in. Playback starts here by itself.").waitFor()
  expect(await waiting.getAttribute('body', 'data-stays')).toBe('yes')
  expect(await waiting.getByRole('button', { name: /Buy stream pass/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Watch the stream' }).click()
  await page.getByText("You're in. Playback starts here by itself.").waitFor()
})

test('an open page follows its stream without a reload', async () => {
  const stream = await makeStream(sql, { state: 'live', rule: 'pass' })
  const page = await openPage(browser)
  await page.goto(`${site}/live/${await codeOf(stream)}`)
  await page.getByText('Live now', { exact: true }).waitFor()
  await sql`select private.move_stream(s, 'ended', 'system') from public.streams s where s.id = ${stream}`
  await page.getByText("That's a wrap").waitFor()
  expect(await stateOf(sql, stream)).toBe('ended')
})

test('a stream that nobody may see yet is not found, and the gate works without JavaScript', async () => {
  const draft = await makeStream(sql, { state: 'draft' })
  const response = await fetch(`${site}/live/${await codeOf(draft)}`)
  expect(response.status).toBe(404)
  const stream = await makeStream(sql, { state: 'scheduled', rule: 'pass', startsIn: 60 })
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site}/live/${await codeOf(stream)}`)
  await page.getByRole('button', { name: /Buy stream pass/ }).click()
  await page.waitForURL(/\/checkout\?hold=/)
})
