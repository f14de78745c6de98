import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod'
import type { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { isFormResponse } from './browser.ts'

/** Steps of staff in the editor of an event. */

type TestUsers = ReturnType<typeof openTestUsers>
type Night = { city: string; year: number }

/** Fills in the form of a new event. */
export async function fillEvent(
  page: Page,
  event: { title: string; startsAt: string; endsAt: string; city: string },
): Promise<void> {
  const given = { ...event, venueName: 'The Yard', region: 'NY' }
  for (const [name, value] of Object.entries(given)) await page.locator(`[name=${name}]`).fill(value)
}

/** Sends the form and waits for the response. */
export async function saveForm(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse(isFormResponse),
    page.locator('form#event button[type=submit]').last().click(),
  ])
}

/** Opens a tab of the editor by its link. */
export async function openTab(page: Page, tab: string): Promise<void> {
  await page.locator(`main nav a[href$="/${tab}"]`).click()
  await page.waitForURL(new RegExp(`/${tab}$`))
}

/** Saves fields of an event as a second admin, who edits at the same time. */
export async function saveElsewhere(
  users: TestUsers,
  id: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const client = await users.actingAs('Ada')
  const { data } = await client.rpc('read_event_editor', { p_id: id })
  const { version } = z.object({ event: z.object({ version: z.string() }) }).parse(data).event
  expect((await client.rpc('save_event', { p_event: { id, version, ...fields } })).error).toBeNull()
}

/** Reads the fields of an event's door that its tests change. */
export const doorOf = ({ sql }: TestUsers, id: string) =>
  sql`select dress_code, id_policy from public.events where id = ${id}`

/** Makes a draft, and returns its id. */
async function makeDraft(page: Page, title: string, { city, year }: Night): Promise<string> {
  await fillEvent(page, { title, startsAt: `${year}-07-10T22:00`, endsAt: `${year}-07-11T04:00`, city })
  await saveForm(page)
  await page.waitForURL(/\/admin\/events\/[0-9a-f-]{36}\?done=saved/)
  const id = /events\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  await page.getByText('10 PM EDT').first().waitFor()
  await page.locator('[name=address]').fill('12 Flatbush Ave')
  await page.locator('[name=summary]').fill('Road ready')
  await saveForm(page)
  await page.waitForURL(/done=saved/)
  return id
}

/** Fills in the tabs of an event one by one, with a mistake on some. */
async function fillTabs(page: Page, { year }: Night): Promise<void> {
  await openTab(page, 'tickets')
  await page.locator('[name="pools[0].capacity"]').fill('120')
  await page.locator('[name="types[0].releases[0].faceCents"]').fill('25.50')
  await page.getByRole('button', { name: 'Add room' }).click()
  await page.locator('[name="pools[1].capacity"]').waitFor()
  // The new room can be chosen for the ticket type at once.
  await page.locator('[name="pools[1].name"]').fill('Balcony')
  await page.locator('form#event button[type=submit]').last().click()
  await page.locator('[name="pools[1].capacity"][aria-invalid=true]').waitFor()
  await page.locator('[name="pools[1].capacity"]').fill('30')
  await saveForm(page)
  await page.waitForURL(/tickets\?done=saved/)

  await openTab(page, 'line-up')
  await page.getByRole('button', { name: 'Add act' }).click()
  await page.locator('[name="lineUp[0].name"]').fill('DJ Kalalou')
  await saveForm(page)
  await page.waitForURL(/line-up\?done=saved/)

  await openTab(page, 'door')
  await page.locator('[name=minAge]').selectOption('18')
  await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T05:00`)
  await saveForm(page)
  await page.locator('[name=lastEntryAt][aria-invalid=true]').waitFor()
  await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T02:00`)
  await saveForm(page)
  await page.waitForURL(/door\?done=saved/)
}

/** Publishes an event after what was missing is filled in. */
async function publish(page: Page, sql: TestUsers['sql'], id: string): Promise<void> {
  await openTab(page, 'publish')
  expect(await page.locator('[data-missing]').getAttribute('data-missing')).toBe('2')
  await page.locator('form:has([name=status][value=published]) button').click()
  await page.locator('[role=alert]').first().waitFor()
  await page.locator('[data-missing] a[href$="/door"]').click()
  await page.waitForURL(/door$/)
  await page.locator('[name=idPolicy]').fill('Photo ID')
  await saveForm(page)
  await page.waitForURL(/door\?done=saved/)
  // A picture whose files exist: other tests see this event in lists.
  await sql`
    update public.events set (image_path, image_alt) = (
      select image_path, image_alt from public.events where image_path like '/art/bass-culture-%' and image_alt <> '' limit 1)
    where id = ${id}`
  await openTab(page, 'publish')
  await page.locator('[data-missing="0"]').waitFor()
  await page.locator('form:has([name=status][value=published]) button').click()
  await page.waitForURL(/done=published/)
}

/**
 * Makes a draft of an event, fills in its tabs, publishes it, and demands that it is stored as typed and listed for visitors.
 * @param page of an admin, on the form of a new event
 * @param night a city that no other event is in, and the year
 */
export async function makeAndPublish(
  page: Page,
  { site, sql }: { site: string; sql: TestUsers['sql'] },
  night: Night,
): Promise<void> {
  const title = `Form ${randomUUID().slice(0, 8)}`
  const id = await makeDraft(page, title, night)
  await fillTabs(page, night)
  await publish(page, sql, id)
  const [row] = await sql`
    select e.status, e.starts_at, e.summary, e.address, e.min_age, e.fee_bps, e.line_up -> 0 ->> 'name' as act,
      e.last_entry_at, (select array_agg(name order by created_at) from public.capacity_pools p where p.event_id = e.id) as pools,
      (select face_cents::int from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id where t.event_id = e.id) as face
    from public.events e where e.id = ${id}`
  expect(row).toEqual({
    status: 'published',
    starts_at: new Date(`${night.year}-07-11T02:00:00Z`),
    summary: 'Road ready',
    address: '12 Flatbush Ave',
    min_age: 18,
    fee_bps: 500,
    act: 'DJ Kalalou',
    last_entry_at: new Date(`${night.year}-07-11T06:00:00Z`),
    pools: ['Main room', 'Balcony'],
    face: 2550,
  })
  const seen = await new ApiVisitor(site).get(`/events?city=${encodeURIComponent(night.city)}`)
  expect(seen.text).toContain(title)
}
