import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AlteredSite, startAlteredSite } from './altered-site.ts'
import { hydrated, openBrowser, openPage, phone } from './browser.ts'
import { openSignIn, signInWindow } from './sign-in.ts'

/**
 * Tests Page Not Found, Loading content and Something went wrong (specification, section 2): the built site, with
 * faults injected.
 */

const { env } = inject('site')
/** The current fault. */
const broken = { loader: false, component: false }
let browser: Browser
let site: AlteredSite
beforeAll(async () => {
  browser = await openBrowser()
  site = await startAlteredSite(env, {
    'routes/password-reset': ({ loader }) => ({
      loader: (args) => {
        if (broken.loader) throw new Error('a loader, broken on purpose')
        return loader ? loader(args) : null
      },
    }),
    // A page that is not cached.
    'routes/live': ({ default: Live }) => ({
      default: () => {
        if (broken.component) throw new Error('a component, broken on purpose')
        return Live?.({})
      },
    }),
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const crashed = (page: Page) => page.getByRole('heading', { name: 'Something went wrong', level: 1 })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Follows a link of the navigation at any scroll position. */
const go = (page: Page, path: string) =>
  page
    .locator(`nav[aria-label^="Main"] a[href="${path}"]`)
    .filter({ visible: true })
    .evaluate((link: HTMLElement) => link.click())

/** Marks the document, to recognize it later. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  describe('any other path shows a Page Not Found screen', () => {
    // Specification 2.2
    test('with the button Go Back, which goes back, or Home without a history', async () => {
      const page = await openPage(browser, { viewport })
      await page.goto(`${site.url}/shop`)
      const response = await page.goto(`${site.url}/no/such/page`)
      expect(response?.status()).toBe(404)
      expect(await page.title()).toBe('Page Not Found | Jouvay | Jouvay Events')
      await heading(page, 'Page Not Found').waitFor()
      await hydrated(page)
      await press(page, 'Go Back')
      await page.waitForURL('**/shop')

      // A new window has no history.
      const opening = page.context().waitForEvent('page')
      await page.evaluate((url) => window.open(url, '_blank', 'noopener'), `${site.url}/no/such/page`)
      const fresh = await opening
      await hydrated(fresh)
      expect(await fresh.evaluate(() => window.history.length)).toBe(1)
      await press(fresh, 'Go Back')
      await fresh.waitForURL(`${site.url}/`)
      await page.context().close()
    })

    // Specification 2.2
    test('with the button Back to Home; links within the site lead to the same screen', async () => {
      const page = await openPage(browser, { viewport })
      await page.goto(`${site.url}/no/such/page`)
      await hydrated(page)
      await mark(page)
      await press(page, 'Back to Home')
      await page.waitForURL(`${site.url}/`)
      await page.getByRole('heading', { name: 'Coming up' }).waitFor()
      await page.goBack()
      await heading(page, 'Page Not Found').waitFor()
      expect(await isMarked(page)).toBe(true)
      await page.context().close()
    })
  })

  describe('pages load on demand', () => {
    // Specification 2.3
    test('and show a spinner labelled Loading content meanwhile; the page keeps its place', async () => {
      const page = await openPage(browser, { viewport })
      await page.goto(`${site.url}/events`)
      await hydrated(page)
      // Delays the page's own code, which is loaded on demand.
      const code = site.build.assets.routes['routes/community']?.module ?? 'nowhere'
      let deliver = () => {}
      const held = new Promise<void>((delivered) => {
        deliver = delivered
      })
      await page.route(`**${code}`, async (route) => {
        await held
        await route.continue()
      })
      await page.mouse.wheel(0, 120)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      const before = await page.evaluate(() => window.scrollY)
      await go(page, '/community')
      await page.getByRole('status').filter({ hasText: 'Loading content' }).waitFor()
      expect(await heading(page, 'Events').isVisible()).toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
      deliver()
      await heading(page, 'Community').waitFor()
      expect(await page.getByText('Loading content').count()).toBe(0)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      expect(page.consoleErrors).toEqual([])
      await page.context().close()
    })

    // Specification 2.3
    test('and show no spinner when they load within 350 ms', async () => {
      const page = await openPage(browser, { viewport })
      await page.goto(`${site.url}/shop`)
      await hydrated(page)
      // Stops the page's clock, so that a busy machine does not matter.
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.evaluate(() => {
        const seen = Object.assign(window, { spinner: false })
        new MutationObserver(() => {
          if (document.body.textContent?.includes('Loading content')) seen.spinner = true
        }).observe(document.body, { childList: true, subtree: true })
      })
      await go(page, '/community')
      await heading(page, 'Community').waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'spinner'))).toBe(false)
      await page.context().close()
    })
  })

  describe('a crash shows a fallback screen titled Something went wrong with Try Again and Reload Page', () => {
    // Specification 2.4
    test('when a loader throws on the server: both buttons recover', async () => {
      const page = await openPage(browser, { viewport })
      for (const button of ['Try Again', 'Reload Page']) {
        broken.loader = true
        const response = await page.goto(`${site.url}/password-reset?from=mail`)
        expect(response?.status()).toBe(500)
        expect(await response?.text()).not.toContain('broken on purpose')
        await crashed(page).waitFor()
        expect(await page.title()).toBe('Something went wrong | Jouvay | Jouvay Events')
        await hydrated(page)
        await mark(page)
        broken.loader = false
        await press(page, button)
        await heading(page, 'Password reset').waitFor()
        // Trying again keeps the document, reloading does not; both keep the address.
        expect(await isMarked(page)).toBe(button === 'Try Again')
        expect(page.url()).toBe(`${site.url}/password-reset?from=mail`)
      }
      await page.context().close()
    })

    // Specification 2.4
    test('when a loader throws during a navigation: the shell stays', async () => {
      const page = await openPage(browser, { viewport })
      await page.goto(site.url)
      await hydrated(page)
      await openSignIn(page)
      await mark(page)
      broken.loader = true
      await signInWindow(page).getByRole('link', { name: 'Forgot your password?' }).click()
      await crashed(page).waitFor()
      for (const landmark of ['banner', 'contentinfo'] as const)
        expect(await page.getByRole(landmark).isVisible()).toBe(true)
      const refused = page.waitForResponse((one) => one.status() === 500)
      await press(page, 'Try Again')
      await refused
      expect(await crashed(page).isVisible()).toBe(true)
      broken.loader = false
      await press(page, 'Try Again')
      await heading(page, 'Password reset').waitFor()
      expect(await isMarked(page)).toBe(true)
      await page.context().close()
    })

    // Specification 2.4
    test('when a component throws on the server', async () => {
      const page = await openPage(browser, { viewport })
      for (const button of ['Try Again', 'Reload Page']) {
        broken.component = true
        const response = await page.goto(`${site.url}/live`)
        expect(response?.status()).toBe(500)
        expect(await response?.text()).not.toContain('broken on purpose')
        await crashed(page).waitFor()
        await hydrated(page)
        broken.component = false
        await press(page, button)
        await heading(page, 'Live').waitFor()
      }
      await page.context().close()
    })

    // Specification 2.4
    test('when a component throws in the browser', async () => {
      const page = await openPage(browser, { viewport })
      const code = site.build.assets.routes['routes/community']?.module ?? 'nowhere'
      // Wraps the page's own code in a component that throws while it is told to.
      await page.route(`**${code}`, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `import Page from '${code}?real'; export * from '${code}?real'
            export default (props) => {
              if (!sessionStorage.getItem('healed')) throw new Error('a component, broken on purpose')
              return Page(props)
            }`,
        }),
      )
      for (const button of ['Try Again', 'Reload Page']) {
        await page.goto(`${site.url}/live`)
        await hydrated(page)
        await page.evaluate(() => sessionStorage.removeItem('healed'))
        await mark(page)
        await go(page, '/community')
        await crashed(page).waitFor()
        expect(await page.getByRole('banner').isVisible()).toBe(true)
        expect(page.consoleErrors.splice(0).join()).toContain('broken on purpose')
        await page.evaluate(() => sessionStorage.setItem('healed', 'yes'))
        await press(page, button)
        await heading(page, 'Community').waitFor()
        expect(await isMarked(page)).toBe(button === 'Try Again')
        expect(new URL(page.url()).pathname).toBe('/community')
      }
      await page.context().close()
    })
  })
})
