import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePorts } from '../tools/settings.ts'
import { registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, openBrowser, openPage, type TestPage } from './browser.ts'
import { newPerson } from './firebase-stand-in.ts'
import { names } from './names.ts'
import { type ProviderStandIn, standInForProvider } from './provider-stand-in.ts'
import { startTestSite } from './test-site.ts'

/**
 * Tests signing in through the outside identity provider, in the sign-in window: Firebase's own library in a real
 * browser under the site's own policy, against a stand-in for Google's services.
 */

const shared = inject('site')
const keys = inject('firebase')
let browser: Browser
let site: Awaited<ReturnType<typeof startTestSite>>

beforeAll(async () => {
  const [, port] = await freePorts()
  const { DATA_DIR: dataDir = '', FIREBASE_PROJECT_ID = '', FIREBASE_JWKS_URL = '' } = shared.env
  const settings = {
    FIREBASE_PROJECT_ID,
    FIREBASE_JWKS_URL,
    FIREBASE_API_KEY: 'a-public-web-api-key',
    FIREBASE_METHODS: 'google,email',
  }
  const started = [startTestSite(inject('stack'), { port, dataDir }, settings), openBrowser()] as const
  ;[site, browser] = await Promise.all(started)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

type SignInPage = {
  page: TestPage
  provider: ProviderStandIn
  /** Files of the provider's library that this page downloaded. */
  library: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const dialog = (page: Page) => page.getByRole('dialog', { name: names.signInWindow })
const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
/** Finds the button by its label: while it works its name is that of the work. */
const working = (page: Page) => dialog(page).locator('button[aria-busy="true"]')
const alertOf = (page: Page) => dialog(page).getByRole('alert')
const toast = (page: Page, text: string) => page.locator('ol > li', { hasText: text })

/** Opens a page with the sign-in window, which leads to the shop; the provider is the stand-in. */
async function openSignIn(options: { viewport?: typeof desktop; url?: string } = {}): Promise<SignInPage> {
  const page = await openPage(browser, options.viewport && { viewport: options.viewport })
  const provider = await standInForProvider(page.context(), keys)
  const library: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/firebase/.test(request.url())) library.push(request.url())
  })
  await page.goto(`${options.url ?? site.ready.url}/community`)
  await openWindow(page)
  return { page, provider, library, [Symbol.asyncDispose]: () => page.context().close() }
}

/** Repeats the event until the window opens: the page may not be hydrated yet. */
async function openWindow(page: Page): Promise<void> {
  const send = () => {
    const open = document.querySelector('dialog[open]')
    if (!open)
      window.dispatchEvent(
        new CustomEvent('open-auth-modal', { detail: { tab: 'login', redirect: '/shop' } }),
      )
    return open !== null
  }
  await page.waitForFunction(send, undefined, { polling: 50 })
}

async function useEmail(page: Page, email: string, password = 'secret-7'): Promise<void> {
  const button = dialog(page).getByRole('button', { name: names.continueWithEmail })
  const field = dialog(page).getByLabel(names.email, { exact: true })
  if (!(await field.isVisible())) await button.click()
  await field.fill(email)
  await dialog(page).getByLabel(names.accountPassword).fill(password)
  await button.click()
}

/** Reads everything that the browser stores where a script can read it. */
const stored = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      // The library's app module stores which version of it ran on which day, and nothing else.
      (await indexedDB.databases()).filter(({ name }) => name !== 'firebase-heartbeat-database'),
    ]),
  )

