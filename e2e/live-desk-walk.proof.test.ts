import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { wallTimeOf } from '#core/event-time.ts'
import { buyPass, makeStream, noteSegment, stateOf } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, hydrated, openBrowser, openPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks through the operator desk in Chromium: a stream from its draft to its replay and refunds, by admin and operator. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let mia: Person

beforeAll(async () => {
  browser = await openBrowser()
  ;[ada, mia] = await Promise.all([meet(site, service, 'Ada'), meet(site, service, 'Mia')])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const state = (page: Page, name: string) =>
  page.locator('[data-testid=state]', { hasText: new RegExp(`^${name}$`) }).waitFor()
const send = (page: Page, intent: string) =>
  page.locator(`form:has(input[name=intent][value="${intent}"]) button[type=submit]`).first()
const step = (page: Page, intent: string) =>
  page.locator(`details:has(input[name=intent][value="${intent}"]) > summary`)
const idOf = (page: Page) => /\/admin\/live\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
const channel = (id: string) => `t${id.replaceAll('-', '').slice(0, 20)}`
const zone = async () =>
  (await sql<{ zone: string }[]>`select time_zone as zone from public.settings`)[0]?.zone ?? 'UTC'

/** Fills the editor of a stream that was just made and saves it. */
async function fillEditor(page: Page): Promise<void> {
  const start = wallTimeOf(new Date(Date.now() + 20 * 60_000), await zone())
  await page.locator('[name=startsAt]').fill(start)
  await page.locator('[name=channel]').fill(channel(idOf(page)))
  await page.locator('[name=accessRule]').selectOption('pass')
  await page.locator('[name=passCents]').fill('9')
  await send(page, 'save').click()
  await page.waitForURL(/done=save/)
}

test('a stream is made, previewed, run, ended and shown again; its passes are refunded', async () => {
  const page = await openPageOf(browser, ada.visitor, { viewport: desktop })
  await page.goto(`${site}/admin/live`)
  await expectFlawlessAtBothSizes(page)
  await page.locator('main a[href="/admin/live/new"]').click()
  await page.locator('[name=title]').fill('A walk over the desk')
  await expectFlawless(page)
  await send(page, 'create').click()
  await page.waitForURL(/\/edit$/)
  const stream = idOf(page)
  await fillEditor(page)
  await page.locator('a[href*="kind=demo"]').click()
  await send(page, 'source').click()
  await page.waitForURL(/done=source/)
  await page.locator('[name=isOn]').check()
  await send(page, 'replay').click()
  await page.waitForURL(/done=replay/)
  await hydrated(page)
  await expectFlawlessAtBothSizes(page)

  await page.goto(`${site}/admin/live/${stream}`)
  await hydrated(page)
  await send(page, 'schedule').click()
  await page.waitForURL(/done=schedule/)
  // The demo channel sends by itself, and the open page follows.
  await state(page, 'Preview')
  await page.locator('[data-player] button').first().click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
  await page.getByTestId('health').getByText('Steady').waitFor()
  await step(page, 'live').click()
  await send(page, 'live').click()
  await state(page, 'Live')
  await expectFlawlessAtBothSizes(page)

  const orders = [
    await buyPass(service, await users.extra(), stream),
    await buyPass(service, await users.extra(), stream),
  ]
  await page.getByTestId('passes').getByText('2 passes sold, $18.00').waitFor()
  await step(page, 'interrupt').click()
  await send(page, 'interrupt').click()
  await page.locator('[name=reason][aria-invalid=true]').waitFor()
  await page.locator('[name=reason]').first().fill('wrong camera')
  await send(page, 'interrupt').click()
  await state(page, 'Interrupted')
  await send(page, 'resume').click()
  await state(page, 'Live')
  await step(page, 'end').click()
  await send(page, 'end').click()
  await state(page, 'Replay')
  await page.getByTestId('log').getByText('wrong camera').waitFor()
  const visitor = await openPage(browser)
  const [row] = await sql<{ code: string }[]>`select code from public.streams where id = ${stream}`
  await visitor.goto(`${site}/live`)
  await visitor.locator(`main a[href="/live/${row?.code}"]`).first().waitFor()

  await step(page, 'refund-pass').click()
  const one = page.locator('form:has(input[value="refund-pass"])')
  await one.locator('[name=code]').fill(orders[0]?.order.code ?? '')
  await one.locator('[name=reason]').fill('asked for it')
  await one.locator('[name=currentPassword]').fill(ada.details.password)
  await one.locator('button[type=submit]').click()
  await page.waitForURL(/done=refund-pass/)
  await page.getByTestId('passes').getByText('1 pass sold, $9.00').waitFor()
  await step(page, 'refund-all').click()
  await page.locator('form:has(input[value="refund-all"]) [name=reason]').fill('it was short')
  await send(page, 'refund-all').click()
  await page.getByTestId('passes').getByText('All passes refunded').waitFor()
  await expectFlawlessAtBothSizes(page)
})

test('an operator runs the stream of their event without editing it, and hears of a missing picture without a reload', async () => {
  const [event] = await sql<{ id: string }[]>`select id from public.events where status = 'published' limit 1`
  await sql`insert into public.staff_grants ${sql({ user_id: mia.id, capability: 'stream_operator', event_id: event?.id ?? '' })}`
  const stream = await makeStream(sql, { state: 'live', event: event?.id ?? null, kind: 'ingest' })
  const page = await openPageOf(browser, mia.visitor)
  await page.goto(`${site}/admin/live`)
  await page.locator(`a[href="/admin/live/${stream}"]`).click()
  await state(page, 'Live')
  expect(await page.locator('a[href$="/edit"]').count()).toBe(0)
  expect((await page.goto(`${site}/admin/live/${stream}/edit`))?.status()).toBe(403)
  await page.goto(`${site}/admin/live/${stream}`)
  await hydrated(page)
  await noteSegment(sql, stream, 25)
  await page
    .getByRole('alert')
    .getByText(/^No picture for \d+ s\.$/)
    .waitFor()
  await step(page, 'key').click()
  await send(page, 'key').click()
  const key = await page.getByTestId('stream-key').innerText()
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
  page.consoleErrors.length = 0
  await expectFlawlessAtBothSizes(page)
  await page.reload()
  await hydrated(page)
  expect(await page.content()).not.toContain(key)
  await step(page, 'end').click()
  await send(page, 'end').click()
  await page.waitForURL(/done=end/)
  expect(await stateOf(sql, stream)).toBe('ended')
})

test('every step of the desk works without JavaScript', async () => {
  const page = await openPageOf(browser, ada.visitor, { javaScriptEnabled: false })
  await page.goto(`${site}/admin/live/new`)
  await page.locator('[name=title]').fill('A plain walk')
  await send(page, 'create').click()
  await page.waitForURL(/\/edit$/)
  const stream = idOf(page)
  await fillEditor(page)
  await page.locator('a[href*="kind=origin"]').click()
  await page.locator('[name=address]').fill('ftp://example.com')
  await send(page, 'source').click()
  await page.locator('[name=address][aria-invalid=true]').waitFor()
  await page.locator('a[href*="kind=ingest"]').click()
  await send(page, 'source').click()
  await page.waitForURL(/done=source/)
  await page.goto(`${site}/admin/live/${stream}`)
  await send(page, 'schedule').click()
  await state(page, 'Scheduled')
  await step(page, 'key').click()
  await send(page, 'key').click()
  await page.getByTestId('stream-key').waitFor()
  await sql`select private.move_stream(s, 'preview', 'system') from public.streams s where s.id = ${stream}`
  await noteSegment(sql, stream, -600, 700)
  await page.goto(`${site}/admin/live/${stream}`)
  await step(page, 'live').click()
  await send(page, 'live').click()
  await state(page, 'Live')
  await step(page, 'interrupt').click()
  await page.locator('[name=reason]').first().fill('wrong camera')
  await send(page, 'interrupt').click()
  await state(page, 'Interrupted')
  await send(page, 'resume').click()
  await state(page, 'Live')
  await step(page, 'end').click()
  await send(page, 'end').click()
  await state(page, 'Ended')
})
