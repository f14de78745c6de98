import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiVisitor, registered } from './api-visitor.ts'
import { desktop, openBrowser, phone } from './browser.ts'
import { openMemberPage, openPageOf } from './signed-in.ts'

/** Notifications and privacy in the settings. */

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
  test('notifications: what is needed is locked, what is advertising is off, choices are kept', async () => {
    const { page, id } = await openMemberPage(browser, site, { javaScriptEnabled, viewport })
    await page.goto(`${site}/settings`)
    const table = page.getByRole('table', { name: /What we send you/ })
    const box = (name: string) => table.getByRole('checkbox', { name: `${name} by email` })
    expect(await table.getByRole('checkbox').count()).toBe(5)
    const locked = table.getByRole('row', { name: /Orders and tickets.*you need them to get in/ })
    await locked.getByText('On', { exact: true }).waitFor()
    for (const name of ['New events and drops', 'Live streams', 'City news'])
      expect(await box(name).isChecked()).toBe(false)
    for (const name of ['Reminders', 'Community replies']) expect(await box(name).isChecked()).toBe(true)
    await box('City news').check()
    await box('Reminders').uncheck()
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await page.getByText('Your notifications are saved.').waitFor()
    expect([await box('City news').isChecked(), await box('Reminders').isChecked()]).toEqual([true, false])
    const [line] = await sql`
      select type, given, source, text_version, length(address_hash) as hash from private.consents where user_id = ${id}`
    expect(line).toEqual({
      type: 'city',
      given: true,
      source: 'settings',
      text_version: '2026-11-21',
      hash: 22,
    })

    await page.getByRole('button', { name: 'Pause for 30 days' }).click()
    await page.getByText(/^Paused until/).waitFor()
    await page.getByRole('button', { name: 'End the pause' }).click()
    await page.getByText('The pause is over.').waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('privacy: a card that others see, and figures without a name', async () => {
    const { page, visitor, id } = await openMemberPage(browser, site, { javaScriptEnabled, viewport })
    await page.goto(`${site}/settings`)
    const card = page.getByRole('switch', { name: 'Public profile card' })
    const figures = page.getByRole('switch', { name: 'Help us with usage figures' })
    expect([await card.isChecked(), await figures.isChecked()]).toEqual([false, true])
    await card.check()
    await figures.uncheck()
    await page.getByRole('button', { name: 'Save privacy' }).click()
    await page.getByText('Your privacy settings are saved.').waitFor()
    expect([await card.isChecked(), await figures.isChecked()]).toEqual([true, false])
    await page.locator('main').getByText(/^@/).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'analytics')?.value).toBe('off')
    const [profile] = await sql`select card_public, analytics_allowed from public.profiles where id = ${id}`
    expect(profile).toEqual({ card_public: true, analytics_allowed: false })
    // another browser of the same person is told with its first page
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

test('a page of somebody who does not want to be known keeps no visit and sends no id', async () => {
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
  // this browser was told nothing yet: its next page is counted without a name and tells it
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

test('what is not on the list is refused, and nobody settles it for others', async () => {
  const { visitor } = await registered(site)
  expect((await visitor.postForm('/settings', { intent: 'notifications', email: 'horoscope' })).status).toBe(
    422,
  )
  const stranger = await new ApiVisitor(site).postForm('/settings', { intent: 'privacy' })
  expect(stranger.headers.get('location')).toMatch(/^\/\?auth=login/)
})
