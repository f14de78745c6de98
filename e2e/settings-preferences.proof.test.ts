import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { notificationTextVersion } from '#core/notification-types.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { desktop, openBrowser, phone } from './browser.ts'
import { openMemberPage, openPageOf } from './signed-in.ts'

/** Tests notifications and privacy in the settings. */

const { url: site } = inject('site')
const stack = inject('stack')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await sql.end()
})

describe.each([
  ['with JavaScript, on a phone', true, phone],
  ['without JavaScript, on a desk', false, desktop],
] as const)('%s', (_, javaScriptEnabled, viewport) => {
  test('notifications: what is sent is listed, and nothing that is not', async () => {
    const { page } = await openMemberPage(browser, site, { javaScriptEnabled, viewport })
    await page.goto(`${site}/settings`)
    const table = page.getByRole('table', { name: /What we send you/ })
    const rows = await table.getByRole('rowheader').allTextContents()
    expect(
      rows.map(
        (row) =>
          /^(Orders and tickets|Event changes|Account and security|Alerts|Artists and series|Your week|New events)/.exec(
            row,
          )?.[0],
      ),
    ).toEqual([
      'Orders and tickets',
      'Event changes',
      'Account and security',
      'Alerts',
      'Artists and series',
      'Your week',
      'New events',
    ])
    expect(await table.getByText('On', { exact: true }).count()).toBe(3)
    const boxes = table.getByRole('checkbox')
    expect([await boxes.count(), await table.getByRole('checkbox', { checked: true }).count()]).toEqual([
      4, 0,
    ])
    await boxes.first().check()
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await page.locator('main').getByRole('status').waitFor()
    expect([await boxes.first().isChecked(), await boxes.last().isChecked()]).toEqual([true, false])
    expect(await page.getByRole('button', { name: 'Pause for 30 days' }).count()).toBe(1)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  test('privacy: a card that others see, and figures without a name', async () => {
    const { page, visitor, id } = await openMemberPage(browser, site, { javaScriptEnabled, viewport })
    await page.goto(`${site}/settings`)
    const card = page.getByRole('switch', { name: 'Public profile' })
    const figures = page.getByRole('switch', { name: 'Share usage data' })
    // Nobody is linked to their visits before they say so.
    expect([await card.isChecked(), await figures.isChecked()]).toEqual([false, false])
    await card.check()
    await page.getByRole('button', { name: 'Save privacy' }).click()
    await page.locator('main').getByRole('status').waitFor()
    expect([await card.isChecked(), await figures.isChecked()]).toEqual([true, false])
    await page.locator('main').getByText(/^@/).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'analytics')?.value).toBe('off')
    const [profile] = await sql`select card_public, analytics_allowed from public.profiles where id = ${id}`
    expect(profile).toEqual({ card_public: true, analytics_allowed: false })
    // Another browser of the same person gets the setting with its first page.
    const elsewhere = visitor.copy()
    await elsewhere.post(
      '/api/analytics/page-view',
      {
        path: '/events',
        userId: id,
        sessionId: `e2e-${crypto.randomUUID()}`,
        deviceType: 'mobile',
        browser: 'Safari',
        referrer: null,
      },
      {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
      },
    )
    expect(elsewhere.cookies.get('analytics')).toBe('off')
    expect(await sql`select 1 from private.page_views where user_id = ${id}`).toHaveLength(0)
    await page.context().close()
  })
})

test('a page of a person who opted out stores no visit and sends no id', async () => {
  const { visitor, id } = await registered(site)
  // not counted as the program it is
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
  const page = await openPageOf(browser, visitor, { userAgent })
  const sent: { userId: string | null; sessionId: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics/page-view')) sent.push(request.postDataJSON())
  })
  const open = async (path: string) => {
    const before = sent.length
    await page.goto(site + path)
    await expect.poll(() => sent.length).toBeGreaterThan(before)
    return page.evaluate(() => sessionStorage.getItem('visit'))
  }
  expect(await open('/events')).not.toBeNull()
  expect(sent.at(-1)?.userId).toBe(id)
  await visitor.postForm('/settings', { intent: 'privacy', cardPublic: 'on' })
  // This browser has no setting yet: its next page is counted without a name and stores it.
  await open('/shop')
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'analytics'))
    .toBe(true)
  expect(await open('/events')).toBeNull()
  expect(sent.at(-1)?.userId).toBeNull()
  const first = sent.at(-1)?.sessionId
  await open('/shop')
  expect(sent.at(-1)?.sessionId).not.toBe(first)
  await page.context().close()
})

test('choices that are posted are kept with their proof, and a pause that runs can be ended', async () => {
  const { visitor, id } = await registered(site)
  const saved = await visitor.postForm('/settings', { intent: 'notifications', email: 'new_events' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/settings?done=address'])
  const [line] = await sql`
    select type, given, source, text_version, length(address_hash) as hash from private.consents where user_id = ${id}`
  expect(line).toEqual({
    type: 'new_events',
    given: true,
    source: 'settings',
    text_version: notificationTextVersion,
    hash: 22,
  })
  const isTicked = async () =>
    /<input[^>]*id="new_events-email"[^>]*checked/.test((await visitor.get('/settings')).text)
  expect(await isTicked()).toBe(true)
  await visitor.postForm('/settings', { intent: 'notifications' })
  const given = await sql`select given from private.consents where user_id = ${id} order by id`
  expect(given.map((row) => row.given)).toEqual([true, false])
  expect(await isTicked()).toBe(false)
  await visitor.postForm('/settings', { intent: 'pause' })
  const paused = await visitor.get('/settings')
  expect(paused.text).toContain('Paused until')
  expect(paused.text).toContain('End break')
  await visitor.postForm('/settings', { intent: 'resume' })
  expect((await visitor.get('/settings')).text).not.toContain('Paused until')
})

test('unknown choices are refused, and nobody can save another person’s', async () => {
  const { visitor } = await registered(site)
  expect((await visitor.postForm('/settings', { intent: 'notifications', email: 'horoscope' })).status).toBe(
    422,
  )
  const otherPerson = await new ApiVisitor(site).postForm('/settings', { intent: 'privacy' })
  expect(otherPerson.headers.get('location')).toMatch(/^\/\?auth=login/)
})