describe('with Google', () => {
  // Specification 3.9, 4.9, 7.14
  test('the button loads the library and opens the popup; the ID token is exchanged for a session', async () => {
    await using visitor = await openSignIn({ viewport: desktop })
    const { page, provider, library } = visitor
    await google(page).hover()
    expect(library).toEqual([])
    expect(provider.requests).toEqual([])

    const [popup, sent] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForRequest('**/api/auth/firebase'),
      google(page).click(),
    ])
    expect(Object.keys(sent.postDataJSON())).toEqual(['idToken'])
    await toast(page, 'Login Successful').filter({ hasText: 'Welcome back, Dex at the provider!' }).waitFor()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/community')
    await page.waitForURL('**/shop')
    await page.getByRole('button', { name: 'Account of Dex at the provider' }).waitFor()
    expect(library.length).toBeGreaterThan(0)
    expect(popup.isClosed()).toBe(true)

    const { idToken } = sent.postDataJSON()
    const storage = await stored(page)
    expect(storage).toContain('"userId"')
    expect(storage).not.toContain(idToken)
    expect(storage).not.toMatch(/firebase|eyJ/i)
    expect(page.consoleErrors).toEqual([])

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: names.logOut }).click()
    await page.getByRole('button', { name: names.signIn }).waitFor()
  })

  test('an address that has an account here asks for its password, and logging in connects the two', async () => {
    const { details, id } = await registered(site.ready.url)
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    provider.person = newPerson({ email: details.email })
    await dialog(page).getByRole('tab', { name: names.register }).click()
    await google(page).click()
    await alertOf(page).filter({ hasText: 'An account with this email already exists. Log in' }).waitFor()
    expect(await dialog(page).getByRole('tab', { selected: true }).textContent()).toBe('Login')

    await dialog(page).getByLabel(names.username).fill(details.username)
    await dialog(page).getByLabel(names.password, { exact: true }).fill(details.password)
    await dialog(page).getByRole('button', { name: names.login, exact: true }).click()
    await toast(page, 'Your other sign-in is connected.').waitFor()
    await page.waitForURL('**/shop')
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())

    await page.goto(`${site.ready.url}/community`)
    await openWindow(page)
    await google(page).click()
    await toast(page, 'Login Successful').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(id)
  })

  // Specification 8.17
  test('a disabled account, an expired ID token and a second factor show their message at the button, which works again', async () => {
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    const messages = {
      USER_DISABLED: 'This account is disabled. Contact support.',
      'second step': 'This account needs a second step.',
      TOKEN_EXPIRED: 'This account is disabled. Contact support.',
    }
    for (const [refusal, text] of Object.entries(messages)) {
      provider.refusal = refusal
      await google(page).click()
      await alertOf(page).filter({ hasText: text }).waitFor()
    }
    provider.refusal = null
    await google(page).click()
    await toast(page, 'Login Successful').waitFor()
  })

  // Specification 8.18
  test('a blocked popup, a refused address and a missing network show different messages, and each can be retried', async () => {
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    provider.offline = true
    await google(page).click()
    await alertOf(page)
      .filter({ hasText: 'Network error. Please check your connection and try again.' })
      .waitFor()

    await page.context().setOffline(true)
    await google(page).click()
    await alertOf(page).filter({ hasText: 'Network connection error. Please check your internet' }).waitFor()
    await page.context().setOffline(false)
    provider.offline = false

    provider.domains = ['elsewhere.example']
    provider.popup = 'waits'
    await google(page).click()
    await alertOf(page).filter({ hasText: "Sign-in isn't available on this address." }).waitFor()
    provider.domains = ['localhost']
    provider.popup = 'finishes'

    await page.evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await google(page).click()
    await alertOf(page).filter({ hasText: 'Allow pop-ups and try again.' }).waitFor()

    await google(page).click()
    await toast(page, 'Login Successful').waitFor()
  })

  // Specification 8.19
  test('a closed popup shows no message, and the button works again', async () => {
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    provider.popup = 'waits'
    await page.clock.install()
    const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).click()])
    await popup.getByText('Choose an account').waitFor()
    await popup.close()
    // The library checks every two seconds, and reports eight seconds later.
    await page.clock.runFor(2_500)
    await working(page).waitFor()
    await page.clock.runFor(8_500)
    await google(page).waitFor()
    expect(await alertOf(page).count()).toBe(0)

    // Returning to the page is enough to press again; the earlier popup is then closed.
    const [forgotten] = await Promise.all([page.waitForEvent('popup'), google(page).click()])
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    provider.popup = 'finishes'
    await google(page).click()
    await toast(page, 'Login Successful').waitFor()
    await expect.poll(() => forgotten.isClosed()).toBe(true)
  })
})

describe('with an email', () => {
  // Specification 7.14
  test('shows mistakes at the fields and refusals above them, and signs in', async () => {
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    await useEmail(page, 'dex', 'short')
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByText('Password must be at least 6 characters').waitFor()
    expect(provider.requests).toEqual([])

    provider.refusal = 'INVALID_LOGIN_CREDENTIALS'
    await useEmail(page, 'dex@example.com')
    await alertOf(page).filter({ hasText: 'Invalid email or password. Please try again.' }).waitFor()
    provider.refusal = null
    await useEmail(page, 'dex@example.com')
    await toast(page, 'Login Successful').waitFor()
    await page.waitForURL('**/shop')
    // Without a popup, none of Google's scripts are loaded.
    expect(provider.requests.filter((place) => !place.startsWith('identitytoolkit.googleapis.com'))).toEqual(
      [],
    )
    expect(page.consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([])
  })

  // Specification 4.9, 8.15
  test('when our server refuses, the provider’s session ends and a message says so', async () => {
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    await page.route('**/api/auth/firebase', (route) =>
      route.fulfill({ status: 401, json: { message: 'x', errors: [{ message: 'x', field: null }] } }),
    )
    await useEmail(page, 'dex@example.com')
    await alertOf(page).filter({ hasText: 'Authentication failed on server' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    // Starts each attempt afresh: the library would look up a session at the provider again.
    const before = provider.requests.length
    await page.unroute('**/api/auth/firebase')
    await useEmail(page, 'dex@example.com')
    await toast(page, 'Login Successful').waitFor()
    expect(provider.requests.slice(before)).toContain(
      'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
    )
  })

  test('an unverified address of an account here asks for that account’s password', async () => {
    const { details } = await registered(site.ready.url)
    await using visitor = await openSignIn()
    const { page, provider } = visitor
    provider.person = newPerson({ email: details.email, email_verified: false })
    await useEmail(page, details.email)
    await alertOf(page)
      .filter({ hasText: 'already exists. Please log in with your username and password.' })
      .waitFor()
  })
})

test('without a configured project the window offers no other sign-in', async () => {
  await using visitor = await openSignIn({ url: shared.url })
  await dialog(visitor.page).getByRole('button', { name: names.continueAsGuest }).waitFor()
  expect(await google(visitor.page).count()).toBe(0)
  expect(await visitor.page.getByRole('button', { name: names.continueWithEmail }).count()).toBe(0)
})

test('a browser without JavaScript is offered no sign-in that needs JavaScript', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site.ready.url}/?auth=login`)
  expect(await page.getByRole('button', { name: names.continueAsGuest }).isVisible()).toBe(true)
  expect(await google(page).isVisible()).toBe(false)
  await page.context().close()
})

test('axe finds nothing in the window with every form open and every message shown', async () => {
  await using visitor = await openSignIn()
  const { page, provider } = visitor
  provider.refusal = 'USER_DISABLED'
  await google(page).click()
  await alertOf(page).waitFor()
  await useEmail(page, 'nobody', '')
  await page.getByText('Please enter a valid email address').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'light' ? 'all' : 'colors'
    expect(await findFaults(page, { rules, within: 'dialog' }), colorScheme).toEqual([])
  }
})
