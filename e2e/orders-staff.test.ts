import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { meet } from './people.ts'

/** Tests the list of orders on its page. The guards of all pages are tested elsewhere. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
afterAll(() => users.close())

test('an admin finds an order by code, and is told when there is none', async () => {
  const { visitor } = await meet(site, service, 'Ada')
  const testEvent = await createEvent(users.sql)
  const owner = await users.extra()
  const { order } = await buy(users.service, owner, testEvent, { Entry: 3 })
  const latest = await visitor.get('/ticket-management')
  expect(latest.status).toBe(200)
  expect(latest.text).toContain('Orders, newest first')
  const found = await visitor.get(`/ticket-management?q=${order.code}`)
  for (const text of [
    order.code,
    `b-${owner}@example.com`,
    '$60.00',
    'Paid',
    `/admin/events/${testEvent.eventId}`,
  ])
    expect(found.text).toContain(text)
  expect((await visitor.get(`/ticket-management?q=${order.code}&show=cancelled`)).text).toContain(
    'No matching orders',
  )
  // Invalid filters in the address give the plain list.
  expect((await visitor.get('/ticket-management?show=%00&after=x%27')).status).toBeLessThan(500)
})
