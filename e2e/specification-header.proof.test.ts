import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AlteredSite, startAlteredSite } from './altered-site.ts'
import { desktop, hydrated, openBrowser, openPage, phone, sizes, type TestPage } from './browser.ts'
import { type Kind, kinds, meetAll, type Person } from './people.ts'
import { signInWindow } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Tests the shell around every page (specification, section 2, "Header and navigation", and the parts of section 6
 * that it shows).
 */

const { url: site, env } = inject('site')
const stack = inject('stack')
let browser: Browser
let people: Record<Kind, Person>
/** Serves the same site with a live stream on the page of events, and without on others. */
let live: AlteredSite
beforeAll(async () => {
  browser = await openBrowser()
  people = await meetAll(site, createClient(stack.url, stack.secretKey, { auth: { persistSession: false } }))
  live = await startAlteredSite(env, {
    root: ({ loader }) => ({
      loader: async (args) =>
        Object.assign({}, await loader?.(args), { live: new URL(args.request.url).pathname === '/events' }),
    }),
  })
})
afterAll(async () => {
  await browser.close()
  await live.close()
})

const top = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const bottom = (page: Page) => page.getByRole('navigation', { name: 'Main, bottom' })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Account of/ })

/** Lists label and address of each link, in order. */
const linksOf = (page: Page, where: (page: Page) => ReturnType<Page['getByRole']>) =>
  where(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => `${link.textContent?.replace('(live now)', '')} ${link.getAttribute('href')}`),
    )

const everybodys = ['Home /', 'Events /events', 'Shop /shop', 'Live /live', 'Community /community']
const navigation: Record<Kind, { top: string[]; bottom: string[] }> = {
  visitor: { top: everybodys, bottom: everybodys },
  Gus: { top: everybodys, bottom: everybodys },
  Mia: { top: [...everybodys, 'My Tickets /my-tickets'], bottom: [...everybodys, 'My Tickets /my-tickets'] },
  Mo: { top: [...everybodys, 'My Tickets /my-tickets'], bottom: [...everybodys, 'My Tickets /my-tickets'] },
  Ada: {
    top: [...everybodys, 'My Tickets /my-tickets'],
    bottom: [...everybodys, 'My Tickets /my-tickets', 'Admin /admin'],
  },
}

