import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated, openBrowser, openPage, phone, sizes } from './browser.ts'
import { signInDemo } from './buyer-steps.ts'
import { names } from './names.ts'
import { signInWindow, toast } from './sign-in.ts'

/** Tests the whole shell by keyboard alone, without a pointer, and that the focus is always visible. */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

type Stop = { name: string; role: string; faults: string[] }

/** Describes the focused element, and what is wrong with its outline; null when nothing has the focus. */
function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    // Waits for animations that move it into view.
    await Promise.allSettled(element.getAnimations().map((one) => one.finished))
    const style = getComputedStyle(element)
    const faults: string[] = []
    const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    const highlighted = element.hasAttribute('data-highlighted')
    // Exempts a title that takes the focus only to be read aloud.
    const isHeading = element.tabIndex < 0 && /^H\d$/.test(element.tagName)
    if (!outlined && !highlighted && !isHeading) faults.push('no visible focus')
    const [box = element.getBoundingClientRect()] = element.getClientRects()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) faults.push('outside the window')
    else {
      const topmost = document.elementFromPoint(x, y)
      if (topmost && !element.contains(topmost) && !topmost.contains(element) && !topmost.closest('label')) {
        faults.push(`covered by ${topmost.tagName} ${topmost.textContent?.slice(0, 20)}`)
      }
    }
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const spoken = element.cloneNode(true)
    if (spoken instanceof Element)
      for (const mute of spoken.querySelectorAll('[aria-hidden="true"]')) mute.remove()
    const name = element.getAttribute('aria-label') ?? label ?? spoken.textContent ?? ''
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return { name: name.replace('(live now)', '').replace(/\s+/g, ' ').trim(), role, faults }
  })
}

/** Describes the focused element; fails when the focus is not visible. */
async function stop(page: Page): Promise<string> {
  let at = await focused(page)
  // The sign of a page that is loading may lie over it for a moment.
  await expect
    .poll(async () => {
      at = await focused(page)
      return at?.faults ?? []
    })
    .toEqual([])
  return at?.name ?? ''
}

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press(key)
    const at = await stop(page)
    if (name.test(at)) return at
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

/** Lists every stop of Tab, from the top of the page until it leaves it. */
async function walk(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const at = await stop(page)
    if (at === '') return names
    names.push(at)
  }
  throw new Error(`the keyboard is trapped: ${names.slice(-5).join(', ')}`)
}

const places = ['Home', 'Events', 'Shop', 'Live', 'Community']

