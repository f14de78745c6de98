import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'

/** Tests that the assistant does what a card showed: once, for its person, and nothing without a confirmation. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const sql = postgres(stack.dbUrl, { max: 2, onnotice: () => {} })
afterAll(() => sql.end())

/** Asks, and reads the card of the answer. */
async function offered(visitor: ApiVisitor, question: string) {
  const asked = await visitor.postForm('/ai-assistant', { intent: 'ask', question })
  const path = asked.headers.get('location') ?? ''
  const { text } = await visitor.get(path)
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(
      text.slice(text.indexOf('/ai-assistant/confirm')),
    )?.[1] ?? ''
  return {
    path,
    text,
    draft: field('draft'),
    token: field('token'),
    conversation: new URL(path, site).searchParams.get('c') ?? '',
  }
}
const confirm = (
  visitor: ApiVisitor,
  { draft, token, conversation }: { draft: string; token: string; conversation: string },
  intent = 'confirm',
) => visitor.postForm('/ai-assistant/confirm', { intent, draft, token, conversation })

async function holder() {
  const event = await createEvent(sql, { doorsIn: 96, refunds: { hours: 24, keepsFee: false } })
  const person = await registered(site)
  const { order } = await buy(service, person.id, event, { Entry: 1 })
  return { ...person, event, order }
}
const refundsOf = (order: string) => sql`select 1 from public.refunds where order_id = ${order}`

describe('a refund', () => {
  test('happens once when its card is confirmed in two tabs at the same moment, with the amount of the card', async () => {
    const { visitor, order } = await holder()
    const card = await offered(visitor, `I want a refund for ${order.code}`)
    expect(card.text).toContain('$20.00')
    expect(await refundsOf(order.orderId)).toHaveLength(0)
    await Promise.all([confirm(visitor, card), confirm(visitor.copy(), card)])
    await confirm(visitor, card)
    const refunds = await sql<{ amount_cents: string }[]>`
      select amount_cents from public.refunds where order_id = ${order.orderId}`
    expect(refunds.map(({ amount_cents }) => Number(amount_cents))).toEqual([2000])
    expect((await visitor.get(card.path)).text).toContain('Done, as shown here.')
  })

  test('does not happen by another person, another token, after five minutes, or once it was dropped', async () => {
    const { visitor, order } = await holder()
    const stranger = await registered(site)
    const ask = () => offered(visitor, `I want a refund for ${order.code}`)
    const foreign = await ask()
    await confirm(stranger.visitor, foreign)
    await confirm(visitor, { ...foreign, token: foreign.token.replace(/./g, '0') })
    const late = await ask()
    await sql`update private.assistant_drafts set expires_at = now() where id = ${late.draft}`
    await confirm(visitor, late)
    const dropped = await ask()
    await confirm(visitor, dropped, 'drop')
    await confirm(visitor, dropped)
    expect(await refundsOf(order.orderId)).toHaveLength(0)
    // the right one still works
    await confirm(visitor, foreign)
    expect(await refundsOf(order.orderId)).toHaveLength(1)
  })
})

test('a ticket is offered to the person that the card names', async () => {
  const { visitor, order } = await holder()
  const to = `friend.${order.code.toLowerCase()}@example.com`
  const card = await offered(visitor, `give my ticket to ${to}`)
  expect(card.text).toContain(to)
  await confirm(visitor, card)
  const [transfer] = await sql<{ count: number }[]>`
    select count(*)::int as count from private.ticket_transfers t join public.tickets k on k.id = t.ticket_id where k.order_id = ${order.orderId}`
  expect(transfer?.count).toBe(1)
})

test('emails are paused, and links to tickets are sent', async () => {
  const { visitor, id } = await holder()
  await confirm(visitor, await offered(visitor, 'too many emails'))
  expect(await sql`select 1 from private.notification_pauses where user_id = ${id}`).toHaveLength(1)
  const card = await offered(visitor, "I didn't get my tickets")
  await confirm(visitor, card)
  expect((await visitor.get(card.path)).text).toContain('Done, as shown here.')
})
