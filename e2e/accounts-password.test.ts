import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { mailTo } from './buyer-steps.ts'
import { names } from './names.ts'

/** Tests a forgotten password, from the form over the mailbox to the new one. */

const { url: site } = inject('site')
const { mailboxUrl } = inject('stack')
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const linkIn = (text: string) =>
  /https?:\/\/\S+\/password-reset\?token=[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? ''
const requestReset = (visitor: ApiVisitor, email: string) =>
  visitor.postForm('/password-reset', { intent: 'request-link', email })
/** Returns the part of a page that does not differ between responses. */
const mainText = (html: string) => html.replace(/[\s\S]*<main/, '').replace(/<\/main>[\s\S]*/, '')

describe('requesting a link', () => {
  test('gets the same response for known and unknown addresses', async () => {
    const { details } = await registered(site)
    const registeredAddress = await requestReset(new ApiVisitor(site), details.email)
    const otherAddress = await requestReset(new ApiVisitor(site), newAccountDetails().email)
    expect([registeredAddress.status, otherAddress.status]).toEqual([200, 200])
    expect(mainText(registeredAddress.text)).toBe(mainText(otherAddress.text))
    expect(mainText(registeredAddress.text)).toContain('If that email has an account, we sent a link.')
  })

  test('is limited for each address, known or not', async () => {
    const { email } = newAccountDetails()
    for (let count = 0; count < 5; count++)
      expect((await requestReset(new ApiVisitor(site), email)).status).toBe(200)
    expect((await requestReset(new ApiVisitor(site), email)).status).toBe(429)
  })

  test('tells a wrong address at its field', async () => {
    const response = await requestReset(new ApiVisitor(site), 'nowhere')
    expect(response.status).toBe(422)
    expect(response.text).toContain('Please enter a valid email address')
  })
})

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a new password, %s: the mail, the rules, one use, every other session ended', async (_, javaScriptEnabled) => {
  const { visitor: elsewhere, details } = await registered(site)
  const page = await openPage(browser, { javaScriptEnabled })
  await page.goto(`${site}/password-reset`)
  await page.getByLabel(names.email, { exact: true }).fill(details.email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.locator('main').getByRole('status').waitFor()

  const { text } = await mailTo(mailboxUrl, details.email)
  expect(text).toContain(details.username)
  const link = linkIn(text)
  await page.goto(link)
  await page.getByRole('heading', { name: names.newPasswordHeading }).waitFor()
  await page.locator('form#set-password-form').evaluate((form) => form.setAttribute('novalidate', ''))
  const setPassword = async (password: string, again = password) => {
    await page.getByLabel(names.newPassword, { exact: true }).fill(password)
    await page.getByLabel(names.confirmPassword, { exact: true }).fill(again)
    await page.getByRole('button', { name: names.setNewPassword }).click()
  }
  await setPassword('Soca-2-the-world', 'Soca-3-the-world')
  await page.locator('[name=confirmPassword][aria-invalid=true]').waitFor()
  await setPassword('Soca-2-the-world')
  await page.waitForURL(/\/password-reset\?done/)
  // signed in here, with the name in the header
  await page.goto(`${site}/profile`)
  await page.getByRole('heading', { name: names.profileHeading }).waitFor()

  expect((await elsewhere.get('/api/me')).status).toBe(401)
  const { username } = details
  const login = (password: string) => new ApiVisitor(site).post('/api/auth/login', { username, password })
  expect((await login(details.password)).status).toBe(401)
  expect((await login('Soca-2-the-world')).status).toBe(200)

  await page.goto(link)
  await page.getByText(names.linkDead).waitFor()
  // Chromium logs the 422 of a plain form; a page with JavaScript reported the mistake before sending.
  if (javaScriptEnabled) expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

// Specification 10.3
test('a password that breaks a rule leaves the link as it is, and the mailbox owner alone has the link', async () => {
  const { details } = await registered(site)
  await requestReset(new ApiVisitor(site), details.email)
  const token =
    new URL(linkIn((await mailTo(mailboxUrl, details.email)).text)).searchParams.get('token') ?? ''
  const send = (password: string) =>
    new ApiVisitor(site).postForm(`/password-reset?token=${token}`, {
      intent: 'set-password',
      token,
      password,
      confirmPassword: password,
    })
  expect((await send('short')).text).toContain('Password must be at least 8 characters')
  expect((await send('Password1')).status).toBe(422)
  const done = await send('Mas-on-the-road-7')
  expect([done.status, done.headers.get('location')]).toEqual([303, '/password-reset?done'])
  expect((await send('Mas-on-the-road-8')).status).toBe(410)
})

test('a recovery link of Supabase Auth itself is confirmed by a click and leads to the same form', async () => {
  const { details } = await registered(site)
  const stack = inject('stack')
  const { createClient } = await import('@supabase/supabase-js')
  const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
  expect((await client.auth.resetPasswordForEmail(details.email)).error).toBeNull()
  const { text, html } = await mailTo(mailboxUrl, details.email)
  const link =
    /https?:\/\/[^\s"]+\/auth\/confirm\?[^\s"]+/.exec(text || html)?.[0].replaceAll('&amp;', '&') ?? ''
  const page = await openPage(browser)
  await page.goto(new URL(new URL(link).pathname + new URL(link).search, site).href)
  await page.getByRole('button', { name: names.continueButton }).click()
  await page.getByRole('heading', { name: names.newPasswordHeading }).waitFor()
  await page.goto(`${site}/auth/confirm?token_hash=${'x'.repeat(40)}&type=recovery`)
  await page.getByRole('button', { name: names.continueButton }).click()
  await page.getByText(names.linkEnded).waitFor()
  await page.context().close()
})
