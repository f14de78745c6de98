import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Reminders to people with tickets: when, to whom, and once whatever happens. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

/** Sells tickets of an event with doors at an instant; they were bought some hours ago. */
async function sold(doorsAt: Date, { boughtAgo = 100, zone = 'America/New_York', isTest = false } = {}) {
  const event = await createEvent(sql, { doorsIn: 200, isTest })
  const { order } = await buy(service, await users.extra(), event, { Entry: 2 })
  await sql`update public.orders set paid_at = ${inHours(-boughtAgo)} where id = ${order.orderId}`
  await move(event.eventId, doorsAt, zone)
  return { ...event, orderId: order.orderId }
}

const move = (eventId: string, doorsAt: Date, zone = 'America/New_York') => sql`
  update public.events set doors_at = ${doorsAt}, starts_at = ${new Date(doorsAt.getTime() + hour)},
    ends_at = ${new Date(doorsAt.getTime() + 9 * hour)}, time_zone = ${zone} where id = ${eventId}`

const run = () => sql`select public.queue_reminders()`
const mailsOf = async (orderId: string) => {
  const rows = await sql<{ kind: string }[]>`
    select kind from private.mail_outbox where subject_id = ${orderId} and kind like 'reminder%' order by created_at, kind`
  return rows.map(({ kind }) => kind)
}

/** When the reminders of an event are due, and until when. */
async function dueAt(doorsAt: string, zone: string) {
  const { eventId } = await createEvent(sql)
  await move(eventId, new Date(doorsAt), zone)
  const [row] = await sql<{ day: Date; today: Date; until: Date }[]>`
    select min(d.due_at) filter (where d.kind = 'reminder_day_before') as day,
      min(d.due_at) filter (where d.kind = 'reminder_day_of') as today,
      min(d.until) filter (where d.kind = 'reminder_day_of') as until
    from public.events e cross join lateral private.reminder_due(e) d where e.id = ${eventId}`
  return [row?.day, row?.today, row?.until].map((at) => at?.toISOString())
}

test.each([
  // Doors at 10 PM: noon of the day.
  ['2026-11-22T03:00:00Z', 'America/New_York', '2026-11-21T03:00:00.000Z', '2026-11-21T17:00:00.000Z'],
  // Doors at 2 PM: four hours before.
  ['2026-11-21T19:00:00Z', 'America/New_York', '2026-11-20T19:00:00.000Z', '2026-11-21T15:00:00.000Z'],
  // Doors half past midnight: noon of that day would be after it.
  ['2026-11-21T05:30:00Z', 'America/New_York', '2026-11-20T05:30:00.000Z', '2026-11-21T01:30:00.000Z'],
  // The clocks went back on this day: 24 hours are 24 hours, noon is noon.
  ['2026-11-02T01:00:00Z', 'America/New_York', '2026-11-01T01:00:00.000Z', '2026-11-01T17:00:00.000Z'],
])('doors %s in %s: from %s and from %s', async (doors, zone, day, today) => {
  expect(await dueAt(doors, zone)).toEqual([day, today, new Date(doors).toISOString()])
})

