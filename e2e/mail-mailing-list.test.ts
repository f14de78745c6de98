import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { subjectKey } from '#server/rate-limit.server.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { freshEmail, mailTo } from './buyer-steps.ts'
import { meet } from './people.ts'

/** Tests the mailing list: asked for on Home, confirmed by mail, left by the link in a mail. */

const { url: site } = inject('site')
const { mailboxUrl } = inject('stack')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const statusOf = async (email: string) =>
  (await sql`select status from private.subscriptions where email = ${email}`)[0]?.status
const consentsOf = (email: string) => sql`
  select c.given, c.source, c.text_version, char_length(c.address_hash) as network
  from private.consents c join private.subscriptions s on s.id = c.user_id where s.email = ${email} order by c.id`
const linkIn = (text: string) => /https?:\S+\/mailing-list\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
const ask = (
  email: string,
  visitor = new ApiVisitor(site),
  more: Record<string, string> = { consent: 'on' },
) => visitor.postForm('/mailing-list', { intent: 'subscribe', email, ...more })

test('without JavaScript: the form on Home, the link in the mail, and the way out', async () => {
  const email = freshEmail('list')
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(site)
  const form = page.locator('form[action="/mailing-list"]')
  await form.getByLabel('Your email').fill(email)
  const box = form.getByRole('checkbox')
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await form.getByRole('button').click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const { text } = await mailTo(mailboxUrl, email, 'Confirm your email')
  expect(await statusOf(email)).toBe('requested')
  expect(await consentsOf(email)).toEqual([])

  // Opening the link joins nobody: programs that check mail open links.
  await page.goto(linkIn(text))
  expect(await statusOf(email)).toBe('requested')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: "You're on the list" }).waitFor()
  expect(await statusOf(email)).toBe('active')
  const given = { given: true, source: 'mailing_list', text_version: '2026-11-22', network: 22 }
  expect([...(await consentsOf(email))]).toEqual([given])
  await page.goto(linkIn(text))
  await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' })

  const started = await mailTo(mailboxUrl, email, "You're on the list")
  await page.goto(linkIn(started.text))
  expect(await statusOf(email)).toBe('active')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: "You're off the list" }).waitFor()
  expect(await statusOf(email)).toBe('ended')
  expect([...(await consentsOf(email))]).toEqual([given, { ...given, given: false }])
})

test("a mail program's own button leaves the list with one post, as often as it likes", async () => {
  const email = freshEmail('list')
  await ask(email)
  const { text } = await mailTo(mailboxUrl, email, 'Confirm your email')
  await new ApiVisitor(site).postForm('/mailing-list', { token: linkIn(text).split('token=')[1] ?? '' })
  const started = await mailTo(mailboxUrl, email, "You're on the list")
  for (let n = 0; n < 2; n++) {
    const response = await fetch(linkIn(started.text), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  expect(await statusOf(email)).toBe('ended')
  expect(await consentsOf(email)).toHaveLength(2)
})

describe('what is typed', () => {
  test('is answered alike, whether an address is on the list or not; one mail an hour', async () => {
    const email = freshEmail('list')
    const first = await ask(email)
    await mailTo(mailboxUrl, email, 'Confirm your email')
    await sql`update private.subscriptions set status = 'active', confirmed_at = now() where email = ${email}`
    const second = await ask(email.toUpperCase())
    const responses = [first, second].map(({ status, headers, text }) => [
      status,
      headers.get('location'),
      text,
    ])
    expect(responses[0]).toEqual([303, '/mailing-list?done=sent', ''])
    expect(responses[1]).toEqual(responses[0])
    expect(await statusOf(email)).toBe('active')
    const [mails] =
      await sql`select count(*)::int as count from private.mail_outbox where recipient = ${email}`
    expect(mails?.count).toBe(1)
  })

  test.each([
    ['no address', { email: 'nobody', more: { consent: 'on' } }, 'valid email address'],
    ['no consent', { email: 'zoe@example.com', more: {} }, 'tick the box'],
  ])('%s: said at its field, and nothing is stored', async (_what, { email, more }, message) => {
    const response = await ask(email, new ApiVisitor(site), more)
    expect([response.status, response.text.includes(message)]).toEqual([422, true])
    expect(await statusOf(email)).toBeUndefined()
  })

  test('by a program that fills in the invisible field goes nowhere', async () => {
    const email = freshEmail('list')
    const response = await ask(email, new ApiVisitor(site), {
      consent: 'on',
      website: 'https://spam.example',
    })
    expect(response.headers.get('location')).toBe('/mailing-list?done=sent')
    expect(await statusOf(email)).toBeUndefined()
  })

  test('again and again is refused: three times a day for an address', async () => {
    const email = freshEmail('list')
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await ask(email)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
  })

  test('of two hundred people behind one address goes through; a signed-in member does not count under it', async () => {
    const { address } = new ApiVisitor(site)
    const left = Array.from({ length: 200 }, () => freshEmail('crowd'))
    const statuses: number[] = []
    const lane = async () => {
      for (let email = left.pop(); email; email = left.pop())
        statuses.push((await ask(email, new ApiVisitor(site, address))).status)
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    expect(statuses).toEqual(Array.from({ length: 200 }, () => 303))
    await sql`
      update private.rate_limits set taken = 3000 where key = ${`newsletter@${subjectKey(address)}`} and taken = 200`
    expect((await ask(freshEmail('list'), new ApiVisitor(site, address))).status).toBe(429)
    const { visitor } = await meet(site, service, 'Mia')
    const moved = new ApiVisitor(site, address)
    for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
    expect((await ask(freshEmail('list'), moved)).status).toBe(303)
  })
})
