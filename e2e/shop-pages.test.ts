import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeCollection, makeProduct } from '../supabase/tests/variants.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, phone, sizes, type TestPage } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { names } from './names.ts'
import { openMemberPage } from './signed-in.ts'

/** Tests the shop and its product pages: their addresses and data, and what visitors do there, with and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser

/** A word that nothing else in the shop has. */
const term = `zq${randomUUID().replaceAll(/[^a-f]/g, '')}xk`.slice(0, 20)
type Product = Awaited<ReturnType<typeof makeProduct>> & { path: string }
let tee: Product
let draft: Product
let old: Product
const price = 3100

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000)

async function make(
  ...given: Parameters<typeof makeProduct> extends [unknown, ...infer Rest] ? Rest : never
) {
  const product = await makeProduct(sql, ...given)
  return { ...product, path: `/shop/${product.id}/${product.slug}` }
}

beforeAll(async () => {
  browser = await openBrowser()
  const chart = { columns: ['Size', 'Chest (in)'], rows: [['S', '38']] }
  tee = await make(
    { name: `Tee ${term}`, summary: '</script><b>"soft"', description: 'One.\n\nTwo.' },
    [
      { name: 'Colour', values: ['Black', 'Bone'] },
      { name: 'Size', values: ['S', 'M', 'L'] },
    ],
    [
      { values: ['Black', 'S'], priceCents: price, stock: 30 },
      { values: ['Black', 'M'], priceCents: 3350, stock: 3 },
      { values: ['Bone', 'S'], priceCents: price, stock: 0 },
    ],
  )
  await sql`update public.products set size_chart = ${sql.json(chart)} where id = ${tee.id}`
  const pictures = await sql<{ image_path: string }[]>`
    select image_path from public.products where slug in ('road-tee', 'sunrise-cap') order by slug`
  // The second one shows the tee in Bone, which is sold out and so not what the page begins with.
  for (const [place, { image_path }] of pictures.entries())
    await sql`insert into public.product_pictures ${sql({ product_id: tee.id, position: place + 1, image_path, image_alt: `Side ${place + 1}`, option_value: place === 1 ? 'Bone' : null })}`
  await make({ name: `Cup ${term}` }, [], [{ values: [], priceCents: 1200, stock: 0 }])
  draft = await make({ name: `Draft ${term}`, status: 'draft' })
  old = await make({ name: `Old ${term}`, status: 'archived' })
  await makeCollection(sql, term, [tee.id])
})
afterAll(async () => {
  await browser?.close()
  await archiveProducts(sql)
  await sql`delete from public.product_collections where slug = ${term}`
  await users.close()
})

const visitor = () => new ApiVisitor(site)