describe.each(sizes)('the whole shell by keyboard alone, $name', ({ viewport }) => {
  const wide = viewport !== phone

  // Specification 2.6
  test('Tab moves from the skip link through header, page and footer, and the focused element is always visible', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await page.goto(`${site}/cart`)
    await hydrated(page)
    // What is offered beside an empty cart has a price, and changes.
    const stops = (await walk(page)).filter((name) => !name.includes('$'))
    expect(stops).toEqual([
      'Skip to content',
      'Jouvay',
      ...(wide ? places : []),
      'Search',
      'Change theme',
      'Sign In',
      'Find an event',
      'Visit the shop',
      ...places,
      'Help',
      'Contact',
      'Refunds',
      'Terms',
      'Privacy',
      'hello@jouvay.example',
      'Instagram',
      'TikTok',
      ...(wide ? [] : places),
    ])
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 2.8
  test('the skip link, the navigation and the brand lead to their targets', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await page.goto(`${site}/cart`)
    await hydrated(page)
    await tabTo(page, /^Skip to content$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Find an event$/)
    await tabTo(page, /^Shop$/, wide ? 'Shift+Tab' : 'Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: names.shopHeading, level: 1 }).waitFor()
    await page.goto(`${site}/cart`)
    await hydrated(page)
    await tabTo(page, /^Jouvay$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site}/`)
    await page.context().close()
  })

  // Specification 2.7
  test('site search opens, takes text, opens the marked result, closes and returns the focus', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await page.goto(`${site}/cart`)
    await hydrated(page)
    await tabTo(page, /^Search$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: names.search })
    await dialog.waitFor()
    await expect.poll(() => stop(page)).toBe('Search events, merch and posts')
    await page.keyboard.type('road tee')
    await dialog.getByRole('option', { name: 'Road tee $32' }).waitFor()
    const seen = new Set<string>()
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      const at = await stop(page)
      if (at !== '') expect(await dialog.locator(':focus').count(), at).toBe(1)
      seen.add(at)
    }
    for (const name of ['Search events, merch and posts', 'Clear', 'Close']) expect([...seen]).toContain(name)
    await tabTo(page, /^Close$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await stop(page)).toBe('Search')
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await expect.poll(() => stop(page)).toBe('Search events, merch and posts')
    await page.keyboard.type('road tee')
    await dialog.getByRole('option', { name: 'Road tee $32' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/shop/*/road-tee')
    await page.getByRole('heading', { name: 'Road tee', level: 1 }).waitFor()
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 2.7
  test('the theme menu opens, moves, selects, closes and returns the focus; F8 does the same for the notification', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await tabTo(page, /^Change theme$/)
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await expect.poll(() => stop(page)).toBe('Light')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => stop(page)).toBe('Dark')
    await page.keyboard.press('End')
    await expect.poll(() => stop(page)).toBe('System')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => stop(page)).toBe('Change theme')
    await page.keyboard.press('Space')
    await expect.poll(() => stop(page)).toBe('Light')
    await page.keyboard.press('d')
    await expect.poll(() => stop(page)).toBe('Dark')
    await page.keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await expect.poll(() => stop(page)).toBe('Change theme')
    // The toast's own controls can be reached, and left, from everywhere.
    await toast(page, 'Theme Changed').waitFor()
    await page.keyboard.press('F8')
    await tabTo(page, /^Dismiss$/)
    await page.keyboard.press('Enter')
    await toast(page, 'Theme Changed').waitFor({ state: 'detached' })
    await expect.poll(() => stop(page)).toBe('Change theme')
    await page.context().close()
  })

  // Specification 2.12
  test('the account menu opens, finds entries by their first letter, follows them, and returns the focus', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await signInDemo(page, site, 'mia')
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await tabTo(page, /^Account of Mia/)
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await expect.poll(() => stop(page)).toBe('My Tickets')
    await page.keyboard.press('l')
    await expect.poll(() => stop(page)).toBe('Logout')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => stop(page)).toMatch(/^Account of Mia/)
    await page.keyboard.press('Enter')
    await expect.poll(() => stop(page)).toBe('My Tickets')
    await page.keyboard.type('pr')
    await expect.poll(() => stop(page)).toBe('Profile')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: names.profileHeading, level: 1 }).waitFor()
    await page.context().close()
  })

  // Specification 2.16
  test('the sign-in window opens, traps the focus, changes tabs, closes and returns the focus', async () => {
    const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await tabTo(page, /^Sign In$/)
    await page.keyboard.press('Enter')
    const dialog = signInWindow(page)
    await dialog.waitFor()
    const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
    expect(await inside()).toBe(true)
    const seen = new Set<string>()
    for (let step = 0; step < 16; step++) {
      await page.keyboard.press('Tab')
      const at = await stop(page)
      // Past the last stop the browser's own controls follow, never the page behind the window.
      if (at !== '') expect(await inside(), at).toBe(true)
      seen.add(at)
    }
    for (const name of [
      'Close',
      'Login',
      'Username',
      'Password',
      'Forgot your password?',
      'Continue as guest',
    ])
      expect([...seen]).toContain(name)
    await tabTo(page, /^Login$/)
    if (
      !(await page.getByRole('tab', { name: names.login }).evaluate((tab) => tab === document.activeElement))
    )
      await tabTo(page, /^Login$/)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: names.register, selected: true }).waitFor()
    expect(await stop(page)).toBe('Register')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await stop(page)).toBe('Sign In')
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})
