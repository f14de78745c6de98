import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type AlteredSite, startAlteredSite } from './altered-site.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { names } from './names.ts'
import { meetAll } from './people.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Tests the functions of back office lists: filters and order in the address, files, saved views, selection,
 * density.
 */

const { url: site, env } = inject('site')
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
    const first = (await visitors.Ada.get('/user-management?sort=-joined&q=example')).text
    expect(first).toMatch(/aria-sort="descending"/)
    expect(rowsOf(first)).toHaveLength(25)
    const next = nextOf(first)
    expect(new URL(next, site).searchParams.get('sort')).toBe('-joined')
    expect(new URL(next, site).searchParams.get('q')).toBe('example')
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
    expect(byName).toMatch(/href="\/user-management\/[0-9a-f-]{36}"/)
    // Nor do they get a file of people, or boxes that would choose its lines.
    expect(rowsOf(byName)).toEqual([])
  })

  test('invalid parameters show the plain list', async () => {
    for (const path of ['/user-management?sort=x&after=y', '/ticket-management?show=x&after=%27'])
      expect((await visitors.Ada.get(path)).status).toBe(200)
  })
})

const hrefOf = (html: string, text: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)]
    .find(([, , inside = '']) => inside.replace(/<[^>]*>/g, '').includes(text))?.[1]
    ?.replaceAll('&amp;', '&')
/** Says of each head of a list's table how it is sorted, or that it can't be. */
const headsOf = (html: string) =>
  Object.fromEntries(
    [
      ...(/data-staff-list[\s\S]*?(<table[\s\S]*?<\/table>)/.exec(html)?.[1] ?? '').matchAll(
        /<th scope="col"([^>]*)>([\s\S]*?)<\/th>/g,
      ),
    ].map(([, attributes = '', inside = '']) => [
      inside.replace(/<[^>]*>/g, ''),
      /aria-sort="(\w+)"/.exec(attributes)?.[1] ?? (inside.includes('<a') ? 'other' : 'none'),
    ]),
  )

describe('sorting by links, without JavaScript', () => {
  test('orders: each head leads to its order, the second press turns it round, filters and pages keep it', async () => {
    const list = `/ticket-management?event=${testEvent.eventId}`
    const plain = (await visitors.Ada.get(list)).text
    expect(headsOf(plain)).toEqual({
      Order: 'none',
      Buyer: 'other',
      Event: 'none',
      Tickets: 'none',
      Total: 'other',
      Status: 'none',
      Placed: 'descending',
    })
    const byTotal = hrefOf(plain, 'Total') ?? ''
    expect(new URL(byTotal, site).searchParams.get('event')).toBe(testEvent.eventId)
    const largest = (await visitors.Ada.get(byTotal)).text
    expect(headsOf(largest)).toMatchObject({ Total: 'descending', Placed: 'other' })
    expect(rowsOf(largest)).toEqual([codes[1], codes[0]])
    const smallest = (await visitors.Ada.get(hrefOf(largest, 'Total') ?? '')).text
    expect(headsOf(smallest)).toMatchObject({ Total: 'ascending' })
    expect(rowsOf(smallest)).toEqual(codes)
    expect(new URL(hrefOf(smallest, 'Paid') ?? '', site).searchParams.get('sort')).toBe('total')
    expect(smallest).toContain('name="sort" value="total"')
    const { lines } = await fileOf(
      visitors.Ada,
      `/admin/export/orders?event=${testEvent.eventId}&sort=total&reason=test`,
    )
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(codes)
  })

  test('scans and events too, page by page', async () => {
    const scans = (await visitors.Ada.get(`/scan-data?event=${testEvent.eventId}&sort=gate`)).text
    expect(headsOf(scans)).toEqual({
      Time: 'other',
      Result: 'none',
      Name: 'other',
      'Ticket type': 'other',
      Gate: 'ascending',
      Device: 'none',
      Person: 'none',
      Reference: 'none',
    })
    const first = (await visitors.Ada.get('/admin/events?show=past&sort=title')).text
    const titles = (html: string) =>
      [...html.matchAll(/<th scope="row"[^>]*>[\s\S]*?<a[^>]*>([^<]*)</g)].map(([, title = '']) => title)
    expect(first).toMatch(/aria-sort="ascending"[^>]*><a[^>]*>Event/)
    const next = nextOf(first)
    if (next) {
      expect(new URL(next, site).searchParams.get('sort')).toBe('title')
      const second = titles((await visitors.Ada.get(next)).text)
      expect((titles(first).at(-1) ?? '').toLowerCase() <= (second[0] ?? '').toLowerCase()).toBe(true)
    }
  })
})

