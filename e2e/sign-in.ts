import type { Locator, Page } from 'playwright-core'
import { names } from './names.ts'

/** Steps in the sign-in window. */

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