describe('go', () => {
  test('a day before and on the day, once each, whatever the date does', async () => {
    const { orderId, eventId } = await sold(inHours(24.2))
    await run()
    expect(await mailsOf(orderId)).toEqual([])
    await move(eventId, inHours(23.9))
    await run()
    await run()
    const first = await mailsOf(orderId)
    expect(first).toEqual(['reminder_day_before'])
    await move(eventId, inHours(3.9))
    await run()
    await run()
    expect(await mailsOf(orderId)).toEqual(['reminder_day_before', 'reminder_day_of'])
    // Moved by a week: both were said.
    await move(eventId, inHours(23.9))
    await run()
    expect(await mailsOf(orderId)).toHaveLength(2)
  })

  test('with what one needs at the door, and a link of their own', async () => {
    const { orderId, eventId } = await sold(inHours(23.9))
    await sql`update public.events set min_age = 21, id_policy = 'Passport or license.', dress_code = 'All white' where id = ${eventId}`
    await sql`select private.write_place(${eventId}, '{"venueName": "The Yard", "address": "1 Main St", "locationVisibility": "holders", "locationHours": null}')`
    await run()
    const [mail] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where subject_id = ${orderId} and kind = 'reminder_day_before'`
    const facts = await call(
      service,
      'read_mail_facts',
      { p_mail: mail?.id },
      mailKinds.reminder_day_before.schema,
    )
    expect(facts.order.event).toMatchObject({ address: '1 Main St', idPolicy: 'Passport or license.' })
    expect(facts.reminder).toMatchObject({ dressCode: 'All white' })
  })
})

describe('do not go', () => {
  test('to who bought less than two hours before, but the next one does', async () => {
    const late = await sold(inHours(23.9), { boughtAgo: 1 })
    const early = await sold(inHours(23.9), { boughtAgo: 2.2 })
    await run()
    expect([await mailsOf(late.orderId), await mailsOf(early.orderId)]).toEqual([[], ['reminder_day_before']])
    // Later, when the purchase is hours ago, the one of the day before is still left out.
    await sql`update public.orders set paid_at = paid_at where id = ${late.orderId}`
    await move(late.eventId, inHours(3.9))
    await sql`update public.orders set paid_at = now() - interval '20 hours' where id = ${late.orderId}`
    await run()
    expect(await mailsOf(late.orderId)).toEqual(['reminder_day_of'])
  })

  test.each([
    'cancelled',
    'postponed',
    'test',
    'void',
    'over',
  ])('for what is %s, also when it became so after it was queued', async (state) => {
    const spoil = async ({ eventId, orderId }: { eventId: string; orderId: string }) => {
      if (state === 'cancelled')
        await (await users.actingAs('Ada'))
          .rpc('set_event_status', { p_id: eventId, p_status: 'cancelled', p_note: '' })
          .throwOnError()
      if (state === 'postponed')
        await sql`update public.events set status = 'postponed' where id = ${eventId}`
      if (state === 'test') await sql`update public.events set is_test = true where id = ${eventId}`
      if (state === 'over') await move(eventId, inHours(-1))
      if (state === 'void')
        await sql`select private.void_tickets(array(select id from public.tickets where order_id = ${orderId}), 'refunded', false),
          private.end_refunded_order(${orderId})`
    }
    const before = await sold(inHours(23.9))
    await spoil(before)
    await run()
    expect(await mailsOf(before.orderId)).toEqual([])

    const after = await sold(inHours(23.9))
    await run()
    expect(await mailsOf(after.orderId)).toEqual(['reminder_day_before'])
    await spoil(after)
    const [mail] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where subject_id = ${after.orderId} and kind = 'reminder_day_before'`
    const facts = await call(
      service,
      'read_mail_facts',
      { p_mail: mail?.id },
      z.object({ reminder: z.unknown() }),
    )
    expect(facts.reminder).toBeNull()
  })

  test('before their time, or after it', async () => {
    const { orderId } = await sold(inHours(-0.1))
    const { orderId: later } = await sold(inHours(30))
    await run()
    expect([...(await mailsOf(orderId)), ...(await mailsOf(later))]).toEqual([])
  })
})

describe('exactly once', () => {
  test('with eight workers at the same time, again and again', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => sold(inHours(23.5))))
    const pool = users.connect(8)
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 8 }, () => pool`select public.queue_reminders()`))
    for (const { orderId } of orders) expect(await mailsOf(orderId)).toEqual(['reminder_day_before'])
  })

  test('a worker that dies while it queues leaves no half: the next one queues all', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => sold(inHours(23.5))))
    const doomed = await users.connect(1).reserve()
    const [worker] = await doomed<{ pid: number }[]>`select pg_backend_pid() as pid`
    await doomed`begin`
    await doomed`select public.queue_reminders()`
    // Others wait for the keys of the one that dies, and take over.
    const next = run().then(() => 'done')
    await sql`select pg_terminate_backend(${worker?.pid ?? 0})`
    await next
    await run()
    for (const { orderId } of orders) expect(await mailsOf(orderId)).toEqual(['reminder_day_before'])
  })
})

