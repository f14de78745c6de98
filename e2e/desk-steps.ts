import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { newMember } from '../supabase/tests/member.ts'
import { beginPayment, buy, call, report, reportDispute } from '../supabase/tests/selling.ts'
import type { openTestUsers, Place } from '../supabase/tests/test-users.ts'
import type { TestPage } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import type { Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Makes what the desk has to do: a refund that waits for a second admin, an open dispute, a blocked buyer, and a ticket whose buyer
 * (`owner`) is asked to pay for a dearer type. Returns what names them in addresses.
 */
export async function fillDesk(users: ReturnType<typeof openTestUsers>, owner: string) {
  const { service, sql } = users
  const event = await createEvent(sql, {
    maxPerPerson: 20,
    taxBps: 888,
    types: [
      { name: 'General admission', releases: [{ name: 'Final', faceCents: 32_000 }] },
      { name: 'Balcony', releases: [{ name: 'Final', faceCents: 45_000 }] },
    ],
  })
  const ada = await users.actingAs('Ada')
  const { order } = await buy(service, owner, event, { 'General admission': 4 })
  const tickets = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  const [price] = await sql<{ cents: number }[]>`
    select ((private.type_unit(e, ${event.types.Balcony ?? ''})).total_cents - p.cents)::int as cents
    from public.events e cross join private.paid_parts(${order.orderId}) p
    where e.id = ${event.eventId} and p.ticket_id = ${tickets[0]?.id ?? ''}`
  const act = {
    p_action: 'change_type',
    p_tickets: [tickets[0]?.id],
    p_orders: [],
    p_reason: 'Asked by phone',
    p_values: { type: event.types.Balcony, differenceCents: price?.cents, askHours: 24 },
    p_key: randomUUID(),
  }
  await call(ada, 'act_on_tickets', act, z.unknown())
  const refund = {
    p_order: order.orderId,
    p_amount_cents: 60_000,
    p_reason: 'Two of three cannot come',
    p_void: true,
    p_key: randomUUID(),
    p_tickets: tickets.slice(1, 3).map(({ id }) => id),
  }
  const { refundId } = await call(ada, 'refund_order', refund, z.object({ refundId: z.uuid() }))
  const disputed = await buy(service, await users.extra(), event, { 'General admission': 1 })
  await reportDispute(service, disputed.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
  await call(
    ada,
    'add_buyer_block',
    { p_kind: 'email', p_key: '', p_label: 'tester@example.com', p_reason: 'Tried stolen cards' },
    z.unknown(),
  )
  const [row] = await sql<{ supplement: string; dispute: string; mail: string }[]>`
    select (select code from public.orders where supplement_of = ${order.orderId}) as supplement,
      (select id from public.disputes where order_id = ${disputed.order.orderId}) as dispute,
      (select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid') as mail`
  return {
    event: event.eventId,
    balcony: event.types.Balcony ?? '',
    code: order.code,
    last: tickets[3]?.id ?? '',
    refundId,
    supplement: row?.supplement ?? '',
    dispute: row?.dispute ?? '',
    mail: row?.mail ?? '',
  }
}

/**
 * Makes an order with names as long as they may be, whose ticket is blocked: what was paid for its dearer type was lost to a
 * dispute, while the earlier type was sold out. Returns its code and its event.
 */
export async function blockTicket(users: ReturnType<typeof openTestUsers>) {
  const { service, sql } = users
  const event = await createEvent(sql, {
    pools: { Room: 9, Floor: 1, Balcony: 2 },
    types: [
      { name: 'Floor', pools: ['Room', 'Floor'], releases: [{ name: 'Final', faceCents: 3_000 }] },
      { name: 'Balcony', pools: ['Room', 'Balcony'], releases: [{ name: 'Final', faceCents: 5_000 }] },
    ],
  })
  const owner = await users.extra()
  const { order } = await buy(service, owner, event, { Floor: 1 })
  const [price] = await sql<{ ticket: string; cents: number }[]>`
    select p.ticket_id as ticket,
      ((private.type_unit(e, ${event.types.Balcony ?? ''})).total_cents - p.cents)::int as cents
    from public.events e cross join private.paid_parts(${order.orderId}) p where e.id = ${event.eventId}`
  const act = {
    p_action: 'change_type',
    p_tickets: [price?.ticket],
    p_orders: [],
    p_reason: 'Asked by phone',
    p_values: { type: event.types.Balcony, differenceCents: price?.cents, askHours: 24 },
    p_key: randomUUID(),
  }
  await call(await users.actingAs('Ada'), 'act_on_tickets', act, z.unknown())
  const [asked] = await sql<{ id: string }[]>`
    select id from public.orders where supplement_of = ${order.orderId}`
  const payment = await beginPayment(service, owner, asked?.id ?? '')
  await report(service, payment, 'succeeded')
  await buy(service, await users.extra(), event, { Floor: 1 })
  await reportDispute(service, payment, { p_kind: 'dispute_lost', p_dispute_ref: randomUUID() })
  const name = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley'
  await sql`update public.events set title = 'Grand Carnival Monday Sunrise Fete with the Steel Pan Orchestra of Brooklyn'
    where id = ${event.eventId}`
  await sql`update public.tickets set holder_name = ${name} where event_id = ${event.eventId}`
  await sql`
    update public.orders set name = ${name}, email = 'maximiliana.alexandrina.featherstonehaugh-cholmondeley@correspondence.example.com'
    where event_id = ${event.eventId}`
  return { code: order.code, event: event.eventId }
}

/** Makes pairs of accounts with an order each, to be merged. Returns both ids of each pair. */
export async function makePairs(users: ReturnType<typeof openTestUsers>, count: number) {
  const event = await createEvent(users.sql, { maxPerPerson: 20 })
  const pairs: { from: string; into: string }[] = []
  for (let made = 0; made < count; made++) {
    const [from, into] = [await users.extra(), await users.extra()]
    await buy(users.service, from, event, { Entry: 2 })
    await buy(users.service, into, event, { Entry: 1 })
    pairs.push({ from, into })
  }
  return pairs
}

/** Invites an address to scan at an event, without a mail. Returns the address of the link. */
export async function inviteScanner(users: ReturnType<typeof openTestUsers>, event: string, email: string) {
  const [invited] = await users.sql<{ id: string }[]>`
    insert into private.staff_invitations (email, capability, event_id, invited_by, expires_at)
    values (${email}, 'scan', ${event}, ${await users.id('Ada')}, now() + interval '72 hours') returning id`
  const token = makeToken()
  const link = { p_purpose: 'staff_invitation', p_subject: invited?.id, p_token_hash: hashToken(token) }
  await call(users.service, 'add_link', link, z.string())
  return `/auth/invitation?token=${token}`
}

/**
 * Makes a person in each state that an account can have, each with an order, and one with names as long as they may be and many
 * orders. Returns their ids, and the code of an order whose buyer was erased.
 */
export async function makePeople(users: ReturnType<typeof openTestUsers>, place: Place) {
  const { service, sql } = users
  const event = await createEvent(sql, { maxPerPerson: 20 })
  const ada = await users.actingAs('Ada')
  const bought = async (name: string) => {
    const person = await newMember(place, name)
    return { ...person, ...(await buy(service, person.id, event, { Entry: 1 })) }
  }
  const long = await bought('Long')
  for (let orders = 0; orders < 11; orders++) {
    // One person begins a few purchases in ten minutes.
    await sql`delete from private.rate_limits`
    await buy(service, long.id, event, { Entry: 1 })
  }
  await sql`update public.profiles set username = ${`maximiliana_featherstonehaugh`}, display_name = 'Maximiliana-A. Featherstonehaugh-Cholmon',
    bio = 'Dances from Dollar Van to sunrise. Collects feathers, whistles and flags, plays second pan, and has not missed one J’ouvert on Eastern Parkway since 1998.',
    city = 'Saint-Barthélemy-de-Bellegarde' where id = ${long.id}`
  await sql`update auth.users set email = 'maximiliana.alexandrina.featherstonehaugh-cholmondeley@correspondence.example.com' where id = ${long.id}`
  await sql`update public.events set title = 'Grand Carnival Monday Sunrise Fete with the Steel Pan Orchestra of Brooklyn' where id = ${event.eventId}`
  for (const p_capability of ['scan', 'door_manager'])
    await call(ada, 'grant_staff', { p_user: long.id, p_event: event.eventId, p_capability }, z.uuid())
  const note =
    'Called about the wheelchair platform: wants two seats beside it, and a phone call before doors if it moves.'
  await call(ada, 'add_person_note', { p_user: long.id, p_text: note, p_key: randomUUID() }, z.uuid())
  const [suspended, banned, asked, deleted, erased] = [
    await bought('Suspended'),
    await bought('Banned'),
    await newMember(place, 'Leaving'),
    await newMember(place, 'Deleted'),
    await bought('Erased'),
  ]
  const p_reason = 'Harassed people in the comments, twice, after a warning'
  const p_until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const act = (name: string, values: Record<string, unknown>) =>
    call(ada, name, { p_reason, ...values }, z.unknown())
  await act('sanction_account', { p_user: suspended.id, p_kind: 'suspended', p_until })
  await act('sanction_account', { p_user: banned.id, p_kind: 'banned' })
  await act('delete_account', { p_user: deleted.id })
  await call(asked.client, 'request_deletion', {}, z.string())
  await inviteScanner(
    users,
    event.eventId,
    'maximiliana.alexandrina.featherstonehaugh-cholmondeley@example.com',
  )
  await sql`update public.events set doors_at = now() - interval '3 days', starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'
    where id = ${event.eventId}`
  await act('delete_account', { p_user: erased.id })
  await sql`update private.account_deletions set due_at = now() where user_id = ${erased.id}`
  await call(service, 'anonymise_due', { p_limit: 10 }, z.unknown())
  await service.auth.admin.deleteUser(erased.id)
  return {
    long: long.id,
    suspended: suspended.id,
    banned: banned.id,
    asked: asked.id,
    deleted: deleted.id,
    erased: erased.order.code,
  }
}

/** An admin at an order's desk, with or without JavaScript. */
export type Desk = {
  browser: Browser
  site: string
  users: ReturnType<typeof openTestUsers>
  admin: Person
  options: { viewport?: { width: number; height: number }; javaScriptEnabled?: boolean }
}

/** Counts the valid tickets of an order. */
export async function countValid({ sql }: Desk['users'], orderId: string): Promise<number> {
  const rows = await sql`select from public.tickets where order_id = ${orderId} and status = 'valid'`
  return rows.length
}

/** Sells tickets at a new event, and returns the order with its page for staff. */
export async function sellAtDesk({ sql, service, extra }: Desk['users'], faceCents = 2000, quantity = 3) {
  const testEvent = await createEvent(sql, {
    maxPerPerson: 20,
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents }] }],
  })
  const { order } = await buy(service, await extra(), testEvent, { Entry: quantity })
  return { ...order, path: `/ticket-management/orders/${order.code}` }
}

