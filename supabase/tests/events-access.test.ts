import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventPageSchema } from '#features/events/public/public-events.types.ts'
import { storedEventSchema } from '#features/events/staff/staff-events.types.ts'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { ticketListSchema } from '#features/tickets/tickets.types.ts'
import { createEvent, hideVenue, type TestEventOptions, unlock } from './event-fixture.ts'
import { together } from './races.ts'
import { buy, call, holdTickets, refundedSchema, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(12)
afterAll(() => users.close())

const pageSchema = eventPageSchema.unwrap()
const none = z.null()
const revealSchema = z.object({ events: z.int(), mails: z.int() })

const readPage = async (id: string, as: Name | 'visitor') =>
  await call(await users.actingAs(as), 'read_event_page', { p_id: id }, eventPageSchema)
const venueFor = async (id: string, as: Name | 'visitor') => {
  const { event } = pageSchema.parse(await readPage(id, as))
  return event.venueName || event.venueHidden
}
const reveal = () => call(service, 'reveal_venues', {}, revealSchema)
const place = (id: string) => sql<
  { venue_name: string; address: string; venue_hidden: boolean; stored: string | null }[]
>`
  select e.venue_name, e.address, e.venue_hidden, v.venue_name as stored
  from public.events e left join public.event_venues v on v.event_id = e.id where e.id = ${id}`
const mailsOf = (order: string) => sql<{ id: string; kind: string }[]>`
  select id, kind from private.mail_outbox where subject_id = ${order} and kind = 'venue_revealed'`
/** Moves the doors of an event so that the hour of its venue was a minute ago; what was bought was bought before. */
const makeDue = async (id: string, hours: number) => {
  const doors = new Date(Date.now() + hours * 3_600_000 - 60_000)
  await sql`update public.orders set paid_at = paid_at - interval '1 hour' where event_id = ${id}`
  await sql`update public.events set doors_at = ${doors}, starts_at = ${doors},
    ends_at = ${new Date(doors.getTime() + 8 * 3_600_000)} where id = ${id}`
}
/** Changes the venue as the editor does. */
const save = async (id: string, fields: Record<string, unknown>) => {
  const admin = await users.actingAs('Ada')
  const stored = await call(admin, 'read_event_editor', { p_id: id }, storedEventSchema)
  return call(admin, 'save_event', { p_event: { id, version: stored?.event.version, ...fields } }, z.uuid())
}
const hidden = async (options: TestEventOptions & { hours?: number } = {}) => {
  const testEvent = await createEvent(sql, { doorsIn: 100, ...options })
  await hideVenue(sql, testEvent.eventId, { hours: options.hours })
  return testEvent
}

/** Voids the tickets of an order as a refund does. */
async function voidOrder(order: string): Promise<void> {
  await sql`select private.void_tickets(array_agg(id), 'refunded', false) from public.tickets where order_id = ${order}`
  await sql`select private.end_refunded_order(${order})`
}

describe('a venue for holders', () => {
  test('is told to holders of valid tickets and to nobody else, wherever they look', async () => {
    const testEvent = await hidden()
    const { eventId } = testEvent
    const mia = await users.id('Mia')
    expect(await venueFor(eventId, 'Mia')).toBe('holders')
    const { order } = await buy(service, mia, testEvent, { Entry: 1 })
    expect(await venueFor(eventId, 'Mia')).toBe('Boiler House')
    for (const name of ['visitor', 'Gus', 'Sid'] as const)
      expect(await venueFor(eventId, name)).toBe('holders')
    const wallet = await call(await users.actingAs('Mia'), 'read_my_tickets', {}, ticketListSchema)
    expect(wallet.find(({ event }) => event.id === eventId)?.event).toMatchObject({
      venueName: 'Boiler House',
      address: '9 Dock St',
      venueHidden: null,
    })

    const refunded = {
      p_order: order.orderId,
      p_amount_cents: order.totalCents,
      p_reason: 'goodwill',
      p_void: true,
    }
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      { ...refunded, p_key: randomUUID() },
      refundedSchema,
    )
    expect(await venueFor(eventId, 'Mia')).toBe('holders')
    const later = await call(await users.actingAs('Mia'), 'read_my_tickets', {}, ticketListSchema)
    expect(JSON.stringify(later.filter(({ event }) => event.id === eventId))).not.toContain('Boiler House')
  })

  test('is in the confirmation of an order, and never in the mail of an order without tickets', async () => {
    const testEvent = await hidden()
    const { order } = await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })
    const [mail] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
    const facts = () => call(service, 'read_mail_facts', { p_mail: mail?.id }, mailKinds.order_paid.schema)
    expect((await facts()).order.event).toMatchObject({ venueName: 'Boiler House', venueHidden: null })
    await voidOrder(order.orderId)
    expect((await facts()).order.event).toMatchObject({
      venueName: '',
      address: null,
      venueHidden: 'holders',
    })
  })
})

