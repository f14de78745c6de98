import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { supervise } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { findFaults } from './axe.ts'
import { animationsEnded, desktop, hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { names } from './names.ts'

/** Tests site search: the box in the header, the page that works without JavaScript, and where hits lead. */

const { url: site, env } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser

/** Makes a term that nothing else in the database contains; it finds what this file creates. */
const newTerm = () => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('')
const term = newTerm()
/** A term without similar spellings. */
const nonsense = newTerm()
const title = `Fete ${term}`
const cap = `Cap ${term}`
const body = `Who is coming to ${term}?`
let testEvent: string
const [product, post] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  browser = await openBrowser()
  testEvent = (await createEvent(sql, { doorsIn: 40 })).eventId
  await sql`update public.events set ${sql({ title, slug: `fete-${term}` })} where id = ${testEvent}`
  await sql`insert into public.products ${sql({ id: product, slug: `cap-${term}`, name: cap, price_cents: 2800, status: 'active' })}`
  await sql`insert into public.posts ${sql({ id: post, author_id: await users.id('Mia'), body })}`
  await sql`update public.profiles set display_name = 'Mia Baptiste' where id = ${await users.id('Mia')}`
})
afterAll(async () => {
  await sql`delete from public.products where id = ${product}`
  await sql`delete from public.posts where id = ${post}`
  await browser?.close()
  await users.close()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  const page = await openPage(browser, { reducedMotion: 'reduce', ...options })
  await page.goto(site + path)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return page
}
const button = (page: TestPage) => page.getByRole('banner').getByRole('button', { name: names.search })
const box = (page: TestPage) => page.getByRole('dialog', { name: names.search })
const field = (page: TestPage) => page.getByRole('combobox', { name: names.searchField })
/** Returns the option that the field names as the marked one. */
const marked = (page: TestPage) =>
  field(page).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant')
    return id ? document.getElementById(id)?.textContent : null
  })
/** Demands that axe finds nothing in the box, in both themes; the page below it is checked with all others. */
async function expectAccessible(page: TestPage) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await animationsEnded(page)
    const rules = colorScheme === 'dark' ? 'all' : 'colors'
    expect(await findFaults(page, { rules, within: 'dialog' }), colorScheme).toEqual([])
  }
}
const focusedIs = (locator: ReturnType<typeof field>) =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)

/** Opens the box; the focus is in its field. */
async function openBox(page: TestPage) {
  await button(page).click()
  await field(page).waitFor()
  await focusedIs(field(page))
}

