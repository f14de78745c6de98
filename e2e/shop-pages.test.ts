import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { clearShelf, fillShelf, makeOnShelf } from './shop-shelf.ts'

/**
 * Tests the addresses and data of the shop's pages; what visitors do there, with and without JavaScript, is the subject of
 * `shop-pages-walk.proof.test.ts`.
 */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let shelf: Awaited<ReturnType<typeof fillShelf>>
beforeAll(async () => {
  shelf = await fillShelf(sql)
})
afterAll(async () => {
  await clearShelf(sql, shelf)
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
    const { status, headers } = await visitor().get(`/shop/${shelf.tee.id}${rest}`)
    expect([status, headers.get('location')]).toEqual([301, shelf.tee.path + kept])
  })

  test('is canonical whatever variant is chosen', async () => {
    const { status, text } = await visitor().get(`${shelf.tee.path}?size=M&colour=Black`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${site}${shelf.tee.path}"/>`)
    expect(text).toContain(`<title>Tee ${shelf.term} | `)
  })

  test('of a draft is there for admins alone, one that left is gone, and others were never there', async () => {
    const [mia, ada] = [visitor(), visitor()]
    await mia.post('/api/auth/login', { username: 'mia', password: 'Jouvay2026' })
    await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
    for (const who of [visitor(), mia]) {
      const page = await who.get(shelf.draft.path)
      expect([page.status, page.text.includes(shelf.term)]).toEqual([404, false])
      expect((await who.get(shelf.old.path)).status).toBe(410)
      for (const path of [`/shop/${randomUUID()}`, '/shop/road-tee', '/shop/1%27%20or%201=1/x'])
        expect((await who.get(path)).status, path).toBe(404)
    }
    const preview = await ada.get(shelf.draft.path)
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('<meta name="robots" content="noindex"/>')
  })

  test('carries its offers for search engines, and nothing in them leaves their element', async () => {
    const { text } = await visitor().get(shelf.tee.path)
    const blocks = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    const data = z.looseObject({}).parse(JSON.parse(blocks[0]?.[1] ?? ''))
    expect(data).toMatchObject({
      '@type': 'Product',
      url: site + shelf.tee.path,
      description: '</script><b>"soft"',
      offers: [
        { price: '31.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
        { price: '33.50', url: `${site}${shelf.tee.path}?colour=Black&size=M` },
        { availability: 'https://schema.org/OutOfStock' },
      ],
    })
  })

  test('has a picture for shared links, which the address of an earlier one leads to', async () => {
    const { text } = await visitor().get(shelf.tee.path)
    const shared = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(shared.startsWith(`${site}/share/products/${shelf.tee.id}/`)).toBe(true)
    const picture = await fetch(shared)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    const earlier = await visitor().get(`/share/products/${shelf.tee.id}/0123456789abcdef.jpg`)
    expect([earlier.status, site + earlier.headers.get('location')]).toEqual([302, shared])
    expect((await visitor().get(`/share/products/${shelf.draft.id}/0123456789abcdef.jpg`)).status).toBe(404)
  })

  test('is in the sitemap, as long as the product is in the shop', async () => {
    expect((await visitor().get('/sitemap.xml')).text).toContain(`<loc>${site}/sitemap-products.xml</loc>`)
    // By another address than the one that may be in the page cache.
    const { text } = await visitor().get('/sitemap-products.xml', { range: 'bytes=0-' })
    expect(text).toContain(`<loc>${site}${shelf.tee.path}</loc>`)
    for (const { path } of [shelf.draft, shelf.old]) expect(text).not.toContain(path)
  })
})

test('a drop is never served from the cache past its minute, and from the cache until then', async () => {
  const dropAt = new Date(Date.now() + 4000)
  const product = await makeOnShelf(sql, { name: `Drop ${randomUUID()}`, drop_at: dropAt })
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
