import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'

/** Tests lists and pages of events through HTTP, without a browser. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

const city = `Port ${randomUUID().slice(0, 8)}`
const address = '1 Secret Street'
const hostile = '</script><script>alert(1)</script><!-- & "quoted"'

type Made = { id: string; path: string }
let open: Made
let draft: Made
let unlisted: Made
let club: Made

const staff = new ApiVisitor(site)
const visitor = () => new ApiVisitor(site)

async function make(
  slug: string,
  options: Parameters<typeof createEvent>[1],
  row: Record<string, unknown> = {},
): Promise<Made> {
  const { eventId } = await createEvent(sql, options)
  const more = { slug, city, address, venue_name: 'Secret Hall', region: 'NY', ...row }
  await sql`update public.events set ${sql(more)} where id = ${eventId}`
  return { id: eventId, path: `/events/${eventId}/${slug}` }
}

/** Path of a picture that exists: other tests see these events on the home page. */
let picture: string

beforeAll(async () => {
  const [seeded] = await sql<
    { path: string }[]
  >`select image_path as path from public.events where slug = 'bass-culture'`
  picture = seeded?.path ?? ''
  open = await make(
    'dutty-friday',
    {
      doorsIn: 30,
      feeFixedCents: 350,
      types: [{ name: 'Entry', releases: [{ name: 'Early', faceCents: 3000 }] }],
    },
    {
      title: 'Dutty Friday',
      summary: hostile,
      genres: ['soca'],
      min_age: 21,
      image_path: picture,
    },
  )
  draft = await make('draft', { doorsIn: 30, status: 'draft' }, { title: 'A draft' })
  unlisted = await make('whisper', { doorsIn: 30, visibility: 'unlisted' }, { title: 'Whisper' })
  club = await make('club', { doorsIn: 40, visibility: 'members' }, { title: 'Club night' })
  expect((await staff.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})

describe('an event has one address', () => {
  test.each([
    '',
    '/',
    '/wrong-slug',
    '/DUTTY-FRIDAY',
  ])('/events/{id}%s leads there for good', async (rest) => {
    const response = await visitor().get(`/events/${open.id}${rest}`)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(open.path)
  })

  test('what else a link carries stays', async () => {
    const response = await visitor().get(`/events/${open.id}?p=KALALOU&utm_source=mail`)
    expect(response.headers.get('location')).toBe(`${open.path}?p=KALALOU&utm_source=mail`)
  })

  test('an id in capitals is the same event', async () => {
    const response = await visitor().get(`/events/${open.id.toUpperCase()}/dutty-friday`)
    expect([response.status, response.headers.get('location')]).toEqual([301, open.path])
  })

  test('the page names it as canonical, whatever the link carried', async () => {
    const { status, text } = await visitor().get(`${open.path}?p=KALALOU`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${site}${open.path}"/>`)
  })
})

describe('what is not there', () => {
  test.each([
    ['an unknown event', `/events/${randomUUID()}`],
    ['an unknown event with a slug', `/events/${randomUUID()}/dutty-friday`],
    ['an id that is none', '/events/dutty-friday'],
    ['an id that is none, with a slug', '/events/1%27%20or%201=1/x'],
    ['its calendar file', `/events/${randomUUID()}/calendar.ics`],
  ])('%s: 404', async (_what, path) => {
    expect((await visitor().get(path)).status).toBe(404)
  })

  test('a draft, for everybody but admins; and it looks like nothing at all', async () => {
    const mia = visitor()
    await mia.post('/api/auth/login', { username: 'mia', password: 'Jouvay2026' })
    for (const who of [visitor(), mia]) {
      for (const path of [
        draft.path,
        `/events/${draft.id}`,
        `/events/${draft.id}/calendar.ics`,
        `${draft.path}.data`,
      ]) {
        const response = await who.get(path)
        expect(`${path} ${response.text.includes('A draft')}`).toBe(`${path} false`)
        if (!path.endsWith('.data')) expect(response.status).toBe(404)
      }
    }
    const preview = await staff.get(draft.path)
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('Only staff can see this page until you publish it.')
    expect(preview.text).toContain('<meta name="robots" content="noindex"/>')
  })
})

describe('metadata of a page', () => {
  test('title, share tags and address from the settings, never from the request', async () => {
    const { text } = await visitor().get(open.path, { host: 'evil.example' })
    expect(text).toMatch(/<title>Dutty Friday \| Jouvay \| Jouvay Events<\/title>/)
    expect(text).toContain(`<meta property="og:url" content="${site}${open.path}"/>`)
    const shared = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(shared.startsWith(`${site}/share/${open.path.split('/')[2]}/`)).toBe(true)
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>')
    expect(text).not.toContain('evil.example')
  })

  test('structured data with the price that the page shows; nothing in it can leave its element', async () => {
    const { text } = await visitor().get(open.path)
    const blocks = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    expect(blocks).toHaveLength(1)
    const data = z.looseObject({ offers: z.array(z.looseObject({})) }).parse(JSON.parse(blocks[0]?.[1] ?? ''))
    expect(data).toMatchObject({
      '@type': 'Event',
      name: 'Dutty Friday',
      description: hostile,
      url: site + open.path,
      eventStatus: 'https://schema.org/EventScheduled',
      offers: [{ price: '33.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' }],
    })
    expect(text).toContain('$33.50')
    expect(text).not.toContain('<script>alert(1)')
  })

  test('an unlisted event opens by its address and is kept from search engines and lists', async () => {
    const { status, text } = await visitor().get(unlisted.path)
    expect(status).toBe(200)
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect((await visitor().get(`/events?city=${encodeURIComponent(city)}`)).text).not.toContain('Whisper')
    const { text: index } = await visitor().get('/sitemap.xml')
    const parts = [...index.matchAll(/<loc>[^<]*(\/sitemap-events\.xml[^<]*)<\/loc>/g)]
    expect(parts).not.toHaveLength(0)
    for (const [, part = ''] of parts) expect((await visitor().get(part)).text).not.toContain(unlisted.id)
  })

  test('a members event keeps its place from visitors in every form', async () => {
    for (const path of [club.path, `${club.path}.data`, `/events?city=${encodeURIComponent(city)}`]) {
      const { status, text } = await visitor().get(path)
      expect(`${path} ${status}`).toBe(`${path} 200`)
      expect(text).toContain('Club night')
      expect(`${path} ${text.includes('1 Secret') && path.startsWith('/events/')}`).toBe(`${path} false`)
    }
    expect((await visitor().get(`/events/${club.id}/calendar.ics`)).status).toBe(404)
    const mia = visitor()
    await mia.post('/api/auth/login', { username: 'mia', password: 'Jouvay2026' })
    expect((await mia.get(club.path)).text).toContain(address)
  })
})

describe('files', () => {
  test('the calendar file', async () => {
    const response = await visitor().get(`/events/${open.id}/calendar.ics`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="dutty-friday.ics"')
    expect(response.text).toMatch(
      /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Dutty Friday\r\n[\s\S]*END:VCALENDAR\r\n$/,
    )
  })

  test('an event without a date offers no calendar file', async () => {
    const testEvent = await make('postponed', { doorsIn: 80 }, { title: 'Moved', status: 'postponed' })
    expect((await visitor().get(`/events/${testEvent.id}/calendar.ics`)).status).toBe(404)
    const { text } = await visitor().get(testEvent.path)
    expect(text).toContain('New date soon')
    expect(text).not.toContain('calendar.ics')
  })

  test('the map of the site and what robots may read', async () => {
    const map = await visitor().get('/sitemap.xml')
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(map.text).toContain(`<loc>${site}/sitemap-pages.xml</loc>`)
    expect((await visitor().get('/sitemap-pages.xml')).text).toContain(`<loc>${site}/events</loc>`)
    const robots = await visitor().get('/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${site}/sitemap.xml`)
    expect(robots.text).toContain('Disallow: /admin')
  })

  test('what language models are told: events that a visitor sees, and policies', async () => {
    const told = await visitor().get('/llms.txt')
    expect(told.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(told.text).toContain(`](${site}/refunds)`)
    const events = [...told.text.matchAll(/\(([^)]*\/events\/[0-9a-f-]{36}\/[^)]*)\)/g)].map(
      ([, url = '']) => url,
    )
    expect(events.length).toBeGreaterThan(2)
    const listed = (await visitor().get('/events')).text
    for (const url of events.slice(0, 3)) expect(listed).toContain(new URL(url).pathname)
  })
})

test('the home page begins with the city that a visitor chose before, and with nobody else’s', async () => {
  const home = async (path: string, cookie?: string) => {
    const { status, text } = await visitor().get(
      path,
      cookie === undefined ? {} : { cookie: `city=${cookie}` },
    )
    expect(status).toBe(200)
    return text.includes(`Coming up in ${city}`)
  }
  const chosen = encodeURIComponent(city)
  expect(await home('/', chosen)).toBe(true)
  expect(await home('/')).toBe(false)
  expect(await home(`/?city=${chosen}`)).toBe(true)
  expect(await home('/?city=', chosen)).toBe(false)
  for (const broken of ['%E0%A4%A', 'Atlantis', '"<b>', 'x'.repeat(3000)])
    expect(await home('/', broken)).toBe(false)
  // Both from memory.
  expect(await home('/', chosen)).toBe(true)
  expect(await home('/_root.data', chosen)).toBe(false)
})

describe('the list', () => {
  const where = `city=${encodeURIComponent(city)}`

  test('narrows by its address alone', async () => {
    const shows = async (query: string) => {
      const { text } = await visitor().get(`/events?${where}&${query}`)
      return ['Dutty Friday', 'Club night'].filter((title) => text.includes(title))
    }
    expect(await shows('')).toEqual(['Dutty Friday', 'Club night'])
    expect(await shows('genre=soca')).toEqual(['Dutty Friday'])
    expect(await shows('age=21')).toEqual(['Dutty Friday'])
    expect(await shows('age=all&price=paid')).toEqual(['Club night'])
    expect(await shows('price=free')).toEqual([])
    // Values of an empty form field, and invalid ones.
    expect(await shows('genre=&price=&age=&when=')).toEqual(['Dutty Friday', 'Club night'])
    expect(await shows('genre=polka&age=99&after=%3Cb%3E&when=never')).toEqual(['Dutty Friday', 'Club night'])
  })

  test('has a title of its own', async () => {
    const { text } = await visitor().get(`/events?${where}&genre=soca`)
    expect(text).toContain(`<title>Soca events in ${city} | Jouvay | Jouvay Events</title>`)
  })

  test('an empty list links to other events', async () => {
    const { status, text } = await visitor().get(`/events?${where}&when=2031-01`)
    expect(status).toBe(200)
    expect(text).toContain('Nothing on these dates')
    expect(text).toContain('Dutty Friday')
  })
})

describe('what staff do is guarded on every way in', () => {
  const pages = () => [
    '/admin',
    '/admin/events',
    '/admin/events/new',
    `/admin/events/${open.id}`,
    `/admin/events/${open.id}/cancel`,
  ]

  test('visitors are sent to sign in; a member is refused', async () => {
    const mia = visitor()
    await mia.post('/api/auth/login', { username: 'mia', password: 'Jouvay2026' })
    for (const path of pages()) {
      const away = await visitor().get(path)
      expect([away.status, away.headers.get('location')]).toEqual([
        302,
        `/?auth=login&redirect=${encodeURIComponent(path)}`,
      ])
      expect((await mia.get(path)).status).toBe(403)
      expect((await mia.get(`${path}.data`)).text).not.toContain('figures')
    }
    for (const path of ['/admin/events/new', `/admin/events/${open.id}`, `/admin/events/${open.id}/cancel`]) {
      const posted = await mia.postForm(path, { intent: 'status', status: 'cancelled' })
      expect(posted.status).toBe(403)
    }
    const [row] = await sql`select status from public.events where id = ${open.id}`
    expect(row).toEqual({ status: 'published' })
  })

  test('visitors see a change at once, despite the page cache', async () => {
    const testEvent = await make('keeps', { doorsIn: 60 }, { title: 'Before the change' })
    expect((await visitor().get(testEvent.path)).text).toContain('Before the change')
    const response = await staff.postForm(`/admin/events/${testEvent.id}/cancel`, {
      title: ' before the  change',
      note: 'Storm warning.',
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/admin/events/${testEvent.id}/changes`,
    ])
    const { text } = await visitor().get(testEvent.path)
    expect(text).toContain('This event is canceled')
    expect(text).toContain('Storm warning.')
    expect(text).toContain('https://schema.org/EventCancelled')
  })

  test('a step that is not possible is said, with its status', async () => {
    const response = await staff.postForm(`/admin/events/${draft.id}/publish`, {
      intent: 'status',
      status: 'postponed',
    })
    expect(response.status).toBe(422)
    expect(response.text).toContain('t be done here. Please reload the page.')
  })
})
