import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod'
import type { openTestUsers } from '../supabase/tests/test-users.ts'
import { isFormResponse } from './browser.ts'

/** Steps of staff in the editor of an event. */

type TestUsers = ReturnType<typeof openTestUsers>

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
