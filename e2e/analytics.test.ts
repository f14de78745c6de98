import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { seededProduct } from './seeded.ts'

/** Tests the calls by which pages report what was looked at, on the built site. */

const { url: site } = inject('site')
const stack = inject('stack')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const agent = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
}
let event: string
let product: string

beforeAll(async () => {
  event = (await createEvent(sql)).eventId
  product = (await seededProduct(sql, 'pan-tote')).id
})
afterAll(() => sql.end())

const newSession = () => `e2e-${crypto.randomUUID()}`
const pageView = (sessionId: string, more: object = {}) => ({
  path: '/events?city=Miami#list',
  userId: null,
  sessionId,
  deviceType: 'mobile',
  browser: 'Safari',
  referrer: 'https://www.instagram.com/p/abc?who=me',
  ...more,
})
const viewsOf = (session: string) => sql`
  select p.path, p.user_id, v.device_type, v.browser, v.visitor, v.traffic, s.name, s.medium, s.campaign, s.host
  from private.page_views p
  join private.visits v on v.id = p.visit_id
  join private.sources s on s.id = v.source_id
  where v.session_id = ${session} order by p.id`
const itemsOf = (session: string) => sql`
  select i.kind, i.item_id from private.item_views i join private.visits v on v.id = i.visit_id
  where v.session_id = ${session} order by i.kind`

describe('a page view', () => {
  // Specification 7.11
  test('stores the path only, and has an empty response', async () => {
    const session = newSession()
    const response = await new ApiVisitor(site).post('/api/analytics/page-view', pageView(session), agent)
    expect([response.status, response.text, response.set]).toEqual([204, '', []])
    expect(await viewsOf(session)).toEqual([
      {
        path: '/events',
        user_id: null,
        device_type: 'mobile',
        browser: 'Safari',
        visitor: expect.stringMatching(/^[0-9a-f]{64}$/),
        traffic: 'people',
        name: 'instagram.com',
        medium: 'social',
        campaign: '',
        host: 'instagram.com',
      },
    ])
  })

  test('has the campaign of its address, which is not stored otherwise', async () => {
    const session = newSession()
    const path =
      '/events?city=Miami&utm_source=Flyer&utm_medium=print&utm_campaign=J%27ouvert%202026&token=secret'
    await new ApiVisitor(site).post(
      '/api/analytics/page-view',
      pageView(session, { path, referrer: null }),
      agent,
    )
    expect(await viewsOf(session)).toMatchObject([
      { path: '/events', name: 'flyer', medium: 'print', campaign: "j'ouvert 2026", host: '' },
    ])
  })

  // Specification 10.7
  test('belongs to the signed-in user who allows it, regardless of body and headers', async () => {
    const mia = await registered(site, 'Mia')
    await sql`update public.profiles set analytics_allowed = true where id = ${mia.id}`
    const sid = await registered(site, 'Sid')
    const session = newSession()
    const claims = {
      ...agent,
      'user-id': sid.id,
      'x-user-data': JSON.stringify({ id: sid.id, role: 'admin' }),
    }
    await mia.visitor.post('/api/analytics/page-view', pageView(session, { userId: sid.id }), claims)
    await new ApiVisitor(site).post('/api/analytics/page-view', pageView(session, { userId: sid.id }), claims)
    const owners = (await viewsOf(session)).map((row) => row.user_id)
    expect(new Set(owners)).toEqual(new Set([mia.id, null]))
  })

  test.each([
    ['a path too long', { path: `/${'x'.repeat(512)}` }, 422],
    ['no path at all', { path: 'https://evil.example' }, 422],
    ['a browser nobody knows', { browser: 'Netscape' }, 422],
    ['a device nobody knows', { deviceType: 'fridge' }, 422],
    ['a session that is none', { sessionId: 'x' }, 422],
    ['a field of its own', { role: 'admin' }, 422],
    ['a number for a path', { path: 7 }, 400],
  ])('%s is refused', async (_, wrong, status) => {
    const session = newSession()
    const response = await new ApiVisitor(site).post(
      '/api/analytics/page-view',
      pageView(session, wrong),
      agent,
    )
    expect(response.status).toBe(status)
    expect(response.body.errors?.length).toBeGreaterThan(0)
    expect(await viewsOf(session)).toEqual([])
  })

  test.each([
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'curl/8.5.0',
    'Mozilla/5.0 HeadlessChrome/147.0',
  ])('of %s counts as a bot’s, with the same response', async (program) => {
    const session = newSession()
    const response = await new ApiVisitor(site).post('/api/analytics/page-view', pageView(session), {
      'user-agent': program,
    })
    expect(response.status).toBe(204)
    expect(await viewsOf(session)).toMatchObject([{ traffic: 'bots', user_id: null }])
  })
})