describe('of tickets that were handed on go to who has them', () => {
  const addLink = async (p_purpose: string, p_subject: string): Promise<string> => {
    const p_token_hash = hashToken(makeToken())
    await service.rpc('add_link', { p_purpose, p_subject, p_token_hash }).throwOnError()
    return p_token_hash
  }

  /** Offers a ticket to a mailbox, and takes it there. */
  async function give(
    ticket: string,
    holder: { p_user: string | null; p_token_hash: string | null },
    to: string,
  ) {
    const { transferId } = await call(
      service,
      'offer_transfer',
      { ...holder, p_ticket: ticket, p_to: to },
      z.object({ transferId: z.uuid() }).loose(),
    )
    const p_token_hash = await addLink('ticket_transfer', transferId)
    const answer = { p_user: null, p_token_hash, p_transfer: null, p_name: 'Rae Romain' }
    await service.rpc('accept_transfer', { ...answer, p_email: null, p_is_of_age: true }).throwOnError()
    return transferId
  }

  /** Hands a ticket that the buyer of an order still has to a mailbox, some hours ago. */
  async function handOn(orderId: string, to: string, hoursAgo = 50): Promise<string> {
    const [ticket] = await sql<{ id: string; owner: string }[]>`
      select id, owner_id as owner from public.tickets where order_id = ${orderId} and holder_email is null order by id limit 1`
    const transferId = await give(ticket?.id ?? '', { p_user: ticket?.owner ?? '', p_token_hash: null }, to)
    await sql`update private.ticket_transfers set closed_at = ${inHours(-hoursAgo)} where id = ${transferId}`
    return transferId
  }

  const received = async (transfer: string) =>
    (
      await sql<{ kind: string; recipient: string; id: string }[]>`
        select kind, recipient, id from private.mail_outbox
        where subject_id = ${transfer} and kind like 'received%' order by created_at, kind`
    ).map(({ kind, recipient }) => `${kind} ${recipient}`)

  test('a day before and on the day, and not to a buyer who has none left', async () => {
    const rae = `rae-${randomUUID()}@example.com`
    const { orderId, eventId } = await sold(inHours(200))
    const first = await handOn(orderId, rae)
    await move(eventId, inHours(23.9))
    await Promise.all([run(), run()])
    expect([await mailsOf(orderId), await received(first)]).toEqual([
      ['reminder_day_before'],
      [`received_reminder_day_before ${rae}`],
    ])
    const kay = `kay-${randomUUID()}@example.com`
    const second = await handOn(orderId, kay, 1)
    await move(eventId, inHours(3.9))
    await run()
    // Kay accepted a moment ago and read the same then.
    expect([await mailsOf(orderId), await received(first), await received(second)]).toEqual([
      ['reminder_day_before'],
      [`received_reminder_day_before ${rae}`, `received_reminder_day_of ${rae}`],
      [],
    ])
  })

  test('news of the event go to each mailbox once; with the address, until they hand it on', async () => {
    const [rae, kay] = [`rae-${randomUUID()}@example.com`, `kay-${randomUUID()}@example.com`]
    const { orderId, eventId } = await sold(inHours(200))
    const first = await handOn(orderId, rae)
    const second = await handOn(orderId, rae.toUpperCase())
    await sql`select private.write_place(${eventId}, '{"venueName": "The Yard", "address": "1 Main St", "locationVisibility": "holders", "locationHours": null}')`
    for (const _ of ['first', 'again']) {
      await sql`select private.queue_venue_mails(e, null) from public.events e where e.id = ${eventId}`
      await sql`select private.queue_moved_mails(e, e, null) from public.events e where e.id = ${eventId}`
    }
    const told = [...(await received(first)), ...(await received(second))]
    expect(told.map((line) => line.toLowerCase())).toEqual(
      Array.from({ length: 2 }, () => `received_ticket_news ${rae}`),
    )
    const [mail] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where subject_id in (${first}, ${second}) and payload ->> 'news' = 'venue_revealed'`
    const factsOf = async () =>
      (await call(service, 'read_mail_facts', { p_mail: mail?.id }, mailKinds.received_ticket_news.schema))
        .transfer
    expect(await factsOf()).toMatchObject({ isCurrent: true, event: { address: '1 Main St' } })
    const [about] = await sql<{ ticket: string }[]>`
      select t.ticket_id as ticket from private.mail_outbox m join private.ticket_transfers t on t.id = m.subject_id
      where m.id = ${mail?.id ?? ''}`
    const ticket = about?.ticket ?? ''
    await give(ticket, { p_user: null, p_token_hash: await addLink('received_ticket', ticket) }, kay)
    const after = await factsOf()
    expect([after.isCurrent, after.event.address ?? null]).toEqual([false, null])
  })
})
