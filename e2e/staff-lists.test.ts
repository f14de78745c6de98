import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { meetAll } from './people.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Tests the functions of back office lists: filters and order in the address, files, saved views, selection,
 * density.
 */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let visitors: Record<'Mo' | 'Ada' | 'Dex' | 'Mia', ApiVisitor>
let testEvent: TestEvent
let codes: string[]
beforeAll(async () => {
  browser = await openBrowser()
  const people = await meetAll(site, service)
  testEvent = await createEvent(sql)
  const { visitor: Dex, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  visitors = { Mo: people.Mo.visitor, Ada: people.Ada.visitor, Mia: people.Mia.visitor, Dex }
  const owner = await users.extra()
  codes = [
    (await buy(service, owner, testEvent, { Entry: 1 })).order.code,
    (await buy(service, owner, testEvent, { Entry: 2 })).order.code,
  ]
  await sql`update public.orders set name = '=HYPERLINK("http://example.com")' where code = ${codes[0] ?? ''}`
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

const rowsOf = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="id"[^>]*value="([^"]+)"/g)].map(([, id]) => id)
const nextOf = (html: string) =>
  /<a[^>]*rel="next"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="next"/
    .exec(html)
    ?.slice(1)
    .find(Boolean)
    ?.replaceAll('&amp;', '&') ?? ''

/** Downloads a file as bytes, since text would lose its byte order mark. */
async function fileOf(visitor: ApiVisitor, path: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(site + path, {
    headers: { cookie, 'x-forwarded-for': visitor.address },
    redirect: 'manual',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const mark = bytes.subarray(0, 3).toString('hex')
  const lines = bytes.subarray(3).toString().split('\r\n').filter(Boolean)
  return { status: response.status, headers: response.headers, mark, lines }
}

describe('order and pages in the address', () => {
  test('people: each order begins at its end, pages follow on, and the filter stays', async () => {
    const first = (await visitors.Ada.get('/user-management?sort=-joined&q=%40')).text
    expect(first).toMatch(/aria-sort="descending"/)
    expect(rowsOf(first)).toHaveLength(25)
    const next = nextOf(first)
    expect(new URL(next, site).searchParams.get('sort')).toBe('-joined')
    expect(new URL(next, site).searchParams.get('q')).toBe('@')
    const second = (await visitors.Ada.get(next)).text
    expect(rowsOf(second).filter((id) => rowsOf(first).includes(id))).toEqual([])
    const joined = await sql<{ id: string }[]>`
      select p.id from public.profiles p join private.user_roles r on r.user_id = p.id
      where r.role <> 'guest' and p.created_at <= (select created_at from public.profiles where id = ${rowsOf(first)[0] ?? ''})
      order by p.created_at desc, p.id desc limit 3`
    expect(rowsOf(first).slice(0, 3)).toEqual(joined.map(({ id }) => id))
  })

  test('a moderator sorts by name alone: when people joined is not told to them', async () => {
    const byTime = (await visitors.Mo.get('/user-management?sort=-joined')).text
    const byName = (await visitors.Mo.get('/user-management')).text
    expect(byTime).not.toMatch(/sort=-?joined"[^>]*>Joined/)
    expect(byTime).not.toContain('data-label="Joined"')
    expect(rowsOf(byName).length).toBeGreaterThan(0)
  })

  test('nonsense in the address is the plain list', async () => {
    for (const path of ['/user-management?sort=x&after=y', '/ticket-management?show=x&after=%27'])
      expect((await visitors.Ada.get(path)).status).toBe(200)
  })
})

describe('files', () => {
  test('orders with the same filters; a spreadsheet reads no formula', async () => {
    const { status, headers, mark, lines } = await fileOf(visitors.Ada, `/admin/export/orders?q=${codes[0]}`)
    expect([status, headers.get('content-type'), mark]).toEqual([200, 'text/csv; charset=utf-8', 'efbbbf'])
    expect(headers.get('content-disposition')).toContain('orders.csv')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Order,State,Buyer,Email,/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://example.com"")"`)
  })

  test('the selected rows alone', async () => {
    const some = await fileOf(visitors.Ada, `/admin/export/orders?show=all&selected=1&id=${codes[1]}`)
    expect(some.lines.slice(1).map((line) => line.split(',')[0])).toEqual([codes[1]])
    const none = await fileOf(visitors.Ada, '/admin/export/orders?selected=1')
    expect(none.lines).toHaveLength(1)
  })

  test('every page of a list, each row once', async () => {
    const { lines } = await fileOf(visitors.Ada, '/admin/export/people?q=%40')
    const [count] = await sql<{ n: number }[]>`
      select count(*)::int as n from public.profiles p join private.user_roles r on r.user_id = p.id where r.role <> 'guest'`
    expect(lines.length).toBeGreaterThan(26)
    // People of other tests may have been added meanwhile.
    expect(lines.length - 1).toBeLessThanOrEqual(count?.n ?? 0)
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('who may not see a list gets no file of it, and a file holds no more than the list', async () => {
    for (const [who, list, status] of [
      ['Mia', 'orders', 403],
      ['Mo', 'orders', 403],
      ['Mo', 'events', 403],
      ['Dex', 'people', 403],
      ['Dex', `scans?event=${testEvent.eventId}`, 403],
      ['Ada', 'secrets', 404],
    ] as const)
      expect([who, list, (await fileOf(visitors[who], `/admin/export/${list}`)).status]).toEqual([
        who,
        list,
        status,
      ])
    const people = await fileOf(visitors.Mo, '/admin/export/people?q=mia')
    expect(people.status).toBe(200)
    expect(people.lines.join()).not.toContain('@example.com')
    expect((await fileOf(visitors.Mo, `/admin/export/scans?event=${testEvent.eventId}`)).status).toBe(200)
    expect((await fileOf(visitors.Ada, '/admin/export/events?show=past')).lines.length).toBeGreaterThan(1)
  })
})

describe('saved views', () => {
  const save = (who: 'Ada' | 'Mo', name: string, query = 'show=refunds&after=ABCDEFGH') =>
    visitors[who].postForm('/api/staff/views', {
      intent: 'save',
      page: 'orders',
      name,
      query,
      redirect: '/ticket-management?show=refunds',
    })

  test('are saved and deleted without JavaScript, and are one’s own', async () => {
    const saved = await save('Ada', 'Waiting refunds')
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/ticket-management?show=refunds'])
    const { text } = await visitors.Ada.get('/ticket-management')
    expect(text).toMatch(/href="\/ticket-management\?show=refunds"[^>]*>Waiting refunds</)
    await save('Mo', 'Not Ada’s')
    expect((await visitors.Ada.get('/ticket-management')).text).not.toContain('Not Ada’s')
    const [row] = await sql<{ id: string }[]>`
      select id from public.saved_views where name = 'Waiting refunds' order by created_at desc limit 1`
    const remove = { intent: 'delete', page: 'orders', id: row?.id ?? '', redirect: '/ticket-management' }
    await visitors.Mo.postForm('/api/staff/views', remove)
    expect((await visitors.Ada.get('/ticket-management')).text).toContain('Waiting refunds')
    await visitors.Ada.postForm('/api/staff/views', remove)
    expect((await visitors.Ada.get('/ticket-management')).text).not.toContain('Waiting refunds')
    expect((await visitors.Mia.postForm('/api/staff/views', remove)).status).toBe(403)
  })

  test('one too many is refused in words, above the list', async () => {
    for (let n = 0; n < 21; n++) await save('Ada', `View ${n}`)
    const { text } = await visitors.Ada.get('/ticket-management')
    expect(text).toContain('You have 20 saved views for this list.')
    await sql`delete from public.saved_views where name like 'View %'`
  })
})

test('density is a choice that stays', async () => {
  const ada = visitors.Ada.copy()
  expect((await ada.get('/user-management')).text).toContain('data-density="comfortable"')
  const chosen = await ada.postForm('/api/staff/density', {
    density: 'compact',
    redirect: '/user-management?q=a',
  })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/user-management?q=a'])
  expect((await ada.get('/user-management')).text).toContain('data-density="compact"')
})

describe.each(sizes)('$name', ({ viewport }) => {
  test('search, order, selection and the way back, with the address', async () => {
    const page = await openPageOf(browser, visitors.Ada, { viewport })
    await page.goto(`${site}/user-management`)
    await hydrated(page)
    await page.getByRole('searchbox').fill('dex')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]q=dex/)
    if (viewport.width >= 768) {
      await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('link').click()
      await page.waitForURL(/sort=-name/)
      await page.locator('th[aria-sort=descending]').waitFor()
      await page.goBack()
      await page.waitForURL((url) => !url.searchParams.has('sort'))
      await page.locator('th[aria-sort=ascending]').waitFor()
    }
    const box = page.getByRole('checkbox', { name: /^Select Dex/ }).first()
    await box.check()
    await page
      .getByTestId('selection')
      .getByText(/^1 selected/)
      .waitFor()
    await expectFlawless(page)
    await page.context().close()
  })

  test('lists are flawless, full and empty', async () => {
    const page = await openPageOf(browser, visitors.Ada, { viewport })
    for (const path of [
      '/ticket-management',
      '/ticket-management?q=ZZZZZZZZ',
      '/admin/events',
      `/scan-data?event=${testEvent.eventId}`,
      '/admin/search?q=nothing-like-it',
    ]) {
      await page.goto(site + path)
      await hydrated(page)
      await expectFlawless(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, overflow <= 0]).toEqual([path, true])
    }
    await page.context().close()
  })
})
