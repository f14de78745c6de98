import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { meSchema } from '#core/roles.ts'
import { maySee, staffLinks } from '#core/staff-pages.ts'
import { openCast } from '../supabase/tests/cast.ts'
import { type Night, openNight } from '../supabase/tests/night.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { grantScan } from './night-out.ts'
import { meetAll } from './people.ts'

/** The staff pages as the site answers them: who gets which, how they lead to one another, and what is on them. */

const { url: site } = inject('site')
const cast = openCast(inject('stack'))
const { sql, service } = cast
let night: Night
let visitors: Record<'Mia' | 'Mo' | 'Ada' | 'Dex', ApiVisitor>
let mia: string
beforeAll(async () => {
  const people = await meetAll(site, service)
  night = await openNight(sql)
  const { visitor: Dex, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, night.eventId)
  visitors = { Mia: people.Mia.visitor, Mo: people.Mo.visitor, Ada: people.Ada.visitor, Dex }
  mia = people.Mia.details.username
})
afterAll(() => cast.close())

/** Lists the links of the staff navigation of a page. */
function navigationOf(html: string): string[] {
  const [nav = ''] = /<nav aria-label="Staff pages"[\s\S]*?<\/nav>/.exec(html) ?? []
  return [...nav.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
}

const everyPage = [
  '/admin',
  '/admin/events',
  '/ticket-management',
  '/ticket-scanner',
  '/scan-data',
  '/analytics',
  '/user-management',
] as const
const roles = { Mia: 'member', Mo: 'moderator', Ada: 'admin', Dex: 'member' } as const

test.each([
  'Mia',
  'Mo',
  'Ada',
  'Dex',
] as const)('%s gets those of the list and no other, each leading to all of them', async (who) => {
  const actor = meSchema.parse({
    id: randomUUID(),
    username: null,
    displayName: who,
    role: roles[who],
    isGuest: false,
    avatar: null,
    grants: who === 'Dex' ? [{ capability: 'scan', eventId: night.eventId, expiresAt: null }] : [],
  })
  const mine = staffLinks(actor).map(({ to }) => to)
  for (const path of everyPage) {
    const answer = await visitors[who].get(path)
    const open = maySee(actor, path)
    expect([path, answer.status]).toEqual([path, open ? 200 : 403])
    if (open) expect([path, navigationOf(answer.text)]).toEqual([path, mine])
  }
})

test('who is refused the admin page is shown the pages that are theirs', async () => {
  for (const [who, links] of [
    ['Dex', ['/ticket-scanner', '/scan-data']],
    ['Mia', []],
  ] as const) {
    const { status, text } = await visitors[who].get('/admin')
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? []
    expect([status, [...main.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)]).toEqual([403, links])
  }
})

test('screens that do nothing yet say so, and no staff page leads to them', async () => {
  for (const path of ['/free-tickets', '/email-management']) {
    const { status, text } = await visitors.Ada.get(path)
    expect(status).toBe(200)
    expect(text).toMatch(/<h1[^>]*>[^<]+<\/h1>[\s\S]*?<p>[^<]*yet\.<\/p>/)
  }
  for (const path of everyPage) {
    expect((await visitors.Ada.get(path)).text).not.toMatch(/href="\/(free-tickets|email-management)"/)
  }
})

test('user management: admins see role and email, moderators names and handles; a search by handle', async () => {
  const search = `/user-management?q=${mia}`
  const [forAda, forMo] = [(await visitors.Ada.get(search)).text, (await visitors.Mo.get(search)).text]
  for (const text of [forAda, forMo]) expect(text).toContain(`@${mia}`)
  expect(forAda).toContain('@example.com')
  expect(forAda).toMatch(/data-label="Role"/)
  const [list = ''] = /<table[\s\S]*<\/table>/.exec(forMo) ?? []
  expect(list).not.toMatch(/example\.com|data-label="(Role|Email|Access|Joined)"/)
  expect((await visitors.Ada.get('/user-management?q=zzzz_nobody')).text).toContain('No results for')
  const first = (await visitors.Ada.get('/user-management')).text
  expect(first.match(/<th scope="row"/g)?.length).toBeLessThanOrEqual(25)
})

test('scan data: an event of somebody else’s door is not there', async () => {
  const other = await openNight(sql)
  expect((await visitors.Dex.get(`/scan-data?event=${night.eventId}`)).status).toBe(200)
  expect((await visitors.Dex.get(`/scan-data?event=${other.eventId}`)).status).toBe(404)
  expect((await visitors.Ada.get(`/scan-data?event=${randomUUID()}`)).status).toBe(404)
  expect((await visitors.Ada.get(`/scan-data?event=${other.eventId}&show=refused`)).status).toBe(200)
})

test('analytics: money for admins alone; a range that is not offered is 30 days', async () => {
  const [forAda, forMo] = [
    (await visitors.Ada.get('/analytics?days=7')).text,
    (await visitors.Mo.get('/analytics?days=7')).text,
  ]
  expect(forAda).toContain('id="sales-title"')
  expect(forMo).not.toContain('id="sales-title"')
  expect(forMo).not.toMatch(/grossCents/)
  for (const days of ['7', '365'])
    expect((await visitors.Ada.get(`/analytics?days=${days}`)).text).toContain(`The last ${days} days`)
  expect((await visitors.Ada.get('/analytics?days=100000')).text).toContain('The last 30 days')
})