describe('where a venue is', () => {
  const points = (id: string) => sql`
    select e.latitude::float as shown, v.latitude::float as kept
    from public.events e left join public.event_venues v on v.event_id = e.id where e.id = ${id}`

  test('is hidden and revealed with it, goes into copies, and is given whole or not at all', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 100 })
    await save(eventId, { venueName: 'Red Hook Yard', address: '160 Van Brunt St' })
    await save(eventId, { latitude: 40.67965, longitude: -74.00853 })
    expect(await points(eventId)).toEqual([{ shown: 40.67965, kept: null }])
    await save(eventId, { locationVisibility: 'hours', locationHours: 6 })
    expect(await points(eventId)).toEqual([{ shown: null, kept: 40.67965 }])
    for (const name of ['visitor', 'Sid'] as const)
      expect(JSON.stringify(await readPage(eventId, name))).not.toContain('40.67965')
    const admin = await users.actingAs('Ada')
    const stored = await call(admin, 'read_event_editor', { p_id: eventId }, storedEventSchema)
    expect(stored?.event).toMatchObject({ latitude: 40.67965, longitude: -74.00853 })
    const copy = await call(admin, 'copy_event', { p_id: eventId }, z.uuid())
    expect(await points(copy)).toEqual([{ shown: null, kept: 40.67965 }])
    await makeDue(eventId, 6)
    await reveal()
    expect(await points(eventId)).toEqual([{ shown: 40.67965, kept: null }])
    await expect(save(eventId, { latitude: null })).rejects.toThrow(/events_coordinates/)
    await expect(save(eventId, { latitude: 91 })).rejects.toThrow(/latitude/)
    await save(eventId, { latitude: null, longitude: null })
    expect(await points(eventId)).toEqual([{ shown: null, kept: null }])
  })
})