describe.each([
  ['phone', { viewport: phone, hasTouch: true }],
  ['desktop', { viewport: desktop }],
] as const)('on a %s', (_size, options) => {
  // Specification 2.7
  test('the box finds by groups, and the keyboard goes through them and there', async () => {
    const page = await open('/live', options)
    await openBox(page)
    await expectAccessible(page)
    await field(page).pressSequentially(term.slice(0, 8))
    await page.getByRole('option', { name: title }).waitFor()
    const list = box(page).getByRole('listbox')
    expect(await list.getByRole('group').count()).toBe(3)
    expect(await page.getByRole('group', { name: 'Events' }).getByRole('option').allTextContents()).toEqual([
      expect.stringContaining(title),
    ])
    expect(await page.getByRole('group', { name: 'Merch' }).textContent()).toContain(`${cap} $28`)
    expect(await page.getByRole('group', { name: 'Posts' }).textContent()).toContain(
      `${body} Mia Baptiste · `,
    )
    await box(page).getByRole('status').filter({ hasText: '3 results' }).waitFor({ state: 'attached' })
    const seen: (string | null | undefined)[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'End', 'ArrowDown']) {
      await field(page).press(key)
      seen.push(await marked(page))
    }
    const all = `See all results for “${term.slice(0, 8)}”`
    const order = [title, cap, body, all, title, all, title]
    expect(seen).toEqual(order.map((text) => expect.stringContaining(text)))
    await expectAccessible(page)
    await field(page).press('Enter')
    await page.waitForURL(`**/events/${testEvent}/fete-${term}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await box(page).count()).toBe(0)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})

describe('the box', () => {
  test('Escape empties the field, then closes; the focus goes back to the button', async () => {
    const page = await open('/live', { viewport: desktop })
    await button(page).focus()
    await page.keyboard.press('Enter')
    await field(page).fill(term)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await field(page).inputValue()).toBe('')
    await page.getByText('Search events, artists').waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    await focusedIs(button(page))
    // Opens by Ctrl with K too, but not while another field has the focus.
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await box(page).waitFor({ state: 'detached' })
    await page.goto(`${site}/search`)
    await hydrated(page)
    await page.getByLabel(names.searchField).focus()
    await page.keyboard.press('Control+k')
    expect(await box(page).count()).toBe(0)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  test('says when nothing is found, and when asking failed, with a way to ask again', async () => {
    const page = await open('/live')
    await openBox(page)
    await field(page).fill(nonsense)
    await page.getByText(`No results for “${nonsense}”`).waitFor()
    await box(page).getByRole('status').filter({ hasText: 'No results' }).waitFor({ state: 'attached' })
    expect(page.consoleErrors).toEqual([])
    await page.route('**/api/search*', (route) => route.abort())
    await field(page).fill(term)
    await box(page).getByRole('alert').waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await expectAccessible(page)
    await page.unroute('**/api/search*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('option', { name: title }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.context().close()
  })

  test('a late response to an older query is dropped', async () => {
    const page = await open('/live')
    await openBox(page)
    const requests: string[] = []
    const late = Promise.withResolvers<void>()
    await page.route('**/api/search*', async (route) => {
      const query = new URL(route.request().url()).searchParams.get('q') ?? ''
      requests.push(query)
      if (query === term) return route.continue()
      await late.promise
      const hit = {
        id: 'late',
        to: '/',
        title: 'Late',
        facts: '',
        note: null,
        face: { kind: 'thing', path: null },
      }
      // The page has aborted it: the route may have no request to fulfill.
      await route.fulfill({ json: { groups: [{ label: 'Events', hits: [hit] }] } }).catch(() => {})
    })
    await field(page).fill(term.slice(0, 4))
    await expect.poll(() => requests).toEqual([term.slice(0, 4)])
    await field(page).fill(term)
    await page.getByRole('option', { name: title }).waitFor()
    late.resolve()
    await animationsEnded(page)
    expect(requests).toEqual([term.slice(0, 4), term])
    expect(await page.getByRole('option', { name: 'Late' }).count()).toBe(0)
    await page.context().close()
  })

  test('Enter with nothing marked leads to the page with everything', async () => {
    const page = await open('/live')
    await openBox(page)
    await field(page).fill(term)
    await field(page).press('Enter')
    await page.waitForURL(`**/search?q=${term}`)
    await page.getByText(`3 results for “${term}”`).waitFor()
    expect(await box(page).count()).toBe(0)
    await page.context().close()
  })

  test('where its code cannot be fetched, the page that searches opens instead', async () => {
    const page = await open('/live')
    await page.route('**/search-box-*', (route) => route.abort())
    await button(page).click()
    await page.waitForURL('**/search')
    await page.context().close()
  })
})

describe('where hits lead', () => {
  test('a product: its page; a post: its page', async () => {
    const page = await open('/live', { viewport: desktop })
    await openBox(page)
    await field(page).fill('sunrise cap')
    await page.getByRole('option', { name: 'Sunrise cap $28' }).click()
    await page.waitForURL('**/shop/*/sunrise-cap')
    await page.getByRole('heading', { level: 1, name: 'Sunrise cap' }).waitFor()
    expect(await page.locator('[data-price]').textContent()).toBe('$28')

    await openBox(page)
    await field(page).fill(term)
    await page.getByRole('option', { name: body }).click()
    await page.waitForURL(`**/community/${post}`)
    const first = page.getByRole('article').first()
    await first.getByText(body).waitFor()
    expect(await first.getAttribute('id')).toBe(`post-${post}`)
    expect(await first.textContent()).toMatch(/Mia Baptiste\d+ (second|minute)s? ago/)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})

describe('without JavaScript', () => {
  test('the button leads to a form that finds, says when it does not, and when it was asked too much', async () => {
    const page = await open('/live', { javaScriptEnabled: false })
    await button(page).click()
    await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
    const main = page.getByRole('main')
    const input = main.getByLabel(names.searchField)
    const send = main.getByRole('button', { name: names.search })
    await input.fill(term)
    await send.click()
    await page.waitForURL(`**/search?q=${term}`)
    expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Events',
      'Merch',
      'Posts',
    ])
    expect(await input.inputValue()).toBe(term)
    await input.fill(nonsense)
    await send.click()
    await page.getByRole('heading', { name: `No results for “${nonsense}”` }).waitFor()
    const response = await page.goto(`${site}/search?q=${'a'.repeat(81)}`)
    expect(response?.status()).toBe(422)
    expect(await main.getByText('Please use at most 80 characters').isVisible()).toBe(true)
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.context().close()
  })

  test('the query is always text, never markup', async () => {
    const text = `<img src=x onerror=alert(1)> ' or 1=1 -- ${term}`
    const page = await open(`/search?${new URLSearchParams({ q: text })}`, { javaScriptEnabled: false })
    await page.getByText(`No results for “${text}”`).waitFor()
    await page.context().close()
  })
})

test('without its database search says so and answers 503; what is too short is not asked at all', async () => {
  const [, port] = await freePorts()
  const settings = {
    ...env,
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    BACKGROUND_JOBS: 'off',
    SUPABASE_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  }
  const readySchema = z.object({ url: z.string() })
  const running = await supervise({ name: 'site', file: 'server.ts', env: settings, readySchema }, () => {})
  try {
    const get = async (path: string) => {
      const response = await fetch(running.ready.url + path)
      return { status: response.status, text: await response.text() }
    }
    const [pageResponse, apiResponse, short] = await Promise.all([
      get('/search?q=soca'),
      get('/api/search?q=soca'),
      get('/api/search?q=s'),
    ])
    expect(pageResponse.status).toBe(503)
    expect(pageResponse.text).toContain('working right now')
    expect(apiResponse.status).toBe(503)
    expect(JSON.parse(apiResponse.text)).toHaveProperty('message')
    expect(short).toEqual({ status: 200, text: '{"groups":[]}' })
  } finally {
    await running.stop()
  }
})
