import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { addGuests, saveList } from '../supabase/tests/guest-lists.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { hydrated, openBrowser } from './browser.ts'
import { expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** From names that an admin pastes to guests whom a scanner lets in on a phone, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const phone = { viewport: { width: 390, height: 844 } }
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

test('an admin opens a list and pastes names; a scanner lets one of three in, then two, on a phone', async () => {
  const testEvent = await createEvent(sql)
  const ada = await meet(site, service, 'Ada')
  const desk = await openPageOf(browser, ada.visitor)
  await desk.goto(`${site}/free-tickets/guest-lists/new?event=${testEvent.eventId}`)
  await hydrated(desk)
  await desk.locator('[name=name]').fill('Friends of the house')
  await desk.locator('[name=quota]').fill('10')
  await desk.locator('[name=poolId]').selectOption(testEvent.pools.Room ?? '')
  await desk.locator('#save-form button[type=submit]').click()
  await desk.locator('[name=names]').fill('Keisha Joseph +2, wristband\nBunji')
  await desk.locator('#add-form button[type=submit]').click()
  await desk.locator('[name=names][aria-invalid=true]').waitFor()
  await desk.locator('[name=names]').fill('Keisha Joseph +2, wristband\nMarlon Baptiste\nKeisha Josef')
  await desk.locator('#add-form button[type=submit]').click()
  await expect
    .poll(() => sql`select heads, set_aside from public.guest_lists where event_id = ${testEvent.eventId}`)
    .toEqual([{ heads: 5, set_aside: 10 }])
  await expectFlawlessAtBothSizes(desk)

  await desk.goto(`${site}/free-tickets/guest-lists?event=${testEvent.eventId}`)
  await desk.getByTestId('guest-lists').getByRole('link').waitFor()
  await expectFlawlessAtBothSizes(desk)
  await desk.goto(`${site}/free-tickets/guest-lists/duplicates?event=${testEvent.eventId}`)
  await expectFlawlessAtBothSizes(desk)
  await desk.getByTestId('pair').locator('button:not([name])').click()
  await desk.getByTestId('pair').waitFor({ state: 'detached' })
  await desk.context().close()

  const { visitor, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  const door = await openPageOf(browser, visitor, phone)
  await door.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
  await door.locator('a[href*="/ticket-scanner/guest-list"]').click()
  await door.locator('#guest-search').fill('keis jos')
  await door.locator('form:has(#guest-search) button').click()
  const guest = door.locator('[data-guest]', { hasText: 'wristband' })
  await guest.locator('input[name=heads]').fill('1')
  await guest.locator('button[type=submit]').click()
  await door.locator('[data-testid=admitted][data-result=ok]').waitFor()
  expect(await guest.getByTestId('arrived').innerText()).toBe('1 of 3 in')
  await guest.locator('button[type=submit]').click()
  await expect.poll(() => guest.getByTestId('arrived').innerText()).toBe('3 of 3 in')
  expect(await guest.locator('button').count()).toBe(0)
  await expectFlawlessAtBothSizes(door)
  expect(
    await sql`
      select s.gate, a.heads from public.guest_list_arrivals a join public.scans s on s.id = a.scan_id
      where a.event_id = ${testEvent.eventId} order by s.scanned_at`,
  ).toEqual([
    { gate: 'Main', heads: 1 },
    { gate: 'Main', heads: 2 },
  ])
  await door.context().close()
})

test('without JavaScript, and after the cutoff: a scanner is told, a response is asked for again', async () => {
  const testEvent = await createEvent(sql)
  const admin = await users.actingAs('Ada')
  const list = await saveList(admin, testEvent, { latePriceCents: 2000 })
  await addGuests(admin, list, [{ name: 'Keisha Joseph', plusOnes: 1 }])
  const [entry] = await sql<
    { id: string }[]
  >`select id from public.guest_list_entries where list_id = ${list}`
  const { visitor, details } = await registered(site, 'Dex')
  await grantScan(sql, details.username, testEvent.eventId)
  const scan = randomUUID()
  const fields = {
    intent: 'admit',
    event: testEvent.eventId,
    entry: entry?.id ?? '',
    heads: '1',
    scan,
    gate: '',
    q: 'keisha',
  }
  const path = `/ticket-scanner/guest-list?event=${testEvent.eventId}&q=keisha`
  for (const _ of ['first', 'again']) {
    const page = await visitor.postForm(path, fields)
    expect(page.text).toContain('data-result="ok"')
  }
  await sql`update public.guest_lists set closes_at = now() where id = ${list}`
  const late = await visitor.postForm(path, { ...fields, scan: randomUUID() })
  expect(late.text).toContain('data-result="list_closed"')
  const override = { ...fields, scan: randomUUID(), reason: 'let them in' }
  expect((await visitor.postForm(path, override)).status).toBe(403)
  expect(await sql`select arrived from public.guest_list_entries where list_id = ${list}`).toEqual([
    { arrived: 1 },
  ])
  const other = await createEvent(sql)
  expect((await visitor.get(`/ticket-scanner/guest-list?event=${other.eventId}`)).status).toBe(404)
  expect((await visitor.get(`/free-tickets/guest-lists?event=${testEvent.eventId}`)).status).toBe(403)
})
