import { createClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { desktop, hydrated, openBrowser } from './browser.ts'
import { mailTo } from './buyer-steps.ts'
import { names } from './names.ts'
import { openMemberPage } from './signed-in.ts'

/** Tests settings: theme, address, password, sessions, personal data, deactivation. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const signedIn = (options: Parameters<typeof openMemberPage>[2] = {}) =>
  openMemberPage(browser, site, options)

const login = async (username: string, password: string) => {
  const visitor = new ApiVisitor(site)
  return { visitor, status: (await visitor.post('/api/auth/login', { username, password })).status }
}

test('a theme is chosen, and said for two seconds', async () => {
  const { page } = await signedIn()
  await page.goto(`${site}/settings`)
  await hydrated(page)
  for (const [choice, message] of [
    ['Light', 'Light mode activated'],
    ['Dark', 'Dark mode activated'],
    ['System', 'Using system preference for theme'],
  ] as const) {
    await page.locator('main').getByRole('button', { name: choice, exact: true }).click()
    await page.getByText(message).first().waitFor()
  }
  expect(await page.locator('html').getAttribute('data-theme')).toBe('system')
  // The switcher in the header follows without a new page, and so does another tab.
  const second = await page.context().newPage()
  await second.goto(`${site}/events`)
  await hydrated(second)
  await page.locator('main').getByRole('button', { name: names.darkTheme, exact: true }).click()
  await second.locator('html[data-theme=dark]').waitFor()
  for (const tab of [page, second]) {
    await tab.locator('header').getByRole('button', { name: names.changeTheme }).click()
    await tab.getByRole('menuitemradio', { name: names.darkTheme, checked: true }).waitFor()
    await tab.keyboard.press('Escape')
  }
  await page
    .locator('main')
    .getByRole('button', { name: names.darkTheme, exact: true, pressed: true })
    .waitFor()
  await page.context().close()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  test('a password changes with the present one, and every other session ends', async () => {
    const { page, details } = await signedIn({ javaScriptEnabled, viewport: desktop })
    const elsewhere = await login(details.username, details.password)
    await page.goto(`${site}/settings`)
    const form = page.locator('form#password-form')
    const change = async (current: string, next: string) => {
      await form.getByLabel(names.currentPassword, { exact: true }).fill(current)
      await form.getByLabel(names.newPassword, { exact: true }).fill(next)
      await form.getByLabel(names.confirmPassword, { exact: true }).fill(next)
      await form.getByRole('button', { name: 'Change password' }).click()
    }
    await change('Not-the-1-it-is', 'Soca-2-the-world')
    await form.locator('[name=currentPassword][aria-invalid=true]').waitFor()
    await change(details.password, 'Soca-2-the-world')
    await page.locator('main').getByRole('status').waitFor()
    expect((await elsewhere.visitor.get('/api/me')).status).toBe(401)
    expect((await login(details.username, details.password)).status).toBe(401)
    expect((await login(details.username, 'Soca-2-the-world')).status).toBe(200)
    await page.context().close()
  })

  test('an address changes by the link in its mailbox, and the old one is told', async () => {
    const { page, details, id } = await signedIn({ javaScriptEnabled })
    const { email } = newAccountDetails('new')
    await page.goto(`${site}/settings`)
    const form = page.locator('form#email-form')
    await form.getByLabel('New email').fill(email)
    await form.getByLabel(names.currentPassword, { exact: true }).fill(details.password)
    await form.getByRole('button', { name: 'Change email' }).click()
    await page.locator('main').getByRole('status').waitFor()
    const { text } = await mailTo(stack.mailboxUrl, email, 'Confirm your new email')
    const link = /https?:\/\/\S+\/settings\?confirm=[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? ''
    // Another person's session confirms nothing.
    const otherPerson = await registered(site)
    const { pathname, search } = new URL(link)
    expect((await otherPerson.visitor.get(pathname + search)).text).toContain(
      'This link doesn&#x27;t work here.',
    )
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm new email' }).click()
    await page.locator('main').getByRole('status').waitFor()
    const { data } = await service.auth.admin.getUserById(id)
    expect(data.user?.email).toBe(email)
    await mailTo(stack.mailboxUrl, details.email, 'Your email was changed')
    expect((await login(details.username, details.password)).status).toBe(200)
    await page.context().close()
  })

  test('a session is ended from the list; the account is deleted later, or kept', async () => {
    const { page, details } = await signedIn({ javaScriptEnabled })
    const phone = await login(details.username, details.password)
    await page.goto(`${site}/settings`)
    await page.getByRole('button', { name: /^Sign out .*signed in/ }).click()
    await page.getByRole('button', { name: /^Sign out .*signed in/ }).waitFor({ state: 'detached' })
    expect((await phone.visitor.get('/api/me')).status).toBe(401)

    await page.getByLabel('Enter your password to confirm').fill(details.password)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByRole('button', { name: 'Delete my account' }).waitFor()
    await page.context().close()
  })
})

test('a person exports their data; visitors are sent to sign in', async () => {
  const { visitor, details } = await registered(site)
  const response = await visitor.get('/api/account/data')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(JSON.parse(response.text)).toMatchObject({
    profile: { username: details.username, email: details.email },
  })
  expect((await new ApiVisitor(site).get('/api/account/data')).status).toBe(401)
  expect((await new ApiVisitor(site).get('/settings')).headers.get('location')).toMatch(/^\/\?auth=login/)
})
