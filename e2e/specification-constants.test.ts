import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { toast } from './sign-in.ts'

/**
 * Tests visible times and distances (specification, sections 4 and 9), with the page's clock stopped and moved by
 * the test. The style guide has all that is needed on one page.
 */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  let page: TestPage
  const toasts = () => page.locator('li[data-swipe-direction]')
  const pass = (milliseconds: number) => page.clock.runFor(milliseconds)
  /** Stops the page's clock; it goes on with `page.clock.resume()`. */
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  const untilHidden = (text: string) => toast(page, text).waitFor({ state: 'detached' })

  beforeAll(async () => {
    page = await openPage(browser, { viewport })
    await page.clock.install()
    await page.goto(`${site}/styleguide`)
    await hydrated(page)
    // Loads what is fetched on first use.
    await show('Good toast', 'Saved')
    await dismiss()
  })
  afterAll(async () => {
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  async function show(button: string, title: string): Promise<void> {
    await page.getByRole('button', { name: button }).click()
    await toast(page, title).waitFor()
  }
  async function dismiss(): Promise<void> {
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await toasts().waitFor({ state: 'detached' })
  }
  /** Moves the pointer to an empty place. */
  const away = () => page.mouse.move(5, viewport.height - 5, { steps: 3 })

  describe('Toasts', () => {
    // Specification 4.12, 9.2
    test('one visible at a time; stay until dismissed or timed out', async () => {
      await stop()
      await show('Good toast', 'Saved')
      await show('Bad toast', 'Not saved')
      await expect.poll(() => toasts().count()).toBe(1)
      await dismiss()
      await page.clock.resume()
    })

    // Specification 9.2
    test('default display 5000 ms', async () => {
      await stop()
      await show('Good toast', 'Saved')
      await away()
      await pass(4990)
      expect(await toasts().count()).toBe(1)
      await pass(20)
      await untilHidden('Saved')
      await page.clock.resume()
    })

    // Specification 9.4
    test('swipe right to dismiss with 50 px threshold', async () => {
      await stop()
      await show('Good toast', 'Saved')
      const swipe = async (distance: number) => {
        const box = await toast(page, 'Saved').boundingBox()
        if (!box) throw new Error('no toast')
        const [x, y] = [box.x + 20, box.y + box.height / 2]
        await page.mouse.move(x, y)
        await page.mouse.down()
        for (let step = 1; step <= 4; step++) await page.mouse.move(x + (distance * step) / 4, y)
        await page.mouse.up()
      }
      await swipe(42)
      await toast(page, 'Saved').and(page.locator('[data-swipe="cancel"]')).waitFor()
      // Waits until it is back at its place.
      await expect.poll(async () => (await toast(page, 'Saved').boundingBox())?.width).toBeGreaterThan(100)
      expect(await toast(page, 'Saved').getAttribute('data-state')).toBe('open')
      await swipe(65)
      await untilHidden('Saved')
      await page.clock.resume()
    })

    // Specification 9.5
    test('F8 focuses the notification area', async () => {
      await stop()
      await show('Good toast', 'Saved')
      await away()
      await page.keyboard.press('F8')
      const area = page.getByRole('region', { name: 'Notifications (F8)' })
      expect(await area.evaluate((region) => region.contains(document.activeElement))).toBe(true)
      // Reading is not interrupted: the timer stops until the focus leaves.
      await pass(30_000)
      expect(await toasts().count()).toBe(1)
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      )
      await pass(4900)
      expect(await toasts().count()).toBe(1)
      await pass(200)
      await untilHidden('Saved')
      await page.clock.resume()
    })

    // Specification 9.5
    test('pause on hover; politely announced', async () => {
      await stop()
      await show('Good toast', 'Saved')
      await pass(50)
      const announced = page.locator('[role="status"][aria-live="polite"]', { hasText: 'Saved' })
      expect(await announced.count()).toBe(1)
      await toast(page, 'Saved').hover()
      await pass(30_000)
      expect(await toasts().count()).toBe(1)
      await away()
      await pass(5100)
      await untilHidden('Saved')
      await page.clock.resume()
    })
  })

  // Specification 4.11, 9.6, 9.17
  test('Theme: a toast titled Theme Changed with its message, for 2000 ms, and the choice is kept', async () => {
    for (const [choice, message] of [
      ['Light', 'Light mode activated'],
      ['Dark', 'Dark mode activated'],
      ['System', 'Using system preference for theme'],
    ] as const) {
      await page.getByRole('button', { name: 'Change theme' }).click()
      const item = page.getByRole('menuitemradio', { name: choice })
      await item.waitFor()
      await stop()
      await item.click()
      await toast(page, 'Theme Changed').filter({ hasText: message }).waitFor()
      await away()
      expect(await toasts().count()).toBe(1)
      await pass(1990)
      expect(await toasts().count()).toBe(1)
      await pass(20)
      await untilHidden('Theme Changed')
      await page.clock.resume()
      expect(await page.locator('html').getAttribute('data-theme')).toBe(choice.toLowerCase())
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(choice.toLowerCase())
      const response = await page.request.get(`${site}/shop`)
      expect(await response.text()).toContain(`data-theme="${choice.toLowerCase()}"`)
    }
  })

  // Specification 9.15
  test('Tooltip open delay 700 ms, skip delay 300 ms.', async () => {
    const controls = page.getByRole('button', { name: 'Tickets', exact: true })
    const tip = page.locator('[data-radix-popper-content-wrapper]', { hasText: 'Tickets' })
    const [first, second] = [controls.nth(0), controls.nth(1)]
    for (const control of [first, second]) {
      // Its code is fetched with the first pointer.
      await control.hover()
      await tip.waitFor()
      await away()
      await tip.waitFor({ state: 'detached' })
    }
    await pass(400)
    await stop()
    await first.hover()
    await pass(690)
    expect(await tip.count()).toBe(0)
    await pass(20)
    await tip.waitFor()
    await away()
    await tip.waitFor({ state: 'detached' })
    await pass(290)
    await second.hover()
    await pass(1)
    await tip.waitFor()
    await away()
    await tip.waitFor({ state: 'detached' })
    await pass(310)
    await first.hover()
    await pass(600)
    expect(await tip.count()).toBe(0)
    await away()
    await page.clock.resume()
  })

  // Specification 9.15
  test('the icon-only Search button has a tooltip, after the same delay', async () => {
    const control = page.getByRole('banner').getByRole('button', { name: 'Search' })
    const tip = page.locator('[data-radix-popper-content-wrapper]', { hasText: 'Search' })
    await control.hover()
    await tip.waitFor()
    await away()
    await tip.waitFor({ state: 'detached' })
    await pass(400)
    await stop()
    await control.hover()
    await pass(690)
    expect(await tip.count()).toBe(0)
    await pass(20)
    await tip.waitFor()
    await away()
    await page.clock.resume()
  })

  // Specification 9.16
  test('Menu typeahead resets after 1 s', async () => {
    await page.getByRole('button', { name: 'More to do' }).click()
    await page.getByRole('menu').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await stop()
    await page.keyboard.press('d')
    await pass(10)
    expect(await focused()).toBe('Duplicate')
    await page.keyboard.press('e')
    await pass(10)
    expect(await focused()).toBe('Delete')
    await pass(970)
    await page.keyboard.press('e')
    await pass(10)
    // Within the second the text is still "dee", which matches nothing.
    expect(await focused()).toBe('Delete')
    await pass(1010)
    await page.keyboard.press('e')
    await pass(10)
    expect(await focused()).toBe('Edit')
    await page.keyboard.press('Escape')
    await page.clock.resume()
  })
})