describe('the address of a product', () => {
  test.each([
    ['', ''],
    ['/', ''],
    ['/wrong', ''],
    ['/wrong?size=M&utm_source=mail', '?size=M&utm_source=mail'],
  ])('/shop/{id}%s leads to the right slug for good; what else a link carries stays', async (rest, kept) => {
    const { status, headers } = await visitor().get(`/shop/${tee.id}${rest}`)
    expect([status, headers.get('location')]).toEqual([301, tee.path + kept])
  })

  test('is canonical whatever variant is chosen', async () => {
    const { status, text } = await visitor().get(`${tee.path}?size=M&colour=Black`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${site}${tee.path}"/>`)
    expect(text).toContain(`<title>Tee ${term} | `)
  })

  test('of a draft is there for admins alone, one that left is gone, and others were never there', async () => {
    const [mia, ada] = [visitor(), visitor()]
    await mia.post('/api/auth/login', { username: 'mia', password: 'Jouvay2026' })
    await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
    for (const who of [visitor(), mia]) {
      const page = await who.get(draft.path)
      expect([page.status, page.text.includes(term)]).toEqual([404, false])
      expect((await who.get(old.path)).status).toBe(410)
      for (const path of [`/shop/${randomUUID()}`, '/shop/road-tee', '/shop/1%27%20or%201=1/x'])
        expect((await who.get(path)).status, path).toBe(404)
    }
    const preview = await ada.get(draft.path)
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('<meta name="robots" content="noindex"/>')
  })

  test('carries its offers for search engines, and nothing in them leaves their element', async () => {
    const { text } = await visitor().get(tee.path)
    const blocks = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    const data = z.looseObject({}).parse(JSON.parse(blocks[0]?.[1] ?? ''))
    expect(data).toMatchObject({
      '@type': 'Product',
      url: site + tee.path,
      description: '</script><b>"soft"',
      offers: [
        { price: '31.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
        { price: '33.50', url: `${site}${tee.path}?colour=Black&size=M` },
        { availability: 'https://schema.org/OutOfStock' },
      ],
    })
  })

  test('has a picture for shared links, which the address of an earlier one leads to', async () => {
    const { text } = await visitor().get(tee.path)
    const shared = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(shared.startsWith(`${site}/share/products/${tee.id}/`)).toBe(true)
    const picture = await fetch(shared)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    const earlier = await visitor().get(`/share/products/${tee.id}/0123456789abcdef.jpg`)
    expect([earlier.status, site + earlier.headers.get('location')]).toEqual([302, shared])
    expect((await visitor().get(`/share/products/${draft.id}/0123456789abcdef.jpg`)).status).toBe(404)
  })

  test('is in the sitemap, as long as the product is in the shop', async () => {
    expect((await visitor().get('/sitemap.xml')).text).toContain(`<loc>${site}/sitemap-products.xml</loc>`)
    // By another address than the one that may be in the page cache.
    const { text } = await visitor().get('/sitemap-products.xml', { range: 'bytes=0-' })
    expect(text).toContain(`<loc>${site}${tee.path}</loc>`)
    for (const { path } of [draft, old]) expect(text).not.toContain(path)
  })
})

const shownFirst = (page: TestPage) =>
  page.getByRole('list', { name: 'Pictures' }).locator('img').first().getAttribute('alt')
const cards = (page: TestPage) => page.locator('main article h2').allTextContents()

describe.each(sizes)('$name', ({ viewport }) => {
  test('filters, then a product: variants, its size chart, pictures by keyboard, and the cart', async () => {
    const page = await openPage(browser, { viewport })
    const reported: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes(`products/${tee.id}`)) reported.push(pathname.split('/').at(-1) ?? '')
    })
    await page.goto(`${site}/shop?q=${term}`)
    await hydrated(page)
    // Lists what is sold out last, but lists it.
    expect(await cards(page)).toEqual([`Tee ${term}`, `Cup ${term}`])
    expect(await page.locator('main').getByRole('status').first().textContent()).toMatch(/^2 /)
    await expect.poll(() => reported).toEqual(['view'])
    await expectFlawless(page)

    await page.locator('main summary', { hasText: names.shopFilter }).click()
    await page.getByLabel(names.shopSize).selectOption('M')
    await page.waitForURL(/size=M/)
    await expect.poll(() => cards(page)).toEqual([`Tee ${term}`])
    await page.getByLabel('Price from').fill('34')
    await page.getByRole('button', { name: names.showProducts }).click()
    await page.waitForURL(/min=34/)
    await expect.poll(() => cards(page)).toEqual([])
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.goBack()
    await expect.poll(() => cards(page)).toEqual([`Tee ${term}`])
    await page.locator('a[href]', { hasText: 'Size M' }).click()
    await expect.poll(() => cards(page)).toHaveLength(2)
    await page.getByLabel(names.shopOrder).selectOption('price')
    await page.waitForURL(/sort=price/)
    expect(page.url()).not.toContain('size=')

    await page.getByRole('link', { name: `Tee ${term}`, exact: true }).click()
    await page.waitForURL(`**${tee.path}`)
    await page.getByRole('heading', { level: 1, name: `Tee ${term}` }).waitFor()
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
    expect(await page.locator('input[name=variant]').inputValue()).toBe(tee.variants['Black / M'])
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
    await page.goto(`${site}/shop?collection=${term}`)
    await page.getByLabel(names.shopSearch).fill(`tee ${term}`)
    await page.locator('main summary', { hasText: names.shopFilter }).click()
    await page.getByLabel(names.shopSize).selectOption('S')
    await page.getByRole('button', { name: names.showProducts }).first().click()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('size'), searchParams.get('collection')]).toEqual(['S', term])
    expect(await cards(page)).toEqual([`Tee ${term}`])
    await page.getByRole('link', { name: `Tee ${term}`, exact: true }).click()
    const value = (name: string) => page.locator('fieldset').getByRole('link', { name, exact: true })
    expect(await page.locator('input[name=variant]').count()).toBe(0)
    await value('S').click()
    expect(new URL(page.url()).searchParams.get('size')).toBe('S')
    expect(await page.locator('input[name=variant]').inputValue()).toBe(tee.variants['Black / S'])
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
  await page.goto(`${site}/shop?q=${term}#${tee.slug}`)
  await page.locator(`article#${tee.slug}`).waitFor()
  await expect
    .poll(() =>
      page
        .locator(`article#${tee.slug} > div`)
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

  test('is never served from the cache past its minute, and from the cache until then', async () => {
    const dropAt = soon(4)
    const product = await make({ name: `Drop ${randomUUID()}`, drop_at: dropAt })
    let isOpen = false
    let early = 0
    while (!isOpen) {
      const asked = Date.now()
      const { text } = await visitor().get(product.path)
      isOpen = text.includes('name="variant"')
      if (isOpen) expect(Date.now()).toBeGreaterThanOrEqual(dropAt.getTime())
      else {
        early += 1
        expect(asked, `request ${early} was sent after the drop`).toBeLessThan(dropAt.getTime())
      }
    }
    expect(early).toBeGreaterThan(0)
  })

  test('counts down by the server, right after sleep, on the page and on the card', async () => {
    const product = await make({ name: `Wait ${term}drop`, drop_at: soon(7200), members_minutes: 10 })
    for (const [path, at] of [
      [product.path, 0],
      [`/shop?q=${term}drop`, 0],
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
    const product = await make({
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
