import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { makeCollection, makeProduct } from '../supabase/tests/variants.ts'
import { hydrated, openBrowser, openPage, phone, sizes, type TestPage } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { names } from './names.ts'
import { clearShelf, fillShelf, makeOnShelf } from './shop-shelf.ts'
import { openMemberPage } from './signed-in.ts'

/** Tests what visitors do in the shop and on its product pages, with and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let shelf: Awaited<ReturnType<typeof fillShelf>>
beforeAll(async () => {
  browser = await openBrowser()
  shelf = await fillShelf(sql)
})
afterAll(async () => {
  await browser?.close()
  await clearShelf(sql, shelf)
  await users.close()
})

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000)

const shownFirst = (page: TestPage) =>
  page.getByRole('list', { name: 'Pictures' }).locator('img').first().getAttribute('alt')
const cards = (page: TestPage) => page.locator('main article h2').allTextContents()

describe.each(sizes)('$name', ({ viewport }) => {
  test('filters, then a product: variants, its size chart, pictures by keyboard, and the cart', async () => {
    const page = await openPage(browser, { viewport })
    const reported: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes(`products/${shelf.tee.id}`)) reported.push(pathname.split('/').at(-1) ?? '')
    })
    await page.goto(`${site}/shop?q=${shelf.term}`)
    await hydrated(page)
    // Lists what is sold out last, but lists it.
    expect(await cards(page)).toEqual([`Tee ${shelf.term}`, `Cup ${shelf.term}`])
    expect(await page.locator('main').getByRole('status').first().textContent()).toMatch(/^2 /)
    await expect.poll(() => reported).toEqual(['view'])
    await expectFlawless(page)

    await page.locator('main summary', { hasText: names.shopFilter }).click()
    await page.getByLabel(names.shopSize).selectOption('M')
    await page.waitForURL(/size=M/)
    await expect.poll(() => cards(page)).toEqual([`Tee ${shelf.term}`])
    await page.getByLabel('Price from').fill('34')
    await page.getByRole('button', { name: names.showProducts }).click()
    await page.waitForURL(/min=34/)
    await expect.poll(() => cards(page)).toEqual([])
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.goBack()
    await expect.poll(() => cards(page)).toEqual([`Tee ${shelf.term}`])
    await page.locator('a[href]', { hasText: 'Size M' }).click()
    await expect.poll(() => cards(page)).toHaveLength(2)
    await page.getByLabel(names.shopOrder).selectOption('price')
    await page.waitForURL(/sort=price/)
    expect(page.url()).not.toContain('size=')

    await page.getByRole('link', { name: `Tee ${shelf.term}`, exact: true }).click()
    await page.waitForURL(`**${shelf.tee.path}`)
    await page.getByRole('heading', { level: 1, name: `Tee ${shelf.term}` }).waitFor()
    await expect.poll(() => reported.filter((what) => what === 'detail-click')).toHaveLength(1)
    // The colour in stock is chosen; the size is for the buyer to choose.
    const value = (name: string) => page.locator('fieldset').getByRole('link', { name, exact: true })
    await value('Black').and(page.locator('[aria-current]')).waitFor()
    expect(await page.getByRole('button', { name: names.addToCart }).count()).toBe(0)
    await value('M').click()
    await page.waitForURL(/size=M/)
    await expect.poll(() => page.locator('[data-price]').textContent()).toBe('$33.50')
    await page.getByText('Only 3 left').waitFor()
    expect(await page.locator('select[name=quantity] option').count()).toBe(3)
    expect(await page.locator('input[name=variant]').inputValue()).toBe(shelf.tee.variants['Black / M'])
    await value('Bone, sold out').click()
    await page.waitForURL(/colour=Bone/)
    await expect.poll(() => shownFirst(page)).toBe('Side 2')
    await expect.poll(() => page.getByRole('button', { name: names.addToCart }).count()).toBe(0)
    await value('Black').click()
    await expect.poll(() => shownFirst(page)).toBe('Side 1')
    await page.locator('summary', { hasText: names.sizeChart }).click()
    await page.getByRole('rowheader', { name: 'S' }).waitFor()
    await expectFlawless(page)

    const picture = page.locator('a[href$="-mail.jpg"]')
    expect(await picture.count()).toBe(2)
    await picture.first().focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog')
    await large.getByRole('img', { name: 'Side 1' }).waitFor()
    await expectFlawless(page)
    await page.keyboard.press('ArrowRight')
    await large.getByRole('img', { name: 'Side 2' }).waitFor()
    const width = async () => (await large.getByRole('img').boundingBox())?.width ?? 0
    const before = await width()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before * 1.2)
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    expect(await picture.first().evaluate((link) => link === document.activeElement)).toBe(true)
    // The choice of a variant opened nothing.
    expect(reported.filter((what) => what === 'detail-click')).toHaveLength(1)
    await page.context().close()
  })

  test('without JavaScript: filters as a form, variants and large pictures as links, the way into the cart as a form', async () => {
    const page = await openPage(browser, { viewport, javaScriptEnabled: false })
    await page.goto(`${site}/shop?collection=${shelf.term}`)
    await page.getByLabel(names.shopSearch).fill(`tee ${shelf.term}`)
    await page.locator('main summary', { hasText: names.shopFilter }).click()
    await page.getByLabel(names.shopSize).selectOption('S')
    await page.getByRole('button', { name: names.showProducts }).first().click()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('size'), searchParams.get('collection')]).toEqual(['S', shelf.term])
    expect(await cards(page)).toEqual([`Tee ${shelf.term}`])
    await page.getByRole('link', { name: `Tee ${shelf.term}`, exact: true }).click()
    const value = (name: string) => page.locator('fieldset').getByRole('link', { name, exact: true })
    expect(await page.locator('input[name=variant]').count()).toBe(0)
    await value('S').click()
    expect(new URL(page.url()).searchParams.get('size')).toBe('S')
    expect(await page.locator('input[name=variant]').inputValue()).toBe(shelf.tee.variants['Black / S'])
    expect(await page.locator('form:has(input[name=variant])').getAttribute('action')).toBe('/cart')
    // A combination that is not made is shown as sold out, not hidden.
    await value('L, sold out').click()
    expect(await page.locator('input[name=variant]').count()).toBe(0)
    expect(await shownFirst(page)).toBe('Side 1')
    await value('Bone, sold out').click()
    expect(await shownFirst(page)).toBe('Side 2')
    await page.locator('a[href$="-mail.jpg"]').first().click()
    expect(page.url()).toMatch(/-mail\.jpg$/)
    await page.context().close()
  })
})

test('a link to a place of the shop marks the product there', async () => {
  const page = await openPage(browser)
  await page.goto(`${site}/shop?q=${shelf.term}#${shelf.tee.slug}`)
  await page.locator(`article#${shelf.tee.slug}`).waitFor()
  await expect
    .poll(() =>
      page
        .locator(`article#${shelf.tee.slug} > div`)
        .first()
        .evaluate((art) => getComputedStyle(art).boxShadow),
    )
    .not.toBe('none')
  await page.context().close()
})

describe('a drop', () => {
  const form = 'input[name=variant]'
  const secondsLeft = async (page: TestPage) => {
    const cells = await page.locator('[data-countdown]').first().locator('> span').allTextContents()
    const units: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 }
    return cells.reduce((sum, cell) => {
      const [, count = '0', unit = ''] = /^(\d+)(\w)/.exec(cell) ?? []
      return sum + Number(count) * (units[unit] ?? 0)
    }, 0)
  }

  test('counts down by the server, right after sleep, on the page and on the card', async () => {
    const product = await makeOnShelf(sql, {
      name: `Wait ${shelf.term}drop`,
      drop_at: soon(7200),
      members_minutes: 10,
    })
    for (const [path, at] of [
      [product.path, 0],
      [`/shop?q=${shelf.term}drop`, 0],
    ] as const) {
      const page = await openPage(browser)
      await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
      await page.goto(site + path)
      await page.locator('[data-countdown]').nth(at).filter({ hasText: /\d/ }).waitFor()
      expect(await page.locator('[data-countdown]').first().getAttribute('aria-hidden')).toBe('true')
      if (path === product.path) {
        const isRight = async () => Math.abs((await secondsLeft(page)) - 7200) < 120
        expect(await isRight()).toBe(true)
        await page.clock.fastForward('01:00:00')
        await expect.poll(isRight).toBe(true)
        await page.getByText(/^Members can buy from \d/).waitFor()
        expect(await page.locator(form).count()).toBe(0)
      } else await page.getByText(/^Drops /).waitFor()
      await expectFlawless(page)
      await page.context().close()
    }
  })

  test('opens by itself at its minute, first to members', async () => {
    const { page: mine } = await openMemberPage(browser, site)
    const other = await openPage(browser)
    // Only opening the pages has to be done before it opens: a slow machine may need long for the rest.
    const members = soon(6)
    const product = await makeOnShelf(sql, {
      name: `Early ${randomUUID()}`,
      drop_at: new Date(members.getTime() + 600_000),
      members_minutes: 10,
    })
    await Promise.all(
      [mine, other].map(async (page) => {
        await page.goto(site + product.path)
        expect(await page.locator(form).count()).toBe(0)
      }),
    )
    await mine.locator(form).waitFor({ state: 'attached' })
    expect(Date.now()).toBeGreaterThanOrEqual(members.getTime() - 100)
    await other.getByText('Members can buy now.').waitFor()
    expect(await other.locator(form).count()).toBe(0)
    for (const page of [mine, other]) {
      expect(page.consoleErrors).toEqual([])
      await page.context().close()
    }
  })
})

test('the page of an event suggests two products as plain links, whose names fit a phone however long they are', async () => {
  const event = await createEvent(sql)
  const slug = `night-${event.eventId.slice(0, 8)}`
  const name = `${'Caribbeana'.repeat(7)} and ${'a long way home '.repeat(2)}`.trim()
  const made = await Promise.all([1, 2].map((position) => makeProduct(sql, { name, position })))
  await makeCollection(
    sql,
    slug,
    made.map(({ id }) => id),
  )
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site}/events/${event.eventId}/${slug}`)
  const links = page.locator('section[aria-labelledby=suggestions] a')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    made.map((product) => `/shop/${product.id}/${product.slug}`),
  )
  for (const box of await Promise.all((await links.all()).map((link) => link.boundingBox())))
    expect([(box?.x ?? 0) + (box?.width ?? 0) <= phone.width, (box?.height ?? 0) < 120]).toEqual([true, true])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await links.first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/shop\/[0-9a-f-]{36}\//)
  await page.context().close()
})
