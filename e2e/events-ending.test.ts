import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { meet, type Person } from './people.ts'

/**
 * Tests that ending an event for good asks for confirmation: it shows the consequences in numbers and asks for the
 * title and the password.
 */

const { url: site } = inject('site')
const stack = inject('stack')
const sql = postgres(stack.dbUrl, { max: 2, onnotice() {} })
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
let admin: Person
beforeAll(async () => {
  admin = await meet(site, service, 'Ada')
})
afterAll(() => Promise.all([sql.end(), users.close()]))

async function soldEvent(title: string) {
  const testEvent = await createEvent(sql)
  await sql`update public.events set title = ${title} where id = ${testEvent.eventId}`
  await buy(users.service, await users.extra(), testEvent, { Entry: 2 })
  await buy(users.service, await users.extra(), testEvent, { Entry: 1 })
  return testEvent
}
const statusOf = async (id: string) =>
  (await sql`select status from public.events where id = ${id}`)[0]?.status

describe('cancelling', () => {
  test('shows the numbers and needs the title and the password, without JavaScript', async () => {
    const { eventId } = await soldEvent('Mia’s Fete')
    const path = `/admin/events/${eventId}/cancel`
    const { visitor, details } = admin
    const page = await visitor.get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Refund 3 tickets, $60.00')
    expect((await visitor.get(`/admin/events/${eventId}/publish`)).text).toContain(path)

    const tries: [Record<string, string>, number, string][] = [
      [{}, 422, 'Type “Mia’s Fete” to confirm'],
      [{ title: 'Another', currentPassword: details.password }, 422, 'Type “Mia’s Fete” to confirm'],
      [{ title: "mia's fete" }, 403, 'Please enter your password to continue.'],
      [{ title: "mia's fete", currentPassword: 'Wrong-1-wrong' }, 403, 'That&#x27;s not your password.'],
    ]
    for (const [fields, status, message] of tries) {
      const response = await visitor.postForm(path, fields)
      expect([response.status, response.text.includes(message)]).toEqual([status, true])
      expect(response.text).not.toContain('Invalid input')
      expect(await statusOf(eventId)).toBe('published')
    }
    // Nothing ends either when the confirmation page is skipped.
    const direct = await visitor.postForm(`/admin/events/${eventId}/publish`, {
      intent: 'status',
      status: 'cancelled',
    })
    expect([direct.status, await statusOf(eventId)]).toEqual([422, 'published'])

    const done = await visitor.postForm(path, { title: "mia's fete", currentPassword: details.password })
    expect([done.status, done.headers.get('location')]).toEqual([302, `/admin/events/${eventId}/changes`])
    expect(await statusOf(eventId)).toBe('cancelled')
    expect(
      await sql`select sum(refunded_cents)::int as back from public.orders where event_id = ${eventId}`,
    ).toEqual([{ back: 6000 }])

    // The password is not asked for again within ten minutes; the title is.
    const next = await soldEvent('Next night')
    const again = `/admin/events/${next.eventId}/cancel`
    expect((await visitor.get(again)).text).not.toContain('currentPassword')
    expect((await visitor.postForm(again, { title: 'x' })).status).toBe(422)
    expect((await visitor.postForm(again, { title: 'Next night' })).status).toBe(302)
  })

  test('wrong passwords are limited', async () => {
    const { visitor, details } = await meet(site, service, 'Ada')
    const { eventId } = await soldEvent('Quiet night')
    const path = `/admin/events/${eventId}/cancel`
    const attempt = (currentPassword: string) =>
      visitor.postForm(path, { title: 'Quiet night', currentPassword })
    for (let n = 0; n < 5; n++) expect((await attempt('Wrong-1-wrong')).status).toBe(403)
    expect((await attempt(details.password)).status).toBe(429)
    expect(await statusOf(eventId)).toBe('published')
  })
})

test('archiving asks too, and an event that can’t end that way has no such page', async () => {
  const { visitor, details } = await meet(site, service, 'Ada')
  const over = await createEvent(sql, { doorsIn: -30 })
  const path = `/admin/events/${over.eventId}/archive`
  expect((await visitor.get(path)).text).toContain('You can’t undo this.')
  expect((await visitor.postForm(path, {})).status).toBe(403)
  expect((await visitor.postForm(path, { currentPassword: details.password })).status).toBe(302)
  expect(await statusOf(over.eventId)).toBe('archived')
  const away = await visitor.get(`/admin/events/${over.eventId}/cancel`)
  expect([away.status, away.headers.get('location')]).toEqual([302, `/admin/events/${over.eventId}`])
  expect((await visitor.get(`/admin/events/${over.eventId}/explode`)).status).toBe(404)
})
