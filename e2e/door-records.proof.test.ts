import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { scanDataSchema } from '#features/door/scan-data.types.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser } from './browser.ts'
import { expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** The record of a door on the built site: rows and figures, the open page, and what a manager does without a code. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let dot: Awaited<ReturnType<typeof registered>>
let dex: Awaited<ReturnType<typeof registered>>
let eventId = ''
const codes: string[] = []
beforeAll(async () => {
  browser = await openBrowser()
  const nia = await registered(site, 'Nia')
  ;({ eventId } = await sellTo(users, nia.id, {}, 4))
  await sql`update public.tickets set holder_name = 'Nia Baptiste' where event_id = ${eventId}`
  for (const { code } of await sql<{ code: string }[]>`
    select code from public.tickets where event_id = ${eventId} order by id`)
    codes.push(code)
  dot = await registered(site, 'Dot')
  dex = await registered(site, 'Dex')
  for (const person of [dot, dex]) await grantScan(sql, person.details.username, eventId)
  await sql`update public.staff_grants set capability = 'door_manager' where user_id = ${dot.id}`
  await scan(dex.visitor, codes[0] ?? '', 'North')
  await scan(dex.visitor, codes[0] ?? '', 'South')
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function scan(door: ApiVisitor, code: string, gate: string) {
  const sent = await door.post('/api/door/check-in', {
    event: eventId,
    code,
    gate,
    scan: randomUUID(),
    method: 'code',
  })
  expect(sent.status, sent.text).toBe(200)
}

const page = (query = '') => `/scan-data?event=${eventId}${query}`
const rowsOf = (html: string) => [...html.matchAll(/<input[^>]*\bname="id"/g)].length

describe('the page of scans', () => {
  test('each linked figure opens as many rows as it says', async () => {
    const { text } = await dot.visitor.get(page())
    const links = [...text.matchAll(/<a[^>]*href="(\/scan-data\?[^"]+)"[^>]*>(\d+)<\/a>/g)]
    expect(links.length).toBeGreaterThan(8)
    for (const [, href = '', count = ''] of links) {
      const rows = rowsOf((await dot.visitor.get(href.replaceAll('&amp;', '&'))).text)
      expect({ href, rows }).toEqual({ href, rows: Number(count) })
    }
  })

  test('people in now lead to the occupancy, those remaining to the tickets that are expected, a name to its ticket', async () => {
    const { text } = await dot.visitor.get(page())
    const linked = (path: string) => {
      const [, href = '', count = ''] =
        new RegExp(`<a[^>]*href="(${path}[^"]*)"[^>]*>(\\d+)</a>`).exec(text) ?? []
      return { href: href.replaceAll('&amp;', '&'), count: Number(count) }
    }
    const inNow = linked('/ticket-scanner/occupancy')
    expect(inNow.count).toBe(1)
    expect((await dot.visitor.get(inNow.href)).text.replaceAll('<!-- -->', '')).toContain(
      `In the house now: ${inNow.count}.`,
    )
    const remaining = linked('/ticket-management/attendees')
    const expected = await dot.visitor.get(remaining.href)
    const [, list = ''] = /<tbody[^>]*>([\s\S]*)<\/tbody>/.exec(expected.text) ?? []
    expect([expected.status, list.match(/<tr/g)?.length ?? 0]).toEqual([200, remaining.count])
    const [, name = ''] = /<a[^>]*href="(\/ticket-scanner\/search\?[^"]*ticket=[^"]+)"/.exec(text) ?? []
    const found = await dot.visitor.get(name.replaceAll('&amp;', '&'))
    expect(found.status).toBe(200)
    expect(found.text).toContain('Nia Baptiste')
    const views = await sql`
      select 1 from private.audit_log where action = 'door.view' and actor_id = ${dot.id}`
    expect(views.length).toBeGreaterThan(0)
  })

  test('filters narrow the rows and their file; a scanner gets figures and neither', async () => {
    expect(rowsOf((await dot.visitor.get(page('&gate=South'))).text)).toBe(1)
    expect(rowsOf((await dot.visitor.get(page('&gate=nowhere'))).text)).toBe(0)
    const file = await dot.visitor.get(`/admin/export/scans?event=${eventId}&result=already_in`)
    expect(file.text.trim().split('\n')).toHaveLength(2)
    expect(file.text).toContain('South')
    const scanner = await dex.visitor.get(page())
    expect([scanner.status, rowsOf(scanner.text)]).toEqual([200, 0])
    expect(scanner.text).not.toContain('Nia')
    expect((await dex.visitor.get(`/admin/export/no-shows?event=${eventId}`)).status).toBe(403)
    const read = scanDataSchema.parse((await dex.visitor.get(`/api/staff/scan-data?event=${eventId}`)).body)
    expect(read).toMatchObject({ mayList: false, scans: [], groups: null })
  })
})

describe('finding a guest', () => {
  const post = (who: ApiVisitor, fields: Record<string, string>) =>
    who.postForm(`/ticket-scanner/search?event=${eventId}`, { event: eventId, gate: 'North', ...fields })

  test('a manager finds a masked name, looks, lets in and takes back, by forms alone', async () => {
    const found = await post(dot.visitor, { intent: 'find', q: 'nia bap' })
    expect(found.text).toContain('N*** B.')
    expect(found.text).not.toContain('Nia Baptiste')
    const [ticket] = await sql<{ id: string }[]>`
      select id from public.tickets where event_id = ${eventId} and admission = 'outside' order by id limit 1`
    const of = { ticket: ticket?.id ?? '' }
    const viewed = await post(dot.visitor, { intent: 'view', ...of })
    expect(viewed.text).toContain('Nia Baptiste')
    const admitted = await post(dot.visitor, { intent: 'admit', scan: randomUUID(), ...of })
    expect(admitted.text).toContain('Welcome in.')
    const unexplained = { intent: 'undo', scan: randomUUID(), reason: 'Other', note: '', ...of }
    const refused = await post(dot.visitor, unexplained)
    expect([refused.status, refused.text.includes('Please say why')]).toEqual([422, true])
    const undone = await post(dot.visitor, { ...unexplained, reason: 'Wrong person' })
    expect(undone.text).toContain('Check-in undone')
  })

  test('is not for a scanner', async () => {
    expect((await dex.visitor.get(`/ticket-scanner/search?event=${eventId}`)).status).toBe(403)
    expect((await post(dex.visitor, { intent: 'find', q: 'nia' })).status).toBe(403)
  })
})

test('an open page shows new scans, and keeps the selection and the focus', async () => {
  const screen = await openPageOf(browser, dot.visitor)
  await screen.goto(`${site}${page()}`)
  await hydrated(screen)
  const box = screen.locator('input[name=id]').first()
  const chosen = await box.getAttribute('value')
  await box.check()
  await box.focus()
  const before = await screen.locator('input[name=id]').count()
  await scan(dex.visitor, codes[2] ?? '', 'North')
  await screen.locator('[role=status]', { hasText: '1 let in.' }).waitFor({ state: 'attached' })
  expect(await screen.locator('input[name=id]').count()).toBe(before + 1)
  expect(await screen.locator(`input[name=id][value="${chosen}"]`).isChecked()).toBe(true)
  expect(await screen.evaluate(() => document.activeElement?.getAttribute('value'))).toBe(chosen)
  await expectFlawlessAtBothSizes(screen)
  await screen.goto(`${site}/ticket-scanner/search?event=${eventId}`)
  await hydrated(screen)
  await screen.locator('[name=q]').fill('nia')
  await screen.getByRole('button', { name: 'Find', exact: true }).click()
  await screen.getByText('N*** B.').first().waitFor()
  await expectFlawlessAtBothSizes(screen)
  await screen.close()
})