describe.each(sizes)('$name', ({ viewport }) => {
  const wide = viewport !== phone

  // Specification 2.7
  test('the header shows the brand logo and name, a theme switcher and an icon button; a footer is also present', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    const header = page.getByRole('banner')
    const brand = header.locator('a[href="/"]').first()
    expect(await brand.innerText()).toBe('Jouvay')
    const logo = await brand.locator('svg, img').boundingBox()
    expect(Math.min(logo?.width ?? 0, logo?.height ?? 0)).toBeGreaterThan(16)
    expect(await header.getByRole('button', { name: 'Change theme' }).isVisible()).toBe(true)
    const icon = header.getByRole('button', { name: 'Search' })
    expect(await icon.locator('svg').isVisible()).toBe(true)
    const footer = page.getByRole('contentinfo')
    expect(await footer.innerText()).toContain('Jouvay')
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1)
    await page.context().close()
  })

  // Specification 2.9
  test('the navigation is at the top of wide screens and at the bottom below the medium breakpoint', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    expect([await top(page).isVisible(), await bottom(page).isVisible()]).toEqual([wide, !wide])
    // The breakpoint itself: one pixel changes the layout.
    await page.setViewportSize({ ...viewport, width: wide ? 768 : 767 })
    expect([await top(page).isVisible(), await bottom(page).isVisible()]).toEqual([wide, !wide])
    if (!wide) {
      const bar = await bottom(page).boundingBox()
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(viewport.height, 0)
    }
    await page.context().close()
  })

  // Specification 2.8
  test('the current item is marked, and only that one', async () => {
    const page = await openPage(browser, { viewport })
    for (const [path, label] of [
      ['/', 'Home'],
      ['/events', 'Events'],
      ['/shop', 'Shop'],
      ['/live', 'Live'],
      ['/community', 'Community'],
      ['/password-reset', undefined],
    ] as const) {
      await page.goto(site + path)
      const marked = (wide ? top(page) : bottom(page)).locator('[aria-current]')
      // The demo has a stream on the air.
      const texts = (await marked.allTextContents()).map((text) => text.replace('(live now)', ''))
      expect(texts, path).toEqual(label ? [label] : [])
    }
    // An event belongs to Events, as its address says.
    await page.goto(`${site}/events`)
    // It runs now, and so is among the first.
    await page.locator('article a[href$="/bass-culture"]').first().click()
    await page.waitForURL('**/events/*/*')
    await page.getByRole('heading', { level: 1, name: 'Bass Culture' }).waitFor()
    const marked = (wide ? top(page) : bottom(page)).locator('[aria-current="page"]')
    expect(await marked.allTextContents()).toEqual(['Events'])
    await page.context().close()
  })

  // Specification 2.10
  test('Live shows a pulsing notification dot only while a stream is live, and a still one under reduced motion', async () => {
    const animations = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll('nav [data-live]')]
          .filter((dot) => dot.checkVisibility())
          .map((dot) => {
            const { animationName, animationIterationCount } = getComputedStyle(dot, '::after')
            return { live: dot.getAttribute('data-live'), animationName, animationIterationCount }
          }),
      )
    const quiet = await openPage(browser, { viewport })
    await quiet.goto(`${live.url}/shop`)
    expect(
      await quiet.locator('nav[aria-label^="Main"] a[href="/live"]').filter({ visible: true }).count(),
    ).toBe(1)
    expect(await animations(quiet)).toEqual([])
    await quiet.context().close()

    const page = await openPage(browser, { viewport })
    await page.goto(`${live.url}/events`)
    const [dot] = await animations(page)
    expect(dot).toMatchObject({ live: 'true', animationIterationCount: 'infinite' })
    expect(dot?.animationName).not.toBe('none')
    const link = (wide ? top(page) : bottom(page)).getByRole('link', { name: 'Live (live now)' })
    expect(await link.count()).toBe(1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animations(page)).toMatchObject([{ live: 'true', animationName: 'none' }])
    await page.context().close()
  })
})

