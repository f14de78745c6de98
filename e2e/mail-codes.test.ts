import { afterAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { mailTo } from './buyer-steps.ts'

/** Tests that the site's own worker sends the codes of tickets with the mail of a paid order. */

const stack = inject('stack')
const users = openTestUsers(stack)
afterAll(() => users.close())

test('the mail of an order for an event whose doors open soon brings the codes of its tickets as pictures', async () => {
  const event = await createEvent(users.sql, { doorsIn: 1 })
  const { order } = await buy(users.service, await users.extra(), event, { Entry: 2 })
  const [queued] = await users.sql<{ recipient: string }[]>`
    select recipient from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
  const mail = await mailTo(stack.mailboxUrl, queued?.recipient ?? '')
  const named = [...mail.html.matchAll(/src="cid:([^"]+)"/g)].map(([, id]) => `<${id}>`)
  expect(named.length).toBe(2)
  expect(mail.attachments).toEqual(
    named.map((id) => ({ ContentID: id, ContentType: 'image/png', Size: expect.any(Number) })),
  )
  for (const { Size } of mail.attachments) expect(Size).toBeLessThan(4000)
  const codes = await users.sql<
    { code: string }[]
  >`select code from public.tickets where order_id = ${order.orderId}`
  for (const { code } of codes) expect(mail.text.replaceAll(' ', '')).toContain(code)
})
