import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { ApiVisitor } from './api-visitor.ts'
import type { Kind } from './people.ts'
import { type FurtherView, openScreens, type Screens, viewerOf } from './screens.ts'
import { listPages } from './site-routes.ts'

/** Tests the head of each page, and the files for search engines and home screens. */

const { url: site } = inject('site')
/** The address of a post, which is an article to those who show its link. */
const isPost = /^\/community\/[0-9a-f-]{36}$/
let screens: Screens
beforeAll(async () => {
  screens = await openScreens(site, inject('stack'))
})
afterAll(() => screens.close())

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name) => entities[name] ?? whole)

/** Parses a page's head. */
function headOf(html: string) {
  const tags = [...html.matchAll(/<(meta|link)\s([^>]*)>/g)].map(([, , text = '']) => {
    const attributes = [...text.matchAll(/([\w-]+)="([^"]*)"/g)]
    return new Map(attributes.map(([, name = '', value = '']) => [name, plain(value)]))
  })
  const all = (key: string, value: string, wanted: string) =>
    tags.filter((tag) => tag.get(key) === value).map((tag) => tag.get(wanted) ?? '')
  return {
    titles: [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) => plain(text)),
    meta: (name: string) => [...all('name', name, 'content'), ...all('property', name, 'content')],
    links: (rel: string) => all('rel', rel, 'href'),
  }
}

type PageHead = {
  address: string
  indexed: boolean
  status: number
  /** The text of its h1, and the one that it should have. */
  heading: string
  expected: { heading: string | RegExp; status: number }
  head: ReturnType<typeof headOf>
}

/** Reads the text of a page's level 1 headings, with commas between. */
const headingOf = (html: string) =>
  [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)]
    .map(([, inner = '']) => plain(inner.replaceAll(/<[^>]*>/g, '')).trim())
    .join(', ')

type AnyView = Omit<FurtherView, 'who'>

/** Reads every page of the site as a person who may: the specified screens, then all others. */
async function readAll(): Promise<PageHead[]> {
  const read = async (who: Kind, { address, heading, indexed = false, status = 200 }: AnyView) => {
    const visitor = screens.people[who].visitor.copy()
    let response = await visitor.get(address)
    if (response.status === 301) response = await visitor.get(response.headers.get('location') ?? '')
    const { status: answered, text } = response
    const expected = { heading, status }
    return { address, indexed, status: answered, heading: headingOf(text), expected, head: headOf(text) }
  }
  const heads: PageHead[] = []
  for (const screen of screens.screens) heads.push(await read(viewerOf(screen), screen))
  const guide: FurtherView = { who: 'visitor', address: '/styleguide', heading: /\S/ }
  for (const view of [...screens.furtherViews, guide]) heads.push(await read(view.who, view))
  return heads
}

describe('every page', () => {
  let pages: PageHead[]
  beforeAll(async () => {
    pages = await readAll()
  })

  // Specification 1.7
  test('of the build is in the list of screens', async () => {
    const looked = pages.map(({ address }) => address.split('?')[0] ?? '')
    // Lead on unless two people changed one event, or a change concerns people with tickets: e2e/events-editor-conflicts.proof.test.ts
    // and e2e/events-after-sales.proof.test.ts look at them.
    const passing = ['/admin/events/1/conflict', '/admin/events/1/confirm']
    const unseen = (await listPages()).filter(
      (pattern) => ![...passing, ...looked].some((path) => pattern.test(path)),
    )
    expect(
      unseen.map(String),
      'pages that e2e/screens.ts does not list: add each to the views there',
    ).toEqual([])
  })

  test('shows its heading, with its status', () => {
    const wrong = pages.filter(({ heading, status, expected }) => {
      const isRight =
        typeof expected.heading === 'string' ? expected.heading === heading : expected.heading.test(heading)
      return !isRight || status !== expected.status
    })
    expect(wrong.map(({ address, status, heading }) => `${address}: ${status} ${heading}`)).toEqual([])
  })

  // Specification 1.5
  test('has a title of the pattern "{title} | {brand} | {company}", its own', () => {
    for (const { address, head } of pages) {
      expect(head.titles, address).toEqual([expect.stringMatching(/^[^|]+ \| Jouvay \| Jouvay Events$/)])
      expect(head.titles[0], address).toMatch(/^\S.*\S$/)
    }
    const titles = pages.slice(0, screens.screens.length).map(({ head }) => head.titles[0])
    // The two forms of an event's address are one page.
    expect(new Set(titles).size).toBe(screens.screens.length - 1)
    expect(titles[0]).toBe('Home | Jouvay | Jouvay Events')
  })

  // Specification 2.1
  test('is titled as the table of screens names it', () => {
    const named: Record<string, string> = {
      '/': 'Home',
      '/events': 'Events',
      '/shop': 'Shop',
      '/live': 'Live',
      '/community': 'Community',
      '/checkout': 'Checkout',
      '/payment-success': 'Payment success',
      '/admin': 'Admin',
      '/password-reset': 'Password reset',
      '/analytics': 'Analytics dashboard',
      '/my-tickets': 'My tickets',
      '/ticket-scanner': 'Ticket scanner',
      '/scan-data': 'Scan data',
      '/user-management': 'User management',
      '/ticket-management': 'Ticket management',
      '/free-tickets': 'Free tickets dashboard',
      '/email-management': 'Email management',
      '/profile': 'Profile',
      '/settings': 'Settings',
      '/ai-assistant': 'AI Assistant',
    }
    const titles = screens.screens.flatMap(({ path }, place) => {
      const title = pages[place]?.head.titles[0]?.split(' | ')[0]
      return path.startsWith('/events/') ? [] : [[path, title]]
    })
    expect(Object.fromEntries(titles)).toEqual(named)
  })

  // Specification 1.6
  test('sets a description and social-share meta tags', async () => {
    const pictures = new Set<string>()
    for (const { address, head } of pages) {
      const one = (name: string) => {
        const [value = '', ...more] = head.meta(name)
        expect(more, `${name} of ${address}`).toEqual([])
        expect(value.length, `${name} of ${address}`).toBeGreaterThan(2)
        return value
      }
      expect(one('description').length, address).toBeLessThanOrEqual(300)
      expect(one('og:title'), address).toBe(head.titles[0]?.split(' | ')[0])
      expect(one('og:description'), address).toBe(one('description'))
      expect(one('og:type'), address).toBe(isPost.test(address) ? 'article' : 'website')
      expect(one('og:site_name'), address).toBe('Jouvay')
      expect(one('twitter:card'), address).toBe('summary_large_image')
      pictures.add(one('og:image'))
    }
    for (const picture of pictures) {
      expect(picture.startsWith(`${site}/`), picture).toBe(true)
      const response = await fetch(picture)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\/(png|webp|jpeg)$/),
      ])
    }
  })

  // Specification 1.6
  test('has a canonical link where it is public, and noindex where it is private or not found', () => {
    for (const { address, indexed, head, status } of pages) {
      const canonical = head.links('canonical')
      if (!indexed) {
        expect(head.meta('robots'), address).toEqual(['noindex'])
        continue
      }
      const [path = '', query] = address.split('?')
      expect([status, head.meta('robots')], address).toEqual([200, []])
      expect(canonical.length, address).toBe(1)
      expect(canonical[0]?.startsWith(site + path), `${address}: ${canonical[0]}`).toBe(true)
      expect(canonical, address).toEqual(head.meta('og:url'))
      // The variants of a product are one page.
      if (query && !path.startsWith('/shop/')) expect(canonical[0], address).toContain(`?${query}`)
    }
  })
})