// The account menu and the keyboard's first stop are the same elements at every size, so one size is tested.
describe('on a desktop, as at every size', () => {
  const viewport = desktop
  const opened = new Map<Kind, Promise<TestPage>>()
  const openShop = async (kind: Kind) => {
    const page = await openPageOf(browser, people[kind].visitor, { viewport })
    await page.goto(`${site}/shop`)
    return page
  }
  /** Opens the shop as a person, once for all tests that only read it. */
  const open = (kind: Kind): Promise<TestPage> => {
    const page = opened.get(kind) ?? openShop(kind)
    opened.set(kind, page)
    return page
  }

  // Specification 2.8, 2.9, 2.11, 6.2, 6.3, 6.4
  test.each(
    kinds,
  )('Home, Events, Shop, Live, Community; My Tickets only for signed-in non-guests; Admin only in the bar of role admin: %s', async (kind) => {
    const page = await open(kind)
    const expectLinks = async () => {
      for (const size of sizes) {
        await page.setViewportSize(size.viewport)
        const wide = size.viewport !== phone
        expect(await linksOf(page, wide ? top : bottom)).toEqual(navigation[kind][wide ? 'top' : 'bottom'])
      }
    }
    await expectLinks()
    // Holds after the session check too.
    await hydrated(page)
    await expectLinks()
    await page.setViewportSize(viewport)
    expect(page.consoleErrors).toEqual([])
  })

  // Specification 2.12, 2.13, 6.2, 6.3, 6.4, 10.12
  test.each([
    ['Mia', ''],
    ['Mo', ''],
    ['Ada', ' (Admin)'],
    ['Gus', ' (Guest)'],
  ] as const)('the user dropdown has its links and Logout, and the name its suffix: %s', async (kind, suffix) => {
    const page = await open(kind)
    await hydrated(page)
    await account(page).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    // A guest has no name yet: "Guest (Guest)" would say it twice.
    const name = kind === 'Gus' ? 'You' : people[kind].details.displayName
    expect(await menu.innerText()).toContain(`${name}${suffix}\n`)
    expect((await menu.innerText()).match(/\((Admin|Guest)\)/g) ?? []).toEqual(suffix ? [suffix.trim()] : [])
    expect(
      await menu
        .getByRole('menuitem')
        .evaluateAll((items) => items.map((item) => [item.textContent, item.getAttribute('href')])),
    ).toEqual([
      // A guest may register here.
      ...(kind === 'Gus' ? [['Create an account', '/shop?auth=register&redirect=%2Fshop']] : []),
      ['My Tickets', '/my-tickets'],
      ['Profile', '/profile'],
      ['AI Assistant', '/ai-assistant'],
      ['Admin Dashboard', '/admin'],
      ...(kind === 'Mo' ? [['Staff tools', '/ticket-scanner']] : []),
      ...(kind === 'Gus' ? [] : [['Settings', '/settings']]),
      ['Logout', null],
    ])
    expect(page.consoleErrors).toEqual([])
  })

  // Specification 2.12, 2.14
  test('Logout leaves a signed-out user, who sees a Sign In button that opens the sign-in modal', async () => {
    // Creates a session of its own, which ends here.
    const page = await openPage(browser, { viewport })
    const response = await page.request.post(`${site}/api/auth/login`, {
      data: { username: people.Mia.details.username, password: people.Mia.details.password },
      headers: { origin: site },
    })
    expect(response.status()).toBe(200)
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await account(page).click()
    // Home, the next page, may take its time: signing in again meanwhile is not interrupted by it.
    let arrive = () => {}
    const held = new Promise<void>((arrived) => {
      arrive = arrived
    })
    await page.route('**/_root.data*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    await signInWindow(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/shop')
    arrive()
    await page.waitForURL(`${site}/`)
    await page.getByRole('heading', { name: 'Coming up' }).waitFor({ state: 'attached' })
    expect(await signInWindow(page).isVisible()).toBe(true)
    expect(await account(page).count()).toBe(0)
    await page.context().close()
  })

  // Specification 2.15
  test("the avatar shows the user's image; its fallback is the uppercased first letter of displayName or username, else U", async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    // Simulates another tab of the same browser that signed in: the shell follows the storage.
    const become = (user: object) =>
      page.evaluate((stored) => {
        localStorage.setItem('user', JSON.stringify({ status: 'success', data: { id: 'u1', ...stored } }))
        window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
      }, user)
    const face = account(page).locator('[aria-hidden="true"]').first()
    for (const [user, letter] of [
      [{ displayName: 'mia', username: 'zed' }, 'M'],
      [{ displayName: 'élan', username: 'zed' }, 'É'],
      [{ displayName: '', username: 'zed' }, 'Z'],
      [{ displayName: '', username: '' }, 'U'],
      [{ displayName: 'ada', avatar: '/no/such/picture.webp' }, 'A'],
    ] as const) {
      await become(user)
      await expect.poll(() => face.textContent(), { message: JSON.stringify(user) }).toBe(letter)
      await expect.poll(() => face.locator('img').count(), { message: JSON.stringify(user) }).toBe(0)
    }
    await become({ displayName: 'ada', avatar: '/icon-192.png' })
    const image = face.locator('img')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(192)
    const [inside, outside] = [await image.boundingBox(), await face.boundingBox()]
    expect([inside?.width, inside?.height]).toEqual([outside?.width, outside?.height])
    await page.context().close()
  })

  test('the first focusable element is the skip link to the content', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/live`)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
    await page.context().close()
  })
})
