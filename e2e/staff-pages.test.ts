import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { meSchema } from '#core/roles.ts'
import { maySee, staffLinks } from '#core/staff-pages.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { meetAll } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the staff pages: who gets which, their links, and their content. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let visitors: Record<'Mia' | 'Mo' | 'Ada' | 'Dex', ApiVisitor>
let mia: string
let miaId: string
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  const people = await meetAll(site, service)
  testEvent = await createEvent(sql)
  const { visitor: Dex, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  visitors = { Mia: people.Mia.visitor, Mo: people.Mo.visitor, Ada: people.Ada.visitor, Dex }
  mia = people.Mia.details.username
  miaId = people.Mia.id
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

/** Lists the links of the staff navigation of a page. */
function navigationOf(html: string): string[] {
  const [nav = ''] = /<nav[^>]*data-testid="staff-navigation"[\s\S]*?<\/nav>/.exec(html) ?? []
  return [...nav.matchAll(/href="([^"?]+)/g)].map(([, href = '']) => href)
}

const everyPage = [
  '/admin',
  '/ticket-scanner',
  '/scan-data',
  '/admin/events',
  '/ticket-management',
  '/ticket-management/capacity',
  '/user-management',
  '/analytics',
  '/admin/settings',
  '/admin/search',
] as const
const roles = { Mia: 'member', Mo: 'moderator', Ada: 'admin', Dex: 'member' } as const

test('a page that is closed to somebody on staff says so within their navigation; others get the plain page', async () => {
  const closed = '/ticket-management/mails'
  for (const who of ['Mo', 'Dex'] as const) {
    const { status, text } = await visitors[who].get(closed)
    expect([who, status]).toEqual([who, 403])
    expect(text).toContain('>Not on the list</h1>')
    expect(text).toContain('data-testid="breadcrumbs"')
    const links = navigationOf(text)
    expect(links).toContain('/ticket-scanner')
    expect(links).not.toContain(closed)
  }
  const { status, text } = await visitors.Mia.get(closed)
  expect([status, navigationOf(text)]).toEqual([403, []])
  expect(text).toContain('>Not on the list</h1>')
  expect(text).not.toContain('data-testid="breadcrumbs"')
})

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
    grants: who === 'Dex' ? [{ capability: 'scan', eventId: testEvent.eventId, expiresAt: null }] : [],
  })
  const mine = staffLinks(actor).map(({ to }) => to)
  for (const path of everyPage) {
    const response = await visitors[who].get(path)
    const open = maySee(actor, path)
    expect([path, response.status]).toEqual([path, open ? 200 : 403])
    // The scanner takes the whole screen once its event is known; Dex has one event only.
    const links = path === '/ticket-scanner' && who === 'Dex' ? [] : mine
    if (open) expect([path, navigationOf(response.text)]).toEqual([path, links])
  }
})