/** Demands a page without faults where axe can run. */
const lookIf =
  ({ javaScriptEnabled }: Desk['options']) =>
  async (page: TestPage) => {
    if (javaScriptEnabled !== false) await expectFlawless(page)
  }

/** Refunds one ticket of three, with the amount shown first, and leaves a note. */
export async function refundOneOfThree({ browser, site, users, admin, options }: Desk): Promise<void> {
  const order = await sellAtDesk(users)
  const look = lookIf(options)
  const page = await openPageOf(browser, admin.visitor, options)
  await page.goto(`${site}/ticket-management?q=${order.code}`)
  await page.getByRole('link', { name: order.code }).click()
  await page.waitForURL(`${site}${order.path}`)
  const tickets = page.getByRole('table', { name: 'Valid tickets' })
  await tickets.waitFor()
  await look(page)
  await tickets
    .getByRole('checkbox', { name: /^Select ticket/ })
    .first()
    .check()
  await page.locator('#refund button').first().click()
  await page.getByRole('heading', { name: 'Refund of $20.00' }).waitFor()
  await look(page)
  await page.getByLabel('Reason').fill('Fell ill')
  const password = page.getByLabel('Your password')
  if (await password.count()) await password.fill(admin.details.password)
  await page.locator('#refund-form button[type="submit"]').click()
  await page.waitForURL(/done=refunded/)
  expect(await countValid(users, order.orderId)).toBe(2)
  await page.getByRole('table', { name: 'Canceled tickets' }).waitFor()
  const [refund] =
    await users.sql`select amount_cents::int as cents from public.refunds where order_id = ${order.orderId}`
  expect(refund).toEqual({ cents: 2000 })
  await page.getByLabel('Note for other staff').fill('Sent a card too')
  await page.locator('#note-form button[type="submit"]').click()
  await page.locator('#order-timeline ~ ol').getByText('Sent a card too').waitFor()
  await look(page)
  await page.context().close()
}