describe('a venue some hours before doors', () => {
  test('is told to holders by the clock, to visitors by the job, which mails each order once', async () => {
    const testEvent = await hidden({ hours: 6 })
    const { eventId } = testEvent
    const [mia, gus, sid] = [await users.id('Mia'), await users.id('Gus'), await users.id('Sid')]
    const bought = [
      (await buy(service, mia, testEvent, { Entry: 2 })).order,
      (await buy(service, gus, testEvent, { Entry: 1 })).order,
    ]
    const { order: refunded } = await buy(service, sid, testEvent, { Entry: 1 })
    await voidOrder(refunded.orderId)
    await reveal()
    expect(await venueFor(eventId, 'Mia')).toBe('hours')
    expect(await place(eventId)).toMatchObject([{ venue_hidden: true, stored: 'Boiler House' }])

    await makeDue(eventId, 6)
    expect(await venueFor(eventId, 'Mia')).toBe('Boiler House')
    expect(await venueFor(eventId, 'visitor')).toBe('hours')
    expect(await place(eventId)).toMatchObject([{ venue_name: '', venue_hidden: true }])
    // bought after the hour, before the job: the confirmation names the venue
    const { order: late } = await buy(service, await users.id('Dex'), testEvent, { Entry: 1 })

    const runs = await together(pool, 10, (tx) => tx`select public.reveal_venues() as done`)
    expect(runs.filter(({ broke, refused }) => broke ?? refused)).toEqual([])
    await reveal()
    expect(await place(eventId)).toEqual([
      { venue_name: 'Boiler House', address: '9 Dock St', venue_hidden: false, stored: null },
    ])
    expect(await venueFor(eventId, 'visitor')).toBe('Boiler House')
    for (const order of bought) expect(await mailsOf(order.orderId)).toHaveLength(1)
    for (const order of [refunded, late]) expect(await mailsOf(order.orderId)).toEqual([])
    expect(
      await sql`select to_state from private.state_log where entity = 'event_venue' and entity_id = ${eventId}`,
    ).toHaveLength(1)

    const [mail] = await mailsOf(bought[0]?.orderId ?? '')
    const facts = await call(
      service,
      'read_mail_facts',
      { p_mail: mail?.id },
      mailKinds.venue_revealed.schema,
    )
    expect(facts.order.event).toMatchObject({ venueName: 'Boiler House', address: '9 Dock St' })
  })

  test('a later date hides it again; the mail goes again with another venue alone', async () => {
    const testEvent = await hidden({ hours: 6 })
    const { eventId } = testEvent
    const { order } = await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })
    await makeDue(eventId, 6)
    await reveal()
    for (const [venueName, mails] of [
      ['Boiler House', 1],
      ['Brick Hall', 2],
    ] as const) {
      const doorsAt = new Date(Date.now() + 90 * 3_600_000).toISOString()
      const endsAt = new Date(Date.now() + 95 * 3_600_000).toISOString()
      await sql`update public.events set status = 'postponed' where id = ${eventId}`
      await save(eventId, { doorsAt, startsAt: doorsAt, endsAt, venueName })
      expect(await place(eventId)).toMatchObject([{ venue_name: '', address: '', stored: venueName }])
      await sql`update public.events set status = 'published' where id = ${eventId}`
      await makeDue(eventId, 6)
      await reveal()
      expect(await place(eventId)).toMatchObject([{ venue_name: venueName, venue_hidden: false }])
      expect(await mailsOf(order.orderId)).toHaveLength(mails)
    }
  })

  test.each(['postponed', 'draft'] as const)('%s: the job leaves it alone', async (status) => {
    const { eventId } = await hidden({ hours: 6 })
    await sql`update public.events set status = ${status} where id = ${eventId}`
    await makeDue(eventId, 6)
    await reveal()
    expect(await place(eventId)).toMatchObject([{ venue_hidden: true, stored: 'Boiler House' }])
  })

  test('one without a name waits; whoever writes it tells the holders, also those who bought after the hour', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 100 })
    const { eventId } = testEvent
    await hideVenue(sql, eventId, { hours: 6, venueName: '', address: '' })
    const { order } = await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })
    await makeDue(eventId, 6)
    const { order: late } = await buy(service, await users.id('Sid'), testEvent, { Entry: 1 })
    await reveal()
    expect(await place(eventId)).toMatchObject([{ venue_hidden: true }])
    await save(eventId, { venueName: 'Kiln Room', address: '1 Kiln Ln' })
    expect(await place(eventId)).toMatchObject([
      { venue_name: 'Kiln Room', venue_hidden: false, stored: null },
    ])
    for (const { orderId } of [order, late]) expect(await mailsOf(orderId)).toHaveLength(1)
  })
})