describe('orders of one event', () => {
  test('are reached from the event switcher, named above the list, and left again', async () => {
    const ada = visitors.Ada.copy()
    const list = `/ticket-management?event=${testEvent.eventId}`
    // The switcher offers the 60 nearest events; other tests have many.
    await sql`update public.events set doors_at = now(), starts_at = now() + interval '1 second' where id = ${testEvent.eventId}`
    expect((await ada.get('/ticket-management?show=paid')).text).toContain(`href="${list}"`)
    const { text } = await ada.get(list)
    expect(rowsOf(text).toSorted()).toEqual(codes.toSorted())
    expect(text).toContain(`name="event" value="${testEvent.eventId}"`)
    // Today and the navigation keep the event.
    const today = (await ada.get('/admin')).text
    const [shortcuts = ''] = /<section[^>]*data-testid="event-shortcuts"[\s\S]*?<\/section>/.exec(today) ?? []
    for (const path of [list, `/scan-data?event=${testEvent.eventId}`, `/admin/events/${testEvent.eventId}`])
      expect(shortcuts).toContain(`href="${path}"`)
    const [chip = ''] = /<a[^>]*data-testid="filter"[\s\S]*?<\/a>/.exec(text) ?? []
    const remove = /href="([^"]+)"/.exec(chip)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const all = (await ada.get(remove)).text
    expect(all).not.toContain('data-testid="filter"')
    expect(all).not.toMatch(/name="event"/)
    expect((await ada.get('/admin')).text).not.toContain('data-testid="event-shortcuts"')
    expect((await ada.get(`/ticket-management?event=${randomUUID()}`)).status).toBe(404)
  })
})

describe('tickets by email again, without JavaScript', () => {
  const resend = '/ticket-management/resend'
  const mails = () => sql<{ orders: string[] }[]>`
    select payload -> 'orderIds' as orders from private.mail_outbox
    where kind = 'ticket_links' and payload -> 'orderIds' ?| (
      select array_agg(id::text) from public.orders where code in ${sql(codes)})`

  test('select, preview, send, and once more without a second mail', async () => {
    await sql`update private.mail_outbox set status = 'sent'
      where subject_id in (select id from public.orders where code in ${sql(codes)})`
    const list = (await visitors.Ada.get(`/ticket-management?event=${testEvent.eventId}`)).text
    expect(list).toMatch(new RegExp(`<button[^>]*formAction="${resend}"`, 'i'))
    const query = new URLSearchParams([
      ...codes.map((code) => ['id', code]),
      ['id', 'ZZZZZZZZ'],
      ['sort', 'total'],
    ])
    const path = `${resend}?${query}`
    const { status, text } = await visitors.Ada.get(path)
    expect(status).toBe(200)
    expect(/data-testid="preview"[^>]*>([\s\S]*?)<\/p>/.exec(text)?.[1]?.replace(/<!--[^>]*>/g, '')).toBe(
      '1 email will be sent for 2 orders. 1 order will be skipped.',
    )
    expect(text).toContain('No such order')
    expect(hrefOf(text, 'Back to orders')).toBe('/ticket-management?sort=total')
    expect(await mails()).toEqual([])
    const key = /name="idempotencyKey" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams([
      ...codes.map((code) => ['id', code]),
      ['idempotencyKey', key],
    ]).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    for (let time = 0; time < 2; time++) {
      const sent = await visitors.Ada.send('POST', path, body, form)
      expect(sent.status).toBe(200)
      expect(sent.text.replace(/<!--[^>]*>/g, '')).toContain('1 email queued for 2 orders.')
    }
    expect(await mails()).toHaveLength(1)
    const after = (await visitors.Ada.get(path)).text
    expect(after).toContain('None of the selected orders can be emailed.')
    expect(after).not.toMatch(/<button[^>]*>[\s\S]{0,200}Send \d/)
  })

  test('nothing selected is said; nonsense is refused; others get neither page nor mail', async () => {
    expect((await visitors.Ada.get(resend)).text).toContain('No orders selected')
    expect((await visitors.Ada.get(`${resend}?id=%27&id=x`)).text).toContain('No orders selected')
    expect((await visitors.Ada.postForm(resend, { id: 'x' })).status).toBe(422)
    for (const who of ['Mo', 'Dex', 'Mia'] as const) {
      expect((await visitors[who].get(`${resend}?id=${codes[0]}`)).status).toBe(403)
      expect((await visitors[who].postForm(resend, { id: codes[0] ?? '' })).status).toBe(403)
    }
  })
})

describe('a list that can’t be read', () => {
  let altered: AlteredSite
  beforeAll(async () => {
    altered = await startAlteredSite(env)
  })
  afterAll(() => altered?.close())

  test.each([
    ['/ticket-management?show=paid', 'list_staff_orders'],
    ['/admin/events', 'list_staff_events'],
    ['/user-management?q=a', 'list_people'],
    [`/scan-data`, 'read_scan_data'],
  ])('%s says so in its place, inside the staff frame, and can be tried again', async (path, name) => {
    const ada = new ApiVisitor(altered.url)
    for (const [cookie, value] of visitors.Ada.cookies) ada.cookies.set(cookie, value)
    altered.failing.add(`/rest/v1/rpc/${name}`)
    const failed = await ada.get(path)
    altered.failing.clear()
    expect(failed.status).toBe(500)
    expect(failed.text).toContain('data-testid="staff-navigation"')
    expect(failed.text).toMatch(/<h1[^>]*>(?!Something)/)
    const [retry = ''] = /<a[^>]*data-testid="retry"[^>]*>/.exec(failed.text) ?? []
    const again = /href="([^"]+)"/.exec(retry)?.[1] ?? ''
    expect(again).toBe(path)
    expect(failed.text).not.toContain('57014')
    const { status, text } = await ada.get(again)
    expect([status, text.includes('data-testid="retry"')]).toEqual([200, false])
  })
})