/** Gives a ticket a new code and ends another, from the list of attendees. */
export async function changeTwoTickets({ browser, site, users, admin, options }: Desk): Promise<void> {
  const order = await sellAtDesk(users, 2000, 2)
  const look = lookIf(options)
  const [event] = await users.sql<
    { id: string }[]
  >`select event_id as id from public.orders where id = ${order.orderId}`
  const page = await openPageOf(browser, admin.visitor, options)
  await page.goto(`${site}/ticket-management/attendees?event=${event?.id}`)
  await look(page)
  const rows = page.getByRole('checkbox', { name: /^Select .+, Entry/ })
  await rows.first().check()
  await page.getByTestId('selection').getByRole('button', { name: 'New codes…' }).click()
  await page.waitForURL(/tickets\/reissue/)
  await page.locator('#ticket-action').waitFor()
  await look(page)
  await page.getByLabel('Reason').fill('Lost phone')
  await page.locator('#ticket-action button[type="submit"]').click()
  await page.getByText('1 ticket got a new code.').waitFor()
  await page.goto(`${site}/ticket-management/tickets/void?id=${order.code}&id=ZZZZZZZZ`)
  await look(page)
  await page.getByRole('table', { name: 'Skipped (1)' }).waitFor()
  await page.getByLabel('Refund what they cost').uncheck()
  await page.getByLabel('Reason').fill('Sold twice')
  const password = page.getByLabel('Your password')
  if (await password.count()) await password.fill(admin.details.password)
  await page.locator('#ticket-action button[type="submit"]').click()
  await page.getByText('2 tickets done.').waitFor()
  expect(await countValid(users, order.orderId)).toBe(0)
  const [row] = await users.sql`
    select o.refunded_cents::int as cents, max(k.generation) as generation
    from public.orders o join public.tickets k on k.order_id = o.id where o.id = ${order.orderId} group by o.id`
  expect(row).toEqual({ cents: 0, generation: 2 })
  await page.context().close()
}