test('a person who may not see the admin page gets links to their own pages', async () => {
  for (const [who, links] of [
    ['Dex', ['/ticket-scanner', '/scan-data']],
    ['Mia', []],
  ] as const) {
    const { status, text } = await visitors[who].get('/admin')
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? []
    expect([status, [...main.matchAll(/href="(\/[^"]+)"/g)].map(([, href]) => href)]).toEqual([403, links])
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

test('an event that is not there is said, inside the staff frame, and no other event takes its place', async () => {
  for (const path of [
    '/ticket-management/capacity',
    '/ticket-management/attendees',
    '/ticket-management',
    '/scan-data',
    '/user-management/invitations',
  ]) {
    for (const event of ['xyz', randomUUID()]) {
      if (path.endsWith('invitations') && event !== 'xyz') continue
      const { status, text } = await visitors.Ada.get(`${path}?event=${event}`)
      expect([path, status, text.includes('Page Not Found'), text.includes('Pause all sales')]).toEqual([
        path,
        404,
        true,
        false,
      ])
      expect(navigationOf(text), path).toContain('/ticket-management')
    }
  }
  // Dex scans at one event: another one in the address is not taken for it.
  const other = await visitors.Dex.get(`/ticket-scanner?event=${randomUUID()}`)
  expect([other.status, other.text.includes('isn’t one you can scan now')]).toEqual([200, true])
  for (const path of ['/admin/nowhere', '/ticket-management/no/where', '/user-management/no/where/at/all']) {
    const staff = await visitors.Ada.get(path)
    expect([staff.status, navigationOf(staff.text).includes('/admin')], path).toEqual([404, true])
    const member = await visitors.Mia.get(path)
    expect([member.status, navigationOf(member.text)], path).toEqual([404, []])
  }
})

test('staff get no form for their own account, and none for what can’t be done now', async () => {
  const me = (await visitors.Ada.get('/api/me')).body
  for (const step of ['role', 'suspend', 'ban']) {
    const own = await visitors.Ada.get(`/user-management/${me.id}/${step}`)
    expect([
      own.status,
      own.text.includes('can’t change your own account'),
      own.text.includes('name="reason"'),
    ]).toEqual([200, true, false])
  }
  const open = await visitors.Ada.get(`/user-management/${miaId}/reinstate`)
  expect([open.text.includes('name="reason"'), open.text.includes('as it is now')]).toEqual([false, true])
  expect((await visitors.Ada.get(`/user-management/${miaId}/role`)).text).toContain('name="reason"')
})

test('scan data: an event of somebody else’s door is not there', async () => {
  const other = await createEvent(sql)
  expect((await visitors.Dex.get(`/scan-data?event=${testEvent.eventId}`)).status).toBe(200)
  expect((await visitors.Dex.get(`/scan-data?event=${other.eventId}`)).status).toBe(404)
  expect((await visitors.Ada.get(`/scan-data?event=${randomUUID()}`)).status).toBe(404)
  expect((await visitors.Ada.get(`/scan-data?event=${other.eventId}&show=refused`)).status).toBe(200)
})

test('an address that names nothing refuses a member like any other, and ends nothing', async () => {
  for (const path of [
    '/free-tickets/guest-lists/none',
    '/free-tickets/guest-lists/duplicates',
    '/ticket-management/transfers/none',
  ])
    expect([path, (await visitors.Mia.get(path)).status]).toEqual([path, 403])
  expect((await visitors.Mia.get('/healthz')).status).toBe(200)
})

test('analytics: money for admins alone; a range that is not offered is 30 days', async () => {
  const [forAda, forMo] = [
    (await visitors.Ada.get('/analytics?days=7')).text,
    (await visitors.Mo.get('/analytics?days=7')).text,
  ]
  expect(forAda).toContain('data-figure="gross"')
  expect(forMo).toContain('data-figure="orders"')
  expect(forMo).not.toMatch(/data-figure="(gross|net|fee|tax)"|\$\d/)
  for (const days of ['7', '365'])
    expect((await visitors.Ada.get(`/analytics?days=${days}`)).text).toContain(`The last ${days} days`)
  expect((await visitors.Ada.get('/analytics?days=100000')).text).toContain('The last 30 days')
})

describe('the event switcher', () => {
  test('offers the events that each works at, and every page about an event keeps the chosen one', async () => {
    const page = `/scan-data?event=${testEvent.eventId}`
    const dex = visitors.Dex.copy()
    const { text } = await dex.get(page)
    const [switcher = ''] = /<details[^>]*data-testid="event-switcher"[\s\S]*?<\/details>/.exec(text) ?? []
    const offered = [...switcher.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(offered).toEqual([page])
    // Stored in a cookie: pages without the event in their address link back to it.
    const { text: elsewhere } = await dex.get('/admin/search')
    for (const path of ['/ticket-scanner', '/scan-data'])
      expect(elsewhere).toContain(`href="${path}?event=${testEvent.eventId}"`)
    const otherEvent = await createEvent(sql)
    expect((await visitors.Dex.get(`/admin/search?event=${otherEvent.eventId}`)).text).not.toContain(
      `href="/scan-data?event=${otherEvent.eventId}`,
    )
  })

  test('stands on the editor and leads to the other event’s editor', async () => {
    // The nearest, because the list ends and other tests make events too.
    const other = await createEvent(sql, { doorsIn: -1 })
    const { text } = await visitors.Ada.get(`/admin/events/${testEvent.eventId}`)
    const [switcher = ''] = /<details[^>]*data-testid="event-switcher"[\s\S]*?<\/details>/.exec(text) ?? []
    expect(switcher).toContain(`href="/admin/events/${other.eventId}"`)
    const [crumbs = ''] = /<nav[^>]*data-testid="breadcrumbs"[\s\S]*?<\/nav>/.exec(text) ?? []
    expect(crumbs).toContain('href="/admin/events"')
    expect(crumbs).toMatch(/aria-current="page"[^>]*>[^<]*Night/)
  })
})

describe('search across staff pages', () => {
  const linksOf = (text: string) =>
    [...(/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '').matchAll(/<li[^>]*><a[^>]*href="([^"]+)"/g)].map(
      ([, href]) => href?.replaceAll('&amp;', '&'),
    )

  test('is a page without JavaScript, with what each may see', async () => {
    const title = `Night ${testEvent.eventId.slice(0, 8)}`
    const path = `/admin/search?${new URLSearchParams({ q: title })}`
    const [ada, mo, dex] = await Promise.all(
      (['Ada', 'Mo', 'Dex'] as const).map(async (who) => linksOf((await visitors[who].get(path)).text)),
    )
    expect(ada).toContain(`/admin/events/${testEvent.eventId}`)
    for (const links of [mo, dex]) {
      expect(links).toContain(`/scan-data?event=${testEvent.eventId}`)
      expect(links).not.toContain(`/admin/events/${testEvent.eventId}`)
    }
    const person = `/admin/search?q=${mia}`
    expect(linksOf((await visitors.Mo.get(person)).text)).toContain(`/user-management/${miaId}`)
    expect(linksOf((await visitors.Dex.get(person)).text)).not.toContain(`/user-management/${miaId}`)
    expect((await visitors.Mia.get('/api/staff/search?q=soca')).status).toBe(403)
    expect((await new ApiVisitor(site).get('/api/staff/search?q=soca')).status).toBe(401)
    expect((await visitors.Ada.get('/admin/search?q=%25_')).status).toBe(200)
  })

  describe.each(sizes)('$name', ({ viewport }) => {
    test('the palette by keyboard: keys open it, arrows mark, Enter goes, Esc closes', async () => {
      const page = await openPageOf(browser, visitors.Ada, { viewport })
      await page.goto(`${site}/user-management`)
      await hydrated(page)
      await page.keyboard.press('Control+k')
      const field = page.getByTestId('palette').getByRole('combobox')
      await field.waitFor()
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      await field.fill(`Night ${testEvent.eventId.slice(0, 8)}`)
      const hit = page.getByRole('option', { name: new RegExp(`Night ${testEvent.eventId.slice(0, 8)}`) })
      await hit.waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await field.getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'))
      await expectFlawless(page)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/admin/events/${testEvent.eventId}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByTestId('open-palette').click()
      await field.waitFor()
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
      await page.context().close()
    })

    test('the navigation leads from page to page, without JavaScript too', async () => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await openPageOf(browser, visitors.Mo, { viewport, javaScriptEnabled })
        await page.goto(`${site}/analytics`)
        if (javaScriptEnabled) await hydrated(page)
        const open = page.getByRole('button', { name: 'Staff navigation', exact: true })
        if (viewport.width < 1024) await open.click()
        const navigation = page.getByTestId('staff-navigation')
        await navigation.getByRole('link', { name: 'Analytics' }).waitFor()
        expect(await navigation.locator('[aria-current=page]').textContent()).toBe('Analytics')
        if (javaScriptEnabled) await expectFlawless(page)
        await navigation.getByRole('link', { name: 'People' }).click()
        await page.waitForURL('**/user-management')
        await page.getByRole('heading', { level: 1, name: 'User management' }).waitFor()
        if (viewport.width < 1024) await navigation.waitFor({ state: 'hidden' })
        await page.context().close()
      }
    })
  })
})
