import type { Locator, Page } from 'playwright-core'
import { hydrated } from './browser.ts'
import { names } from './names.ts'

/** Steps in the sign-in window, and with passkeys. */

/** The window. */
export function signInWindow(page: Page): Locator {
  return page.getByRole('dialog', { name: names.signInWindow })
}

/** Finds the toast with this text. */
export function toast(page: Page, text: string): Locator {
  return page.locator('ol > li', { hasText: text })
}

/**
 * Opens the window by its event.
 * @param detail what the event carries: a tab and a redirect, or any other value
 */
export async function openSignIn(page: Page, detail?: unknown): Promise<void> {
  await page.evaluate((text) => {
    window.dispatchEvent(new CustomEvent('open-auth-modal', { detail: text }))
  }, detail)
  await signInWindow(page).waitFor()
}

/** Fills the login form and sends it. */
export async function logIn(page: Page, username: string, password = 'Jouvay2026'): Promise<void> {
  await page.getByLabel(names.username).fill(username)
  await page.getByLabel(names.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: names.login, exact: true }).click()
}

/** Reads the messages of a field, in reading order, and whether the field is marked as invalid. */
export async function fieldState(
  page: Pick<Page, 'getByLabel'>,
  label: string,
): Promise<{ invalid: boolean; text: string }> {
  return page.getByLabel(label, { exact: true }).evaluate((field) => ({
    invalid: field.getAttribute('aria-invalid') === 'true',
    text: (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  }))
}

/** Gives the browser a device that makes passkeys and agrees to everything. */
export async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Adds a passkey on the page of the settings. */
export async function addPasskey(page: Page, site: string, name: string, password: string) {
  await page.goto(`${site}/settings/second-step`)
  await hydrated(page)
  await page.locator('#passkey-name').fill(name)
  await page.locator('#passkey-password').fill(password)
  await page.locator('form:has(#passkey-name) button[type=submit]').click()
  await page.getByTestId('create-passkey').click()
}
