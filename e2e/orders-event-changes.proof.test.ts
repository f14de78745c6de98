import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { announceNewDate, createEvent } from '../supabase/tests/event-fixture.ts'
import { tryRefund } from '../supabase/tests/refund-jobs.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests how an admin cancels or moves an event and watches its orders, and how holders choose, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let admin: Person
beforeAll(async () => {
  browser = await openBrowser()
  admin = await meet(site, service, 'Ada')
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function soldEvent(owners: string[]) {
  const testEvent = await createEvent(sql, { doorsIn: 60, feeFixedCents: 150 })
  await sql`
    update public.events set doors_at = date_trunc('minute', doors_at), starts_at = date_trunc('minute', starts_at),
      ends_at = date_trunc('minute', ends_at) where id = ${testEvent.eventId}`
  const orders = []
  for (const owner of owners) orders.push((await buy(service, owner, testEvent, { Entry: 2 })).order)
  const [row] = await sql<
    { title: string }[]
  >`select title from public.events where id = ${testEvent.eventId}`
  return { ...testEvent, orders, title: row?.title ?? '' }
}

/** Ends the refunds of an event: their jobs run, and the provider reports so. */
async function endRefunds(eventId: string, status: 'succeeded' | 'failed') {
  const refunds = await sql<{ id: string }[]>`
    select r.id from public.refunds r join public.orders o on o.id = r.order_id
    where o.event_id = ${eventId} and r.status in ('approved', 'failed')`
  for (const { id } of refunds)
    expect(await tryRefund(sql, id, { status, ...(status === 'failed' && { error: 'card_closed' }) })).toBe(
      status,
    )
}

async function confirm(page: TestPage) {
  const password = page.locator('[name=currentPassword]')
  if ((await password.count()) > 0) await password.fill(admin.details.password)
  await page.locator('main form button[type=submit]').last().click()
}

const figuresOf = async (page: TestPage) =>
  z
    .record(z.string(), z.number())
    .parse(JSON.parse((await page.locator('[data-figures]').getAttribute('data-figures')) ?? '{}'))

describe('an admin', () => {
  test('cancels an event, watches its refunds without a reload, tries failed ones again and has a report', async () => {
    const { eventId, orders, title } = await soldEvent([await users.extra(), await users.extra()])
    const page = await openPageOf(browser, admin.visitor)
    await page.goto(`${site}/admin/events/${eventId}/publish`)
    await page.locator(`a[href="/admin/events/${eventId}/cancel"]`).click()
    await page.waitForURL(/\/cancel$/)
    await page.getByText('Refund 4 tickets, $86.00', { exact: true }).waitFor()
    // The tests' provider is none of the site's: the preview says so.
    expect(await page.locator('[data-by-hand=provider]').innerText()).toContain('2 orders ($86.00)')
    await expectFlawless(page)
    await page.locator('[name=title]').fill(title)
    await confirm(page)
    await page.waitForURL(/\/changes$/)
    expect(await figuresOf(page)).toMatchObject({ orders: 2, refunding: 2, mailed: 2, refundCents: 8600 })
    await expectFlawless(page)

    await endRefunds(eventId, 'failed')
    await page.locator('[data-figures*=\'"failed":2\']').waitFor()
    await page.getByRole('link', { name: orders[0]?.code ?? '' }).waitFor()
    expect((await page.getByRole('table').first().innerText()).includes('card_closed')).toBe(true)
    await expectFlawlessAtBothSizes(page)
    await confirm(page)
    await page.getByText('Trying 2 orders again').waitFor()
    await endRefunds(eventId, 'succeeded')
    await page.reload()
    expect(await figuresOf(page)).toMatchObject({ refunded: 2, failed: 0, refundedCents: 8600 })

    const report = await page.getByRole('link', { name: 'Download the report' }).getAttribute('href')
    // It has people's addresses, so it asks why.
    expect((await admin.visitor.get(report ?? '')).headers.get('location')).toMatch(/\/reason\?/)
    const withReason = new URL(report ?? '', site)
    withReason.searchParams.set('reason', 'accounting')
    const file = await admin.visitor.get(withReason.pathname + withReason.search)
    expect(file.status).toBe(200)
    for (const { code } of orders) expect(file.text).toMatch(new RegExp(`${code}.*Refunded.*43.*43`))
    for (const other of ['Mia', 'Mo'] as const) {
      const { visitor } = await meet(site, service, other)
      expect((await visitor.get(report ?? '')).status).toBe(403)
      expect((await visitor.get(`/admin/events/${eventId}/changes`)).status).toBe(403)
    }
    await page.context().close()
  })

  test('postpones an event, then gives it a new date', async () => {
    const { eventId, orders } = await soldEvent([await users.extra()])
    const page = await openPageOf(browser, admin.visitor)
    await page.goto(`${site}/admin/events/${eventId}/postpone`)
    await page.getByText('We email 1 buyer', { exact: true }).waitFor()
    await expectFlawless(page)
    await page.locator('[name=note]').fill('The river rose.')
    await confirm(page)
    await page.waitForURL(/\/changes$/)
    expect(await figuresOf(page)).toMatchObject({ orders: 1, kept: 1, mailed: 1 })
    const path = `/events/${eventId}/night-${eventId.slice(0, 8)}`
    const event = await new ApiVisitor(site).get(path)
    expect(event.text).toContain('https://schema.org/EventPostponed')
    expect(event.text).toContain('The river rose.')

    await page.goto(`${site}/admin/events/${eventId}/postpone`)
    const year = new Date().getFullYear() + 1
    await page.locator('[name=startsAt]').fill(`${year}-06-05T22:00`)
    await confirm(page)
    await page.locator('#postpone-event [aria-invalid=true]').first().waitFor()
    await page.locator('[name=endsAt]').fill(`${year}-06-06T04:00`)
    await confirm(page)
    await page.waitForURL(/\/changes$/)
    await page.getByText(/Moved from/).waitFor()
    await expectFlawlessAtBothSizes(page)
    const moved = await new ApiVisitor(site).get(path)
    expect(moved.text).toContain('https://schema.org/EventRescheduled')
    expect(moved.text).toContain('previousStartDate')
    const mails =
      await sql`select kind from private.mail_outbox where subject_id = ${orders[0]?.orderId ?? ''} order by kind`
    expect(mails.map(({ kind }) => kind)).toEqual(['event_postponed', 'event_rescheduled', 'order_paid'])
    await page.context().close()
  })
})

describe('a holder', () => {
  test('finds the new date on the tickets, chooses a refund and changes their mind', async () => {
    const mia = await meet(site, service, 'Mia')
    const { eventId, orders } = await soldEvent([mia.id])
    await announceNewDate(await users.actingAs('Ada'), eventId)
    const choiceOf = async () =>
      (
        await sql`select choice, due_at is not null as due from public.event_change_orders where order_id = ${orders[0]?.orderId ?? ''}`
      )[0]
    const page = await openPageOf(browser, mia.visitor)
    await page.goto(`${site}/my-tickets`)
    await page.getByRole('link', { name: 'Keep or refund' }).click()
    await page.waitForURL(/\/my-tickets\/choice\?order=/)
    await page.locator('[data-choice=keep]').waitFor()
    await hydrated(page)
    await expectFlawless(page)
    await page.getByRole('button', { name: 'Get $43.00 back' }).click()
    await page.locator('[data-choice=refund]').waitFor()
    await expectFlawlessAtBothSizes(page)
    expect(await choiceOf()).toEqual({ choice: 'refund', due: true })
    await page.getByRole('button', { name: 'Keep my 2 tickets' }).click()
    await page.locator('[data-choice=keep]').waitFor()
    expect(await choiceOf()).toEqual({ choice: 'keep', due: false })
    await page.context().close()
  })
})

test('a link from the mail chooses without an account and without JavaScript; opening it changes nothing', async () => {
  const { eventId, orders } = await soldEvent([await users.extra()])
  await announceNewDate(await users.actingAs('Ada'), eventId)
  const order = orders[0]?.orderId ?? ''
  const token = makeToken()
  await sql`select public.add_link('event_choice', ${order}, ${hashToken(token)})`
  const choiceOf = async () =>
    (await sql`select choice from public.event_change_orders where order_id = ${order}`)[0]?.choice
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site}/my-tickets/choice?token=${token}`)
  expect(await choiceOf()).toBeNull()
  await page.getByRole('button', { name: 'Get $43.00 back' }).click()
  await page.locator('[data-choice=refund]').waitFor()
  expect(await choiceOf()).toBe('refund')

  await sql`update public.event_changes set choice_ends_at = now() where event_id = ${eventId}`
  await page.getByRole('button', { name: 'Keep my 2 tickets' }).click()
  await page
    .getByText(/deadline to choose has passed/)
    .first()
    .waitFor()
  expect(await choiceOf()).toBe('refund')
  await page.context().close()

  const visitor = new ApiVisitor(site)
  const headers = (await visitor.get(`/my-tickets/choice?token=${token}`)).headers
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    'private, no-store',
    'same-origin',
  ])
  for (const wrong of ['x', makeToken()])
    expect((await visitor.get(`/my-tickets/choice?token=${wrong}`)).text).toContain(
      'This link no longer works.',
    )
  // Another person's order is nobody's business, with and without an account.
  const mia = await meet(site, service, 'Mia')
  expect((await mia.visitor.get(`/my-tickets/choice?order=${orders[0]?.code}`)).status).toBe(404)
  expect((await visitor.get(`/my-tickets/choice?order=${orders[0]?.code}`)).status).toBe(302)
})