test('views of one network are limited, for any number of visit ids', async () => {
  const visitor = new ApiVisitor(site)
  // private.limits: 600 a minute of one network
  const sessions = Array.from({ length: 620 }, newSession)
  const statuses = new Set<number>()
  for (let from = 0; from < sessions.length; from += 20) {
    const responses = await Promise.all(
      sessions
        .slice(from, from + 20)
        .map((session) => visitor.post('/api/analytics/page-view', pageView(session), agent)),
    )
    for (const { status } of responses) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([204]))
  const [counted] = await sql<{ views: number }[]>`
    select count(*)::int as views from private.page_views p join private.visits v on v.id = p.visit_id
    where v.session_id = any (${sessions})`
  expect(counted?.views).toBe(600)
  // A visitor from another address is counted all the same.
  const other = newSession()
  await new ApiVisitor(site).post('/api/analytics/page-view', pageView(other), agent)
  expect(await viewsOf(other)).toHaveLength(1)
})

describe('item views and clicks', () => {
  // Specification 7.12, 7.13
  test('count once per session, and are answered with nothing', async () => {
    const visitor = new ApiVisitor(site)
    const sessionId = newSession()
    for (const path of [
      `events/${event}/view`,
      `events/${event}/ticket-click`,
      `products/${product}/view`,
      `products/${product}/detail-click`,
    ]) {
      for (let times = 0; times < 3; times++) {
        const headers = { ...agent, 'x-visit': sessionId }
        const response = await visitor.send('POST', `/api/analytics/${path}`, undefined, headers)
        expect([response.status, response.text]).toEqual([204, ''])
      }
    }
    expect(await itemsOf(sessionId)).toEqual([
      { kind: 'event_view', item_id: event },
      { kind: 'product_click', item_id: product },
      { kind: 'product_view', item_id: product },
      { kind: 'ticket_click', item_id: event },
    ])
  })

  // Specification 7.12, 7.13
  test('need no visit: a visitor is known by address and browser for the day', async () => {
    const visitor = new ApiVisitor(site)
    const total = async () =>
      Number((await sql`select count(*)::int as n from private.item_views where item_id = ${event}`)[0]?.n)
    const before = await total()
    for (const visitId of [undefined, 'x', 'x'.repeat(65)]) {
      const headers = { ...agent, ...(visitId !== undefined && { 'x-visit': visitId }) }
      const response = await visitor.send('POST', `/api/analytics/events/${event}/view`, undefined, headers)
      expect(response.status).toBe(204)
    }
    expect(await total()).toBe(before + 1)
  })

  test.each([
    'events/00000000-0000-4000-8000-000000000000/view',
    'events/nonsense/view',
    'products/1/detail-click',
  ])('%s is not there', async (path) => {
    const response = await new ApiVisitor(site).post(`/api/analytics/${path}`, {}, agent)
    expect([response.status, response.body.message]).toEqual([404, "We couldn't find that."])
  })

  test('are posted, never fetched', async () => {
    for (const path of ['page-view', `events/${event}/view`, `products/${product}/detail-click`]) {
      const response = await new ApiVisitor(site).get(`/api/analytics/${path}`)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })
})

describe('the dashboard', () => {
  const dashboard = '/api/analytics/dashboard?days=30'

  async function memberWithRole(role: string) {
    const person = await registered(site, role === 'admin' ? 'ada' : 'moe')
    const { error } = await service.rpc('set_role', { p_user: person.id, p_role: role, p_reason: 'test' })
    if (error) throw error
    return person.visitor
  }

  test('is closed to visitors, guests and members', async () => {
    const guest = new ApiVisitor(site)
    await guest.post('/api/auth/guest')
    const { visitor: member } = await registered(site, 'Mia')
    const statuses = await Promise.all(
      [new ApiVisitor(site), guest, member].map(async (who) => {
        const response = await who.get(dashboard, { 'user-id': '1', 'x-user-data': '{"role":"admin"}' })
        expect(response.body.errors).toHaveLength(1)
        expect(Object.keys(response.body)).toEqual(['message', 'errors'])
        return response.status
      }),
    )
    expect(statuses).toEqual([401, 403, 403])
  })

  test('gives admins everything and moderators all but the money', async () => {
    const [admin, moderator] = [await memberWithRole('admin'), await memberWithRole('moderator')]
    const all = JSON.parse((await admin.get(dashboard)).text)
    expect(all.byDay).toHaveLength(30)
    expect(all.views).toBeGreaterThan(0)
    expect(all.topPages[0].views).toBeGreaterThan(0)
    expect(all.devices.map(({ name }: { name: string }) => name)).toContain('mobile')
    expect(all.sales).toMatchObject({
      currency: 'USD',
      grossCents: expect.any(Number),
      netCents: expect.any(Number),
    })
    expect(all.sales.grossCents).toBe(all.sales.faceCents + all.sales.feeCents + all.sales.taxCents)
    const some = JSON.parse((await moderator.get(dashboard)).text)
    expect(some.sales).toBeNull()
    expect(some.views).toBeGreaterThan(0)
  })

  test('refuses invalid spans', async () => {
    const admin = await memberWithRole('admin')
    for (const days of ['0', '-1', '367', 'x', '1.5']) {
      expect((await admin.get(`/api/analytics/dashboard?days=${days}`)).status).toBe(422)
    }
  })
})