const visitor = new ApiVisitor(site)

test('Home names the organisation, an event page the event, as structured data', async () => {
  const read = async (path: string): Promise<unknown> => {
    const { text } = await visitor.get(path)
    const [, data = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(text) ?? []
    return JSON.parse(data)
  }
  expect(await read('/')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Jouvay',
    legalName: 'Jouvay Events',
    url: `${site}/`,
  })
  const event = screens.screens.find(({ path }) => path === '/events/{id}/{slug}')
  expect(await read(event?.address ?? '')).toMatchObject({
    '@type': 'Event',
    name: event?.heading,
    url: site + event?.address,
    organizer: { name: 'Jouvay' },
  })
})

test('the parts that sitemap.xml names list every public page and nothing else', async () => {
  const read = async (url: string) => {
    const { status, headers, text } = await visitor.get(url.slice(site.length))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    return { text, urls: [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => found) }
  }
  const index = await read(`${site}/sitemap.xml`)
  expect(index.text).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(<sitemap><loc>[^<>&"']+<\/loc><\/sitemap>\n)+<\/sitemapindex>\n$/,
  )
  const parts = await Promise.all(index.urls.map(read))
  for (const { text } of parts)
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(<url><loc>[^<>&"']+<\/loc>(<lastmod>\d{4}-\d\d-\d\d<\/lastmod>)?<\/url>\n)+<\/urlset>\n$/,
    )
  const listed = parts.flatMap(({ urls }) => urls)
  expect(new Set(listed).size).toBe(listed.length)
  const indexed = screens.screens.filter((screen) => screen.indexed && screen.path !== '/events/{id}')
  for (const { address } of indexed) expect(listed).toContain(site + address)
  for (const path of ['/terms', '/privacy', '/refunds', '/help']) expect(listed).toContain(site + path)
  for (const screen of screens.screens.filter((each) => !each.indexed))
    expect(listed).not.toContain(site + screen.address.split('?')[0])
  for (const url of listed.filter((each) => each.includes('/events/')).slice(0, 5)) {
    const page = await visitor.get(url.slice(site.length))
    expect([page.status, headOf(page.text).links('canonical')]).toEqual([200, [url]])
  }
})

test('robots.txt names the sitemap and disallows no public page', async () => {
  const response = await visitor.get('/robots.txt')
  expect(response.status).toBe(200)
  const lines = response.text.trim().split('\n')
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`)
  const closed = lines.flatMap((line) => /^Disallow: (\S+)$/.exec(line)?.[1] ?? [])
  expect(closed).toContain('/admin')
  for (const { address, indexed } of screens.screens)
    if (indexed) expect(closed.filter((path) => address.startsWith(path))).toEqual([])
})

const manifestSchema = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1).max(12),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/i),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/i),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().optional() }),
  ),
})

test('the web manifest and every icon exist in their declared type and size', async () => {
  const { links } = headOf((await visitor.get('/shop')).text)
  const icons = [...links('icon'), ...links('apple-touch-icon')]
  expect(icons.length).toBeGreaterThanOrEqual(3)
  const [href = ''] = links('manifest')
  const response = await fetch(new URL(href, site))
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = manifestSchema.parse(await response.json())
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true)
  const load = async (path: string) => {
    const file = await fetch(new URL(path, site))
    expect([file.status, file.headers.get('content-type')], path).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
    return Buffer.from(await file.arrayBuffer())
  }
  for (const icon of manifest.icons) {
    const { width, height, format } = await sharp(await load(icon.src)).metadata()
    if (format === 'svg') continue
    expect([`${width}x${height}`, `image/${format}`], icon.src).toEqual([icon.sizes, icon.type])
  }
  for (const path of icons) expect((await load(path)).length, path).toBeGreaterThan(100)
})
