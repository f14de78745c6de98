import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseCsv } from '#core/csv.ts'
import { formatMoney } from '#core/money.ts'
import { reportSchema, reportViewNames } from '#features/analytics/dashboard/report.types.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { hydrated, openBrowser, sizes, type TestPage } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, meetAll } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks the dashboard: figures, their rows and files, by keyboard and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let people: Awaited<ReturnType<typeof meetAll>>
let testEvent: TestEvent
let productId: string
/** The sum that its three orders paid. */
let gross: string
beforeAll(async () => {
  browser = await openBrowser()
  people = await meetAll(site, service)
  testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 800 })
  productId = (await makeVariant(sql)).productId
  // A name that a spreadsheet would execute.
  await sql`update public.events set title = '=1+1 Fete' where id = ${testEvent.eventId}`
  for (let order = 0; order < 3; order++) await buy(service, await users.extra(), testEvent, { Entry: 1 })
  const [row] = await sql<{ cents: number }[]>`
    select sum(total_cents)::int as cents from public.orders where event_id = ${testEvent.eventId}`
  gross = formatMoney(row?.cents ?? 0, 'USD')
})
afterAll(async () => {
  await browser.close()
  await archiveProducts(sql)
  await users.close()
})

/** Presses Tab until an element that fits has the focus. */
async function tabTo(page: TestPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way to ${selector} by Tab`)
}

describe('on a phone', () => {
  test('by keyboard: a figure, the points of its chart, its table and its rows', async () => {
    const page = await openPageOf(browser, people.Ada.visitor)
    await page.goto(`${site}/analytics?event=${testEvent.eventId}`)
    await hydrated(page)
    const figure = page.locator('[data-figure=gross]')
    expect(await figure.locator('dd').first().textContent()).toBe(gross)
    await expectFlawless(page)
    await tabTo(page, '[data-figure=gross] summary')
    await page.keyboard.press('Enter')
    await figure.getByText('What buyers paid').waitFor()
    await tabTo(page, '[data-testid=chart-net] input[type=range]')
    const chart = page.getByTestId('chart-net')
    const reader = chart.getByRole('slider')
    const readout = () => chart.getByTestId('readout').textContent()
    expect(await readout()).toContain('(so far)')
    expect(await readout()).toContain(gross)
    await page.keyboard.press('ArrowLeft')
    expect(await readout()).not.toContain('(so far)')
    expect(await reader.getAttribute('aria-valuetext')).toContain('This period $0.00')
    await page.keyboard.press('Home')
    expect(await reader.inputValue()).toBe('0')
    await tabTo(page, '[data-testid=chart-net] summary')
    await page.keyboard.press('Enter')
    await chart.getByRole('table').waitFor()
    expect(await chart.getByRole('row').count()).toBe(31)
    await page.goto(`${site}/analytics?event=${testEvent.eventId}`)
    await tabTo(page, '[data-figure=gross] a')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/analytics\/rows\?.*figure=gross/)
    expect(await page.getByTestId('total').textContent()).toBe(gross)
    await page.getByRole('heading', { level: 1, name: 'Gross sales' }).waitFor()
    // Price, fee and tax of three orders.
    expect(await page.locator('tbody tr').count()).toBe(9)
    await expectFlawless(page)
    for (const [view, figure] of [
      ['sources', 'visits'],
      ['funnel', 'viewed'],
    ] as const) {
      await page.goto(`${site}/analytics?view=${view}`)
      await hydrated(page)
      await expectFlawless(page)
      await tabTo(page, `[data-figure=${figure}] summary`)
      await tabTo(page, 'section[aria-label="By source"], section[aria-label="Visits by source"]')
      await tabTo(page, 'thead button')
      await page.keyboard.press('Enter')
      await page.locator('th[aria-sort=ascending]').waitFor()
    }
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})

/**
 * Presses Tab from the first thing of the page's content that takes the focus to the last, and checks that each gets it in the order
 * in which they stand.
 */
async function tabThrough(page: TestPage): Promise<void> {
  const count = await page.evaluate(() => {
    const all = 'main :is(a[href], button, summary, select, input:not([type=hidden]), [tabindex="0"])'
    const shown = [...document.querySelectorAll<HTMLElement>(all)].filter((one) => one.checkVisibility())
    shown.forEach((one, place) => {
      one.dataset.place = String(place)
    })
    shown[0]?.focus()
    return shown.length
  })
  const at = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.place)
  for (let place = 1; place < count; place++) {
    await page.keyboard.press('Tab')
    expect([page.url(), await at()]).toEqual([page.url(), String(place)])
  }
}

test.each([
  { ...sizes[0], colorScheme: 'dark' as const },
  { ...sizes[1], colorScheme: 'light' as const },
])('every view, $colorScheme, $name: nothing for axe, Tab reaches all of it, each figure is the sum of its rows', async ({
  viewport,
  colorScheme,
}) => {
  const page = await openPageOf(browser, people.Ada.visitor, { viewport, colorScheme })
  for (const view of reportViewNames) {
    await page.goto(`${site}/analytics?view=${view}&event=${testEvent.eventId}&product=${productId}`)
    await hydrated(page)
    await expectFlawless(page)
    await tabThrough(page)
    for (const chart of await page.locator('main svg[role=img]').all()) {
      const [title, table] = [chart.locator('title').first(), chart.locator('desc').first()]
      expect(await title.textContent()).not.toBe('')
      expect(await table.textContent()).not.toBe('')
    }
    const figures = await page.locator('[data-figure]').evaluateAll((tiles) =>
      tiles.map((tile) => ({
        key: tile.getAttribute('data-figure') ?? '',
        value: tile.querySelector('dd')?.textContent,
        definition: tile.querySelector('details p')?.textContent ?? '',
        rows: tile.querySelector('a')?.getAttribute('href') ?? null,
      })),
    )
    expect(figures.length).toBeGreaterThan(0)
    for (const { key, value, definition, rows } of figures) {
      expect([view, key, definition.length > 20]).toEqual([view, key, true])
      if (rows === null) continue
      const { status, text } = await people.Ada.visitor.get(rows)
      expect([view, key, status]).toEqual([view, key, 200])
      const total = /data-testid="total">([^<]*)</.exec(text)?.[1]
      // These two views are of the whole brand, to which other tests add meanwhile.
      if (view === 'sources' || view === 'retention') expect(total).toBeTruthy()
      else expect([view, key, total]).toEqual([view, key, value])
    }
  }
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('a moderator sees every view without money', async () => {
  const page = await openPageOf(browser, people.Mo.visitor)
  for (const view of reportViewNames) {
    await page.goto(`${site}/analytics?view=${view}&event=${testEvent.eventId}&basis=event`)
    await hydrated(page)
    await expectFlawless(page)
    expect([view, await page.locator('[data-figure]').count()]).not.toEqual([view, 0])
    expect([view, await page.locator('main').textContent()]).toEqual([view, expect.not.stringContaining('$')])
    expect(await page.locator('[name=basis]').count()).toBe(0)
  }
  await page.goto(`${site}/analytics/rows?figure=orders&event=${testEvent.eventId}`)
  await page.getByTestId('total').waitFor()
  expect(await page.locator('main [name=reason]').count()).toBe(0)
  expect(await page.locator('tbody').textContent()).not.toContain('@')
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('a member and door staff see no figure and no way to them', async () => {
  const scanner = await meet(site, service, 'Mia')
  await sql`
    insert into public.staff_grants (user_id, event_id, capability, expires_at)
    values (${scanner.id}, ${testEvent.eventId}, 'door_manager', now() + interval '1 day')`
  for (const { visitor } of [people.Mia, scanner]) {
    const page = await openPageOf(browser, visitor)
    for (const path of ['/analytics?view=door', '/analytics/rows?figure=orders']) {
      expect((await page.goto(site + path))?.status()).toBe(403)
      expect(await page.locator('[data-figure], [data-testid=total], tbody').count()).toBe(0)
      await page.getByText("You don't have access to this area.").waitFor()
      expect(await page.locator('a[href^="/analytics"]').count()).toBe(0)
    }
    await page.context().close()
  }
})

// Specification 7.11
test('a page view reads the dashboard again where it is open, and nowhere else', async () => {
  const page = await openPageOf(browser, people.Ada.visitor, {})
  const reads: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/analytics/dashboard') reads.push(page.url())
  })
  const counted = () =>
    page.waitForResponse((response) => response.url().endsWith('/api/analytics/page-view') && response.ok())
  for (const path of ['/', '/events', `/events/${testEvent.eventId}`, '/shop']) {
    const [response] = await Promise.all([counted(), page.goto(site + path)])
    await response.finished()
    await hydrated(page)
  }
  expect(reads).toEqual([])
  const read = page.waitForResponse((response) => response.url().includes('/api/analytics/dashboard'))
  await Promise.all([counted(), page.goto(`${site}/analytics`)])
  expect((await read).status()).toBe(200)
  expect(new Set(reads)).toEqual(new Set([`${site}/analytics`]))
  // Left by a link, so that what the page keeps in its memory is still there.
  const known = reads.length
  await Promise.all([
    counted(),
    page.locator('nav[aria-label^="Main"] a[href="/events"]').filter({ visible: true }).click(),
  ])
  await page.waitForURL(`${site}/events`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(reads.length).toBe(known)
  await page.context().close()
})

test('without JavaScript: filters are a form, charts have their table, people need a reason', async () => {
  const page = await openPageOf(browser, people.Ada.visitor, { javaScriptEnabled: false })
  // The list has the latest hundred events and the one of the address, whatever other tests made meanwhile.
  await page.goto(`${site}/analytics?event=${testEvent.eventId}`)
  await page.getByText('Filters', { exact: true }).click()
  expect(await page.getByLabel('Event', { exact: true }).inputValue()).toBe(testEvent.eventId)
  await page.getByLabel('Money counts').selectOption('event')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/basis=event/)
  await expect.poll(() => page.getByTestId('filter').count()).toBe(2)
  await page.getByTestId('chart-net').locator('summary').click()
  await page.getByTestId('chart-net').getByRole('table').waitFor()
  await page.getByRole('link', { name: 'Show rows of Orders' }).click()
  await page.waitForURL(/\/analytics\/rows\?/)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  const rows = page.locator('tbody')
  expect(await rows.textContent()).not.toContain('@')
  await page.getByText('Show the people behind the rows').click()
  await page.getByLabel('Why you need their names').fill('They asked for an invoice')
  await page.getByRole('button', { name: 'Show people' }).click()
  await page.waitForURL(/reason=/)
  await expect.poll(() => rows.textContent()).toContain('@')
  await page.context().close()
})

test('the file has a line of definitions, adds up to the figure, and no cell that is executed', async () => {
  const query = `figure=gross&event=${testEvent.eventId}`
  const { text, headers } = await people.Ada.visitor.get(`/admin/export/figure-rows?${query}`)
  expect(headers.get('content-type')).toContain('text/csv')
  const [head = [], definitions = [], ...lines] = parseCsv(text) ?? []
  expect(head.slice(0, 3)).toEqual(['Row', 'Time', 'Gross sales'])
  expect(head).not.toContain('Email')
  expect(definitions[0]).toBe('Definitions')
  expect(definitions[2]).toContain('What buyers paid')
  const cents = lines.reduce((sum, line) => sum + Math.round(Number(line[2]) * 100), 0)
  expect(formatMoney(cents, 'USD')).toBe(gross)
  for (const line of lines) expect(line[5]).toBe("'=1+1 Fete")
  const named = await people.Ada.visitor.get(`/admin/export/figure-rows?${query}&reason=Tax+audit`)
  expect(parseCsv(named.text)?.[0]?.slice(-2)).toEqual(['Person', 'Email'])
})

test('who may: moderators all but money and people, nobody else anything', async () => {
  const paths = [
    '/api/analytics/dashboard?view=overview',
    '/analytics/rows?figure=orders',
    '/admin/export/figure-rows?figure=orders',
  ]
  for (const path of paths) {
    const statuses = await Promise.all(
      [people.Ada, people.Mo, people.Mia].map(async ({ visitor }) => (await visitor.get(path)).status),
    )
    expect([path, statuses]).toEqual([path, [200, 200, 403]])
  }
  for (const query of ['figure=gross', 'figure=orders&reason=I+would+like+to'])
    expect((await people.Mo.visitor.get(`/analytics/rows?${query}`)).status).toBe(403)
  for (const view of ['overview', 'events', 'door', 'shop', 'retention', 'pace']) {
    const read = async (who: 'Ada' | 'Mo') =>
      reportSchema.parse(
        JSON.parse((await people[who].visitor.get(`/api/analytics/dashboard?view=${view}`)).text),
      )
    const [ada, mo] = [await read('Ada'), await read('Mo')]
    const units = (report: typeof ada) =>
      JSON.stringify(report.figures.concat().map(({ unit }) => unit)) + JSON.stringify(report.tables)
    expect([view, /"money"/.test(units(mo))]).toEqual([view, false])
    expect(ada.view).toBe(view)
  }
})