describe('the editor', () => {
  test('reads and writes the venue wherever it is, and moves it with the rule', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 100 })
    const { eventId } = testEvent
    // Like no other word: a misspelt one is corrected by those that are similar.
    const word = `xq${randomUUID().replaceAll(/[^a-f]/g, '')}zwvxq`
    const { order } = await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })
    const found = async () => {
      const client = await users.actingAs('visitor')
      const { data } = await client.rpc('search_site', { p_query: word })
      const parsed = z.object({ events: z.array(z.object({ id: z.string() })) }).parse(data)
      return parsed.events.map(({ id }) => id)
    }
    const editor = async () =>
      (await call(await users.actingAs('Ada'), 'read_event_editor', { p_id: eventId }, storedEventSchema))
        ?.event
    await save(eventId, { venueName: word, address: '5 Row' })
    expect(await found()).toEqual([eventId])

    await save(eventId, { locationVisibility: 'holders' })
    expect(await place(eventId)).toEqual([{ venue_name: '', address: '', venue_hidden: true, stored: word }])
    expect(await found()).toEqual([])
    expect(await sql`select from private.search_words where word = ${word}`).toHaveLength(0)
    expect(await editor()).toMatchObject({ venueName: word, address: '5 Row', locationVisibility: 'holders' })
    // people who bought while it was public know it
    expect(await mailsOf(order.orderId)).toEqual([])

    await save(eventId, { title: 'Another title' })
    expect(await editor()).toMatchObject({ venueName: word, address: '5 Row' })
    await save(eventId, { locationVisibility: 'hours', locationHours: 12, address: '6 Row' })
    expect(await place(eventId)).toMatchObject([{ venue_hidden: true, stored: word }])
    expect(await venueFor(eventId, 'Mia')).toBe('hours')
    expect(await editor()).toMatchObject({ address: '6 Row', locationHours: 12 })

    const copy = await call(await users.actingAs('Ada'), 'copy_event', { p_id: eventId }, z.uuid())
    expect(await place(copy)).toMatchObject([{ venue_name: '', venue_hidden: true, stored: word }])

    await save(eventId, { locationVisibility: 'public' })
    expect(await place(eventId)).toEqual([
      { venue_name: word, address: '6 Row', venue_hidden: false, stored: null },
    ])
    expect(await found()).toEqual([eventId])
    // this change told the holders
    expect(await mailsOf(order.orderId)).toHaveLength(1)
    const audited = await sql<{ facts: unknown }[]>`
      select facts from private.audit_log where action = 'set_event_venue' and subject_id = ${eventId}`
    expect(JSON.stringify(audited)).toContain('6 Row')
  })

  test('the row of an event cannot hold a venue that is hidden', async () => {
    const { eventId } = await hidden()
    await expect(
      sql`update public.events set venue_name = 'Boiler House' where id = ${eventId}`,
    ).rejects.toMatchObject({ constraint_name: 'events_venue_hidden' })
    await expect(
      sql`update public.events set venue_hidden = false where id = ${eventId}`,
    ).rejects.toMatchObject({ constraint_name: 'events_venue_hidden' })
  })
})