test('an empty list tells whether filters hide everything', async () => {
  const empty = (await visitors.Ada.get('/ticket-management?q=ZZZZZZZZ&show=cancelled')).text
  expect(hrefOf(empty, 'Clear filters')).toBe('/ticket-management?event=all')
  const fresh = await createEvent(sql)
  const scans = (await visitors.Ada.get(`/scan-data?event=${fresh.eventId}`)).text
  expect(scans).toContain('No scans yet')
  expect(hrefOf(scans, 'Clear filters')).toBeUndefined()
  const refused = (await visitors.Ada.get(`/scan-data?event=${fresh.eventId}&show=refused`)).text
  expect(hrefOf(refused, 'Clear filters')).toBe(`/scan-data?event=${fresh.eventId}`)
})

describe('files', () => {
  test('orders with the same filters; a spreadsheet reads no formula', async () => {
    const { status, headers, mark, lines } = await fileOf(
      visitors.Ada,
      `/admin/export/orders?q=${codes[0]}&reason=test`,
    )
    expect([status, headers.get('content-type'), mark]).toEqual([200, 'text/csv; charset=utf-8', 'efbbbf'])
    expect(headers.get('content-disposition')).toContain('orders.csv')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Order,Status,Buyer,Email,/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://example.com"")"`)
  })

  test('the selected rows alone', async () => {
    const some = await fileOf(
      visitors.Ada,
      `/admin/export/orders?show=all&selected=1&id=${codes[1]}&reason=test`,
    )
    expect(some.lines.slice(1).map((line) => line.split(',')[0])).toEqual([codes[1]])
    const none = await fileOf(visitors.Ada, '/admin/export/orders?selected=1&reason=test')
    expect(none.lines).toHaveLength(1)
  })

  test('every page of a list, each row once', async () => {
    const { lines } = await fileOf(visitors.Ada, '/admin/export/people?q=example&reason=test')
    const [count] = await sql<{ n: number }[]>`
      select count(*)::int as n from public.profiles p join private.user_roles r on r.user_id = p.id where r.role <> 'guest'`
    expect(lines.length).toBeGreaterThan(26)
    // People of other tests may have been added meanwhile.
    expect(lines.length - 1).toBeLessThanOrEqual(count?.n ?? 0)
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('one that says how to reach people asks why, without JavaScript, and the log keeps the answer', async () => {
    const path = `/admin/export/orders?event=${testEvent.eventId}&selected=1&id=${codes[0]}&id=${codes[1]}`
    const asked = await fileOf(visitors.Ada, path)
    expect(asked.status).toBe(302)
    const page = (await visitors.Ada.get(asked.headers.get('location') ?? '')).text
    expect(page).toContain('2 selected rows')
    expect(page).toContain(`name="event" value="${testEvent.eventId}"`)
    const reason = `guest list ${randomUUID().slice(0, 8)}`
    const { status, headers, lines } = await fileOf(
      visitors.Ada,
      `${path}&reason=${encodeURIComponent(reason)}`,
    )
    expect([status, lines.length]).toEqual([200, 3])
    // Names the event, and writes times as they are at the brand.
    expect(headers.get('content-disposition')).toMatch(/filename="orders-[a-z0-9-]+\.csv"/)
    expect(lines[0]).toContain(',Placed (America/New_York),')
    expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d,/)
    const [row] = await sql<{ facts: { filters: Record<string, unknown> } }[]>`
      select facts from private.audit_log where action = 'list.exported' and facts ->> 'reason' = ${reason}`
    expect(row?.facts.filters).toEqual({ event: testEvent.eventId, selected: 2 })
    const none = await visitors.Ada.get(`/admin/export/orders/reason?reason=x`)
    expect(none.text).toContain('Please give a reason')
    expect((await visitors.Mo.get('/admin/export/orders/reason')).status).toBe(403)
    expect((await visitors.Ada.get('/admin/export/secrets/reason')).status).toBe(404)
  })

  test('a list’s file needs the right to see the list, and holds no more than it', async () => {
    for (const [who, list, status] of [
      ['Mia', 'orders', 403],
      ['Mo', 'orders', 403],
      ['Mo', 'events', 403],
      ['Dex', 'people', 403],
      ['Mo', 'people?q=mia', 403],
      ['Dex', `scans?event=${testEvent.eventId}`, 403],
      ['Ada', 'secrets', 404],
    ] as const)
      expect([who, list, (await fileOf(visitors[who], `/admin/export/${list}`)).status]).toEqual([
        who,
        list,
        status,
      ])
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

  test('one too many is refused with a message above the list', async () => {
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
      await page.getByRole('columnheader', { name: names.name, exact: true }).getByRole('link').click()
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
