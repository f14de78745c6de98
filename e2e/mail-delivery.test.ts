import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { freshEmail, mailTo } from './buyer-steps.ts'

/** Tests what becomes of a mail after it was sent: reports of its provider, and what its reader chooses by a link in it. */

const { url: site } = inject('site')
const { mailboxUrl } = inject('stack')
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

const foundSchema = z.object({ messages: z.array(z.object({ ID: z.string() })).min(1) })
/** Presses a button of the newest mail to an address in the development mailbox. */
async function press(email: string, kind: string): Promise<Response> {
  const query = encodeURIComponent(`to:"${email}"`)
  const found = foundSchema.parse(await (await fetch(`${mailboxUrl}/api/v1/search?query=${query}`)).json())
  return await fetch(`${mailboxUrl}/mail/${found.messages[0]?.ID}/report`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ kind }),
  })
}
const join = (email: string) =>
  new ApiVisitor(site).postForm('/mailing-list', { intent: 'subscribe', email, consent: 'on' })
const heldOf = async (email: string) =>
  (
    await sql`select scope, reason from private.mail_suppressions where address = ${email} and lifted_at is null order by scope`
  ).map(({ scope, reason }) => `${scope} ${reason}`)
const mailsOf = async (email: string) =>
  (
    await sql`select status, send_rule, delivery from private.mail_outbox where recipient = ${email} order by created_at`
  ).map(({ status, send_rule: rule, delivery }) => `${status} ${rule} ${delivery}`)

test('a bounce in the mailbox ends all mail to the address, on the same road as a provider’s', async () => {
  const email = freshEmail('bounce')
  await join(email)
  await mailTo(mailboxUrl, email, 'Confirm your email')
  const pressed = await press(email, 'hard_bounce')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('reported=hard_bounce'),
  ])
  expect(await heldOf(email)).toEqual(['all hard_bounce'])
  await expect.poll(() => mailsOf(email)).toEqual(['sent transactional bounced'])
})

test('a complaint ends marketing alone', async () => {
  const email = freshEmail('spam')
  await join(email)
  await mailTo(mailboxUrl, email, 'Confirm your email')
  await press(email, 'complaint')
  expect(await heldOf(email)).toEqual(['marketing complaint'])
  await expect.poll(() => mailsOf(email)).toEqual(['sent transactional complained'])
})

describe('reports', () => {
  const post = (provider: string, body = '{}', headers: Record<string, string> = {}) =>
    fetch(`${site}/api/mail/events/${provider}`, { method: 'POST', body, headers })

  test.each([
    ['of a provider that is not set up', 'ses', 404],
    ['of an unknown provider', 'nobody', 404],
    ['without a signature', 'local', 401],
  ])('%s are refused', async (_, provider, status) => {
    expect((await post(provider)).status).toBe(status)
  })

  test('with a forged signature, or too long, change nothing; reading is not allowed', async () => {
    const email = freshEmail('forged')
    const at = new Date().toISOString()
    const body = JSON.stringify({ key: 'k', kind: 'hard_bounce', refs: [], address: email, at, note: '' })
    const now = Math.floor(Date.now() / 1000)
    const forged = await post('local', body, { 'mail-signature': `t=${now},v1=${'0'.repeat(64)}` })
    expect([forged.status, await heldOf(email)]).toEqual([401, []])
    expect((await fetch(`${site}/api/mail/events/local`)).status).toBe(405)
  })
})

test('by the link in a mail, without JavaScript and without signing in: opening changes nothing; saving, pausing and ending do', async () => {
  const email = freshEmail('prefs')
  await join(email)
  const asked = await mailTo(mailboxUrl, email, 'Confirm your email')
  const token = /\/mailing-list\?token=([\w-]{43})/.exec(asked.text)?.[1] ?? ''
  await new ApiVisitor(site).postForm('/mailing-list', { token })
  const started = await mailTo(mailboxUrl, email, "You're on the list")
  const link = /https?:\S+\/mailing-list\/preferences\?token=[\w-]{43}/.exec(started.text)?.[0] ?? ''
  const state = async () =>
    (
      await sql`select status, paused_until is not null as paused from private.subscriptions where email = ${email}`
    )[0]
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(link)
  expect(await page.locator('#wants-new_events').isChecked()).toBe(true)
  expect(await state()).toEqual({ status: 'active', paused: false })
  await page.locator('button[value="pause"]').click()
  await page.locator('button[value="resume"]').waitFor()
  expect(await state()).toEqual({ status: 'active', paused: true })
  await page.locator('button[value="resume"]').click()
  await page.locator('button[value="pause"]').waitFor()
  await page.locator('button[value="end"]').click()
  await page.locator('button[value="pause"]').waitFor({ state: 'detached' })
  expect(await state()).toEqual({ status: 'ended', paused: false })
  await page.locator('#wants-new_events').check()
  await page.locator('button[value="save"]').click()
  await page.locator('button[value="pause"]').waitFor()
  expect(await state()).toEqual({ status: 'active', paused: false })
  await page.context().close()
})
