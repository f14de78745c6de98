import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AlteredSite, startAlteredSite } from './altered-site.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, phone } from './browser.ts'
import { type Kind, kinds, type Person } from './people.ts'
import { admits, openScreens, type Screen, type Screens } from './screens.ts'
import { logIn, signInWindow } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'

/** Tests access to every specified path for each kind of person, as a page and as data alone. */

const { url: site, env } = inject('site')
const stack = inject('stack')
let browser: Browser
let screens: Screens
let listening: AlteredSite
beforeAll(async () => {
  browser = await openBrowser()
  screens = await openScreens(site, stack)
  listening = await startAlteredSite(env)
})
afterAll(async () => {
  await browser.close()
  await listening.close()
  await screens.close()
})

const noAccess = "You don't have access to this area."
const isStaffScreen = ({ admits: who }: Screen) => who === 'Ada' || who === 'Mo and Ada'

/** Classifies a response: the screen itself, a way to sign in, no access, or a page that says nothing of the order. */
function expected(
  screen: Screen,
  kind: Kind,
): 'screen' | 'login' | 'register' | 'no access' | 'nothing of it' {
  if (admits(screen, kind)) return 'screen'
  if (screen.admits === 'its buyer') return 'nothing of it'
  if (kind === 'visitor') return 'login'
  if (kind === 'Gus') return screen.admits === 'members' ? 'register' : 'login'
  return 'no access'
}

/** Builds the address of a page's data, as links within the site request it. */
function dataAddress(address: string): string {
  const [path, query] = address.split('?')
  return `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
}

const signInAddress = (tab: string, redirect: string) => `/?${new URLSearchParams({ auth: tab, redirect })}`

describe('every path returns its screen or its access rule', () => {
  // Specification 1.1, 1.2, 1.3, 2.1, 6.1, 6.4, 6.5
  test.each(kinds)('to %s, and the same for its data request', async (kind) => {
    for (const screen of screens.screens) {
      const who = screens.people[kind].visitor.copy()
      let page = await who.get(screen.address)
      if (page.status === 301)
        page = await who.get(new URL(page.headers.get('location') ?? '', site).pathname)
      const alone = await who.get(dataAddress(screen.address))
      const wanted = expected(screen, kind)
      const title = `${kind} at ${screen.path}`
      switch (wanted) {
        case 'screen':
          expect(page.status, title).toBe(200)
          expect(page.text, title).toMatch(/<h1[ >]/)
          expect([200, 202], title).toContain(alone.status)
          break
        case 'login':
        case 'register': {
          const way = signInAddress(wanted, screen.address)
          expect([page.status, page.headers.get('location')], title).toEqual([302, way])
          expect(alone.status, title).toBe(202)
          expect(alone.text, title).toContain(way)
          break
        }
        case 'no access':
          expect([page.status, alone.status], title).toEqual([403, 403])
          expect(page.text.replaceAll('&#x27;', "'"), title).toContain(noAccess)
          break
        case 'nothing of it':
          // As for a code of no order: the tickets are in the buyer's email.
          expect([page.status, alone.status], title).toEqual([200, 200])
          expect(page.text.replaceAll('&#x27;', "'"), title).not.toMatch(
            new RegExp(`<h1[^>]*>${screen.heading}`),
          )
      }
    }
  })
})

// Specification 2.5, 6.5, 10.4
test('the database refuses the reads of a staff screen to people who may not see it', async () => {
  const send = async (person: Person, address: string) => {
    listening.calls.length = 0
    const visitor = new ApiVisitor(listening.url)
    for (const [name, value] of person.visitor.cookies) visitor.cookies.set(name, value)
    await visitor.get(address)
    // Leaves out what surrounds the page: staff on another's page still have their own navigation.
    const own =
      person === screens.people.Mo
        ? /\/auth\/v1\/|\/rpc\/(me|read_shell|read_live_state|read_staff_frame)$/
        : /\/auth\/v1\/|\/rpc\/(me|read_shell|read_live_state)$/
    return listening.calls.filter(({ call: what }) => !own.test(what))
  }
  for (const screen of screens.screens.filter(isStaffScreen)) {
    for (const kind of kinds.filter((each) => !admits(screen, each))) {
      for (const address of [screen.address, dataAddress(screen.address)]) {
        // Reads that run beside the guard run as the person themselves, and row policies leave them nothing.
        for (const { call: what, withSecret, body } of await send(screens.people[kind], address)) {
          expect(withSecret, `${kind} at ${address}: ${what}`).toBe(false)
          expect([null, '[]', 'null'], `${kind} at ${address}: ${what}`).toContain(body)
        }
      }
    }
  }
  // Shows that the recorded calls are complete: who may see the screen gets data.
  expect(await send(screens.people.Ada, '/admin')).toContainEqual(
    expect.objectContaining({ withSecret: false, body: expect.stringMatching(/\S/) }),
  )
})

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  // Specification 2.5
  test('a visitor gets the sign-in window and, after signing in, the page', async () => {
    const page = await openPageOf(browser, screens.people.visitor.visitor, { viewport })
    await page.goto(`${site}/settings?from=mail`)
    await signInWindow(page).waitFor()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Login')
    const { username, password } = screens.people.Mia.details
    await hydrated(page)
    await logIn(page, username, password)
    await page.waitForURL('**/settings?from=mail')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 2.5
  test('guests are asked to register for a member’s page and to log in for a staff page', async () => {
    const page = await openPageOf(browser, screens.people.Gus.visitor, { viewport })
    for (const [path, tab] of [
      ['/profile', 'Register'],
      ['/admin', 'Login'],
    ] as const) {
      await page.goto(site + path)
      await signInWindow(page).waitFor()
      expect(await page.getByRole('tab', { selected: true }).textContent()).toBe(tab)
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
    }
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 1.4, 2.5, 10.4
  test("members get the 403 screen on staff pages: You don't have access to this area.", async () => {
    const page = await openPageOf(browser, screens.people.Mia.visitor, { viewport })
    for (const { path } of screens.screens.filter(isStaffScreen)) {
      const response = await page.goto(site + path)
      expect(response?.status(), path).toBe(403)
      expect(await page.getByRole('main').innerText(), path).toContain(noAccess)
    }
    await page.getByRole('button', { name: 'Back to Home' }).click()
    await page.waitForURL(`${site}/`)
    await page.context().close()
  })
})