describe('a password', () => {
  const locked = (options: TestEventOptions = {}) => createEvent(sql, { visibility: 'password', ...options })
  const setPassword = async (id: string, password: string, as: Name = 'Ada') =>
    await call(await users.actingAs(as), 'set_event_password', { p_id: id, p_password: password }, none)
  const check = (id: string, password: string) =>
    call(service, 'check_event_password', { p_event: id, p_password: password }, z.uuid().nullable())
  const open = async (id: string, user: string, password: string) =>
    call(service, 'unlock_event', { p_user: user, p_password_id: await check(id, password) }, z.boolean())

  test('opens the event to the account that gave it, until it is changed', async () => {
    const testEvent = await locked()
    const { eventId } = testEvent
    await setPassword(eventId, 'first word')
    const sid = await users.id('Sid')
    const wanted = async (as: Name | 'visitor') =>
      call(await users.actingAs(as), 'is_password_wanted', { p_event: eventId }, z.boolean())
    expect(await check(eventId, 'First word')).toBeNull()
    expect([await readPage(eventId, 'Sid'), await wanted('Sid')]).toEqual([null, true])
    expect(await refusal(holdTickets(service, sid, testEvent, { Entry: 1 }))).toMatchObject({
      code: 'not_found',
    })

    expect(await open(eventId, sid, 'first word')).toBe(true)
    expect(await open(eventId, sid, 'first word')).toBe(true)
    expect([(await readPage(eventId, 'Sid'))?.event.id, await wanted('Sid')]).toEqual([eventId, false])
    expect((await holdTickets(service, sid, testEvent, { Entry: 1 })).lines).toHaveLength(1)
    expect([await readPage(eventId, 'Dex'), await readPage(eventId, 'visitor')]).toEqual([null, null])

    const passwordId = await check(eventId, 'first word')
    await setPassword(eventId, 'second word')
    expect(await readPage(eventId, 'Sid')).toBeNull()
    expect(await check(eventId, 'first word')).toBeNull()
    // checked before the change, unlocked after it
    expect(await call(service, 'unlock_event', { p_user: sid, p_password_id: passwordId }, z.boolean())).toBe(
      false,
    )
  })

  test('is not asked of staff who work there, nor of people who bought', async () => {
    const testEvent = await locked()
    const { eventId } = testEvent
    const abe = await users.id('Abe')
    await sql`update private.user_roles set role = 'member' where user_id = ${abe}`
    await unlock(sql, eventId, abe)
    await buy(service, abe, testEvent, { Entry: 1 })
    await setPassword(eventId, 'another word')
    await users.grant('Dot', 'door_manager', eventId)
    for (const name of ['Abe', 'Dot', 'Mo', 'Ada'] as const)
      expect((await readPage(eventId, name))?.event.id, name).toBe(eventId)
    expect(await readPage(eventId, 'Dex')).toBeNull()
  })

  test('goes with a guest who signs in', async () => {
    const { eventId } = await locked()
    const [gus, sid] = [await users.id('Gus'), await users.id('Sid')]
    await unlock(sql, eventId, gus)
    const merged = z.object({ moved: z.array(z.string()), refused: z.array(z.string()) })
    await call(service, 'merge_guest', { p_guest: gus, p_account: sid }, merged)
    expect((await readPage(eventId, 'Sid'))?.event.id).toBe(eventId)
  })

  test('is set by admins alone, in bounds, and kept as a hash that is in no log', async () => {
    const { eventId } = await locked({ status: 'draft' })
    for (const name of ['Mo', 'Mia', 'Gus'] as const)
      expect(await refusal(setPassword(eventId, 'long enough', name))).toMatchObject({ code: 'not_allowed' })
    for (const password of ['short', ' padded ', 'x'.repeat(73)])
      expect(await refusal(setPassword(eventId, password))).toMatchObject({ code: 'invalid' })
    const publish = async () => call(await users.actingAs('Ada'), 'publish_event', { p_id: eventId }, none)
    expect(await refusal(publish())).toMatchObject({
      code: 'event_incomplete',
      facts: { missing: expect.stringContaining('password') },
    })
    await setPassword(eventId, 'kept nowhere 77')
    expect(await check(eventId, 'kept nowhere 77')).toBeNull()
    await sql`update public.events set ${sql({
      venue_name: 'Hall',
      address: '1 Secret Street',
      image_path: '/art/some-picture.0123456789abcde',
      image_alt: 'Flags',
    })} where id = ${eventId}`
    await publish()
    expect(await check(eventId, 'kept nowhere 77')).not.toBeNull()
    const rows = await sql`
      select to_jsonb(p)::text as row from private.event_passwords p where event_id = ${eventId}
      union all select to_jsonb(a)::text from private.audit_log a where subject_id = ${eventId}
      union all select to_jsonb(k)::text from private.idempotency_keys k`
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain('kept nowhere 77')
  })
})
