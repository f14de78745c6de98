import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventPageSchema } from '#features/events/public/public-events.types.ts'
import {
  type StaffEventList,
  saveConsequencesSchema,
  staffEventListSchema,
  storedEventSchema,
} from '#features/events/staff/staff-events.types.ts'
import { todaySchema } from '#features/operations/today/today.types.ts'
import { countersOf, createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, checkOut, holdTickets, refusal, report } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests how staff edit events, and what the database refuses. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const editorSchema = storedEventSchema.unwrap()

const form = () => ({
  title: `Jouvé & Bass ${randomUUID().slice(0, 6)}`,
  city: 'Brooklyn',
  region: 'NY',
  venueName: 'The Yard',
  address: '12 Flatbush Ave',
  imagePath: '/art/some-picture.0123456789abcde',
  imageAlt: 'Flags',
  timeZone: 'America/New_York',
  doorsAt: inHours(50),
  startsAt: inHours(51),
  endsAt: inHours(57),
  feeFixedCents: 100,
  genres: ['soca'],
  lineUp: [{ name: 'DJ Kalalou', role: null, at: null }],
  pools: [
    { key: 'p1', name: 'Room', capacity: 20 },
    { key: 'p2', name: 'Balcony', capacity: 10 },
  ],
  types: [
    {
      name: 'Entry',
      minPerOrder: 1,
      maxPerOrder: 10,
      pools: ['p1'],
      releases: [
        { name: 'Early', faceCents: 2000, quantity: 5 },
        { name: 'Final', faceCents: 3000 },
      ],
    },
    {
      name: 'VIP',
      minPerOrder: 1,
      maxPerOrder: 4,
      pools: ['p2'],
      releases: [{ name: 'Only', faceCents: 9000 }],
    },
  ],
})

let admin: Awaited<ReturnType<typeof users.actingAs>>
beforeAll(async () => {
  admin = await users.actingAs('Ada')
})

const save = (event: unknown, client = admin) => call(client, 'save_event', { p_event: event }, z.uuid())
const read = (id: string) => call(admin, 'read_event_editor', { p_id: id }, editorSchema)
/** Saves as somebody who agrees to everything that the preview says. */
async function saveAgreed(event: object) {
  const said = await call(admin, 'preview_event_save', { p_event: event }, saveConsequencesSchema)
  return await save({ ...event, confirmed: said.map(({ key }) => key) })
}
const nothing = z.null()
const publish = (id: string) => call(admin, 'publish_event', { p_id: id }, nothing)
const setStatus = (id: string, status: string, note: string | null = null) =>
  call(admin, 'set_event_status', { p_id: id, p_status: status, p_note: note }, nothing)

/** The event as its form would send it back unchanged. */
async function stored(id: string) {
  const { event, pools, types } = await read(id)
  return { ...event, pools, types }
}

/** A published event, as the selling functions take it. */
async function openEvent(changes: object = {}): Promise<TestEvent> {
  const eventId = await save({ ...form(), ...changes })
  await publish(eventId)
  const editor = await read(eventId)
  return {
    eventId,
    types: Object.fromEntries(editor.types.map((type) => [type.name, type.id])),
    pools: Object.fromEntries(editor.pools.map((pool) => [pool.name, pool.id])),
  }
}

describe('rights', () => {
  test.each([
    'Mia',
    'Mo',
    'Dex',
    'Gus',
  ] as const)('%s may neither write nor read the editor', async (name: Name) => {
    const client = await users.actingAs(name)
    const id = await save(form())
    const tries = {
      save_event: { p_event: form() },
      publish_event: { p_id: id },
      set_event_status: { p_id: id, p_status: 'cancelled', p_note: null },
      set_event_picture: { p_id: id, p_path: null, p_alt: '' },
      copy_event: { p_id: id },
      read_event_editor: { p_id: id },
      list_staff_events: {},
    }
    for (const [verb, args] of Object.entries(tries)) {
      expect(await refusal(call(client, verb, args, z.unknown())), verb).toMatchObject({
        code: 'not_allowed',
      })
    }
    expect((await read(id)).event.status).toBe('draft')
  })

  test('a visitor may not even call', async () => {
    const visitor = await users.actingAs('visitor')
    const { error } = await visitor.rpc('save_event', { p_event: form() })
    expect(error?.code).toBe('42501')
  })

  test('tables cannot be written without the functions', async () => {
    const id = await save(form())
    const { error } = await admin.from('events').update({ status: 'published' }).eq('id', id)
    expect(error?.code).toBe('42501')
  })
})

describe('saving', () => {
  test('keeps everything, in the order of the form', async () => {
    const id = await save(form())
    const editor = await read(id)
    expect(editor.event).toMatchObject({
      status: 'draft',
      slug: expect.stringMatching(/^jouve-bass-[0-9a-f]{6}$/),
    })
    expect(editor.pools.map((pool) => [pool.name, pool.capacity])).toEqual([
      ['Room', 20],
      ['Balcony', 10],
    ])
    expect(
      editor.types.map((type) => [type.name, type.releases.map((release) => release.faceCents)]),
    ).toEqual([
      ['Entry', [2000, 3000]],
      ['VIP', [9000]],
    ])
  })

  test('an unchanged form changes nothing', async () => {
    const id = await save(form())
    const before = await read(id)
    await save(await stored(id))
    const after = await read(id)
    expect({ ...after, event: { ...after.event, version: '' }, now: '', series: [] }).toEqual({
      ...before,
      series: [],
      event: { ...before.event, version: '' },
      now: '',
    })
  })

  test('prices, pools and types may be added, removed and reordered while nothing is sold', async () => {
    const id = await save(form())
    const event = await stored(id)
    const [entry, vip] = event.types
    await save({
      ...event,
      pools: [event.pools[0], { key: 'p9', name: 'Garden', capacity: 50 }],
      types: [
        { ...vip, pools: ['p9', 'p1'] },
        { ...entry, releases: [...(entry?.releases ?? [])].reverse() },
      ],
    })
    const after = await read(id)
    expect(after.pools.map((pool) => pool.name)).toEqual(['Room', 'Garden'])
    expect(after.types.map((type) => [type.name, type.pools.length])).toEqual([
      ['VIP', 2],
      ['Entry', 1],
    ])
    expect(after.types[1]?.releases.map((release) => release.name)).toEqual(['Final', 'Early'])
  })

  test('a part of the form writes its own fields alone', async () => {
    const id = await save({ ...form(), salesPaused: true })
    const before = await stored(id)
    const { version } = before
    await save({ id, version, summary: 'Only this' })
    const after = await stored(id)
    expect(after).toEqual({ ...before, summary: 'Only this', version: after.version })
    expect(await refusal(save({ id, version: after.version, types: [] }))).toMatchObject({ code: 'invalid' })
    expect(await refusal(save({ id, version: after.version, pools: [] }))).toMatchObject({ code: 'invalid' })
  })

  test('a last entry that new times leave outside is refused', async () => {
    const id = await save({ ...form(), lastEntryAt: inHours(56) })
    const { version } = await stored(id)
    expect(await refusal(save({ id, version, endsAt: inHours(55) }))).toMatchObject({
      code: 'last_entry_outside',
    })
  })

  test('an old version is refused instead of overwriting the newer one', async () => {
    const id = await save(form())
    const mine = await stored(id)
    await save({ ...mine, summary: 'Theirs' })
    expect(await refusal(save({ ...mine, summary: 'Mine' }))).toMatchObject({ code: 'changed_meanwhile' })
    expect((await read(id)).event).toMatchObject({ summary: 'Theirs' })
  })

  test('a part of another event is not found', async () => {
    const [one, other] = [await stored(await save(form())), await stored(await save(form()))]
    expect(await refusal(save({ ...one, pools: other.pools }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(save({ ...one, types: other.types }))).toMatchObject({ code: 'not_found' })
  })

  test.each([
    [
      'two rooms of one name',
      {
        pools: [
          { key: 'p1', name: 'A', capacity: 1 },
          { key: 'p2', name: 'A', capacity: 1 },
        ],
      },
      'name_taken',
    ],
    ['a last entry before doors', { lastEntryAt: inHours(49) }, 'last_entry_outside'],
    ['a last entry after the end', { lastEntryAt: inHours(58) }, 'last_entry_outside'],
    ['a type that draws on no room', { types: [{ ...form().types[0], pools: [] }] }, 'invalid'],
    ['a type that draws on an unknown room', { types: [{ ...form().types[0], pools: ['p7'] }] }, 'invalid'],
  ])('%s is refused', async (_what, changes, code) => {
    expect(await refusal(save({ ...form(), ...changes }))).toMatchObject({ code })
  })

  test.each([
    ['a zone that does not exist', { timeZone: 'America/Brooklyn' }],
    ['an end before the start', { endsAt: inHours(40) }],
    ['an event of a week', { endsAt: inHours(24 * 9) }],
    ['a negative price', { types: [{ ...form().types[0], releases: [{ name: 'X', faceCents: -1 }] }] }],
    ['an unknown kind of music', { genres: ['polka'] }],
  ])('%s never reaches the tables', async (_what, changes) => {
    const title = `Wrong ${randomUUID().slice(0, 8)}`
    await expect(save({ ...form(), title, ...changes })).rejects.toThrow()
    expect(await sql`select 1 from public.events where title = ${title}`).toHaveLength(0)
  })

  test('writes to the audit log what changed, before and after', async () => {
    const id = await save(form())
    await save({ ...(await stored(id)), summary: 'New words' })
    const rows = await sql`
      select actor_id, actor_role, facts -> 'changed' as changed from private.audit_log
      where subject_id = ${id} and action = 'save_event' order by id`
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      actor_id: await users.id('Ada'),
      actor_role: 'admin',
      changed: { summary: ['', 'New words'] },
    })
  })
})

describe('after tickets were sold', () => {
  test('capacity goes up, and down to what is sold and held, with the number in the refusal', async () => {
    const testEvent = await openEvent()
    await buy(service, await users.extra(), testEvent, { Entry: 3 })
    await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    const event = await stored(testEvent.eventId)
    const withRoom = (capacity: number) => ({
      ...event,
      pools: event.pools.map((pool) => (pool.name === 'Room' ? { ...pool, capacity } : pool)),
    })
    expect(await refusal(save(withRoom(4)))).toEqual({
      code: 'capacity_below_sold',
      facts: { pool: 'Room', committed: 5, sold: 3, held: 2, blocked: 0 },
    })
    await save(withRoom(5))
    expect((await read(testEvent.eventId)).pools[0]).toMatchObject({ capacity: 5, sold: 3, held: 2 })
  })

  test('pools and prices in use stay; a type is taken off sale instead of deleted', async () => {
    const testEvent = await openEvent()
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 2 })
    const event = await stored(testEvent.eventId)
    const [entry, vip] = event.types
    const [room, balcony] = event.pools
    expect(
      await refusal(save({ ...event, types: [{ ...entry, releases: [entry?.releases[1]] }, vip] })),
    ).toEqual({
      code: 'release_in_use',
      facts: { release: 'Early' },
    })
    const short = [{ ...entry?.releases[0], quantity: 1 }, entry?.releases[1]]
    expect(await refusal(save({ ...event, types: [{ ...entry, releases: short }, vip] }))).toEqual({
      code: 'release_below_sold',
      facts: { release: 'Early', committed: 2 },
    })
    expect(await refusal(save({ ...event, types: [{ ...entry, pools: ['p2'] }, vip] }))).toMatchObject({
      code: 'type_in_use',
    })
    expect(await refusal(save({ ...event, pools: [balcony], types: [vip] }))).toEqual({
      code: 'pool_in_use',
      facts: { pool: 'Room' },
    })
    await saveAgreed({ ...event, pools: [room, balcony], types: [vip] })
    expect((await read(testEvent.eventId)).types.map((type) => type.name)).toEqual(['VIP'])
    expect(
      await sql`select archived_at from public.ticket_types where id = ${entry?.id ?? ''}`,
    ).toMatchObject([{ archived_at: expect.any(Date) }])
    expect(
      await sql`select 1 from public.tickets where order_id = ${order.orderId} and status = 'valid'`,
    ).toHaveLength(2)
  })

  test('a new price holds for later buyers only', async () => {
    const testEvent = await openEvent()
    const held = await holdTickets(service, await users.extra(), testEvent, { VIP: 1 })
    const event = await stored(testEvent.eventId)
    await saveAgreed({
      ...event,
      types: event.types.map((type) => ({
        ...type,
        releases: type.releases.map((release) => ({ ...release, faceCents: release.faceCents + 500 })),
      })),
    })
    const later = await holdTickets(service, await users.extra(), testEvent, { VIP: 1 })
    expect([held.totalCents, later.totalCents]).toEqual([9100, 9600])
    const [line] =
      await sql`select unit_face_cents::int from public.hold_lines where hold_id = ${held.holdId}`
    expect(line).toEqual({ unit_face_cents: 9000 })
  })

  test('saving says first what it means for buyers, and wants consent to exactly that', async () => {
    const testEvent = await openEvent()
    await buy(service, await users.extra(), testEvent, { Entry: 3 })
    await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    await buy(service, await users.extra(), testEvent, { VIP: 1 })
    const event = await stored(testEvent.eventId)
    const [entry, vip] = event.types
    const dearer = {
      ...entry,
      releases: entry?.releases.map((release) => ({ ...release, faceCents: release.faceCents + 500 })),
    }
    const changed = { ...event, types: [dearer], feeBps: 900 }
    const said = await call(admin, 'preview_event_save', { p_event: changed }, saveConsequencesSchema)
    expect(said).toMatchObject([
      { code: 'removed', name: 'VIP', sold: 1, held: 0 },
      { code: 'price', name: 'Entry: Early', wasCents: 2000, becomesCents: 2500, sold: 3, held: 2 },
      { code: 'fees', sold: 4 },
    ])
    const keys = said.map(({ key }) => key)
    const less = keys.slice(1)
    expect(await refusal(save(changed))).toEqual({ code: 'confirm_first', facts: { consequences: 3 } })
    expect(await refusal(save({ ...changed, confirmed: less }))).toMatchObject({ code: 'confirm_first' })
    // Consent to one price is none to another.
    const dearest = { ...dearer, releases: dearer.releases?.map((each) => ({ ...each, faceCents: 9900 })) }
    expect(await refusal(save({ ...changed, types: [dearest, vip], confirmed: keys }))).toMatchObject({
      code: 'confirm_first',
    })
    // Refuses at once what is refused anyway.
    expect(
      await refusal(save({ ...changed, pools: event.pools.map((pool) => ({ ...pool, capacity: 4 })) })),
    ).toMatchObject({ code: 'capacity_below_sold' })
    expect((await stored(testEvent.eventId)).types).toEqual(event.types)
    await save({ ...changed, confirmed: keys })
    expect((await read(testEvent.eventId)).types.map(({ name }) => name)).toEqual(['Entry'])
    const [logged] = await sql`
      select facts -> 'confirmed' as confirmed from private.audit_log
      where subject_id = ${testEvent.eventId} and action = 'save_event' order by id desc limit 1`
    expect(logged?.confirmed).toEqual(keys)
  })

  test('nobody is asked about drafts, what nobody bought, or changes that hurt nobody', async () => {
    const draft = await stored(await save(form()))
    const changes = { startsAt: inHours(150), doorsAt: inHours(149), endsAt: inHours(155), feeBps: 900 }
    await save({ ...draft, ...changes })
    const testEvent = await openEvent()
    await save({ ...(await stored(testEvent.eventId)), ...changes })
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const event = await stored(testEvent.eventId)
    const types = event.types.map((type) => ({ ...type, name: `${type.name} new`, description: 'More' }))
    const pools = event.pools.map((pool) => ({ ...pool, capacity: pool.capacity + 5 }))
    await save({ ...event, types, pools, title: 'Renamed at last', description: 'Longer' })
  })

  test('a new day, and later new times, are announced to every paid order with a valid ticket, once for each change', async () => {
    const testEvent = await openEvent()
    const first = await buy(service, await users.extra(), testEvent, { Entry: 2 })
    const second = await buy(service, await users.extra(), testEvent, { VIP: 1 })
    await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    const moved = { doorsAt: inHours(146), startsAt: inHours(147), endsAt: inHours(153) }
    const event = await stored(testEvent.eventId)
    const said = await call(
      admin,
      'preview_event_save',
      { p_event: { ...event, ...moved } },
      saveConsequencesSchema,
    )
    expect(said).toMatchObject([{ code: 'times', orders: 2, tickets: 3 }])
    expect(await refusal(save({ ...event, ...moved }))).toMatchObject({ code: 'confirm_first' })
    const mails = (kind = 'event_moved') => sql<{ order: string; was: string }[]>`
      select subject_id as order, payload -> 'was' ->> 'startsAt' as was from private.mail_outbox
      where kind = ${kind} and subject_id in (select id from public.orders where event_id = ${testEvent.eventId})
      order by created_at, subject_id`
    expect(await mails('event_rescheduled')).toHaveLength(0)
    await saveAgreed({ ...event, ...moved })
    const orders = [first.order.orderId, second.order.orderId].toSorted()
    const told = await mails('event_rescheduled')
    expect(told.map(({ order }) => order).toSorted()).toEqual(orders)
    expect(
      await sql`select kind, refund_policy from public.event_changes where event_id = ${testEvent.eventId}`,
    ).toEqual([{ kind: 'rescheduled', refund_policy: 'keep_or_refund' }])
    // The same times again are no change.
    await save({ ...(await stored(testEvent.eventId)), ...moved })
    expect(await mails()).toHaveLength(0)
    // The same day at other times leaves the choice as it is.
    const day = await stored(testEvent.eventId)
    await saveAgreed({ ...day, endsAt: inHours(152) })
    const sent = await mails()
    expect(sent.map(({ order }) => order).toSorted()).toEqual(orders)
    expect(new Date(sent[0]?.was ?? 0)).toEqual(new Date(day.startsAt))
    expect(await mails('event_rescheduled')).toHaveLength(2)
  })

  test('a new venue is announced like new times: by consent, once for each change, and only where holders know it', async () => {
    const testEvent = await openEvent()
    const { eventId } = testEvent
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 2 })
    const other = await buy(service, await users.extra(), testEvent, { VIP: 1 })
    const place = { venueName: 'The Yard', address: '1 Dock Street', city: 'New York' }
    const mails = () => sql<{ order: string; at: string | null; starts: string }[]>`
      select subject_id as order, payload -> 'wasPlace' ->> 'venueName' as at, payload -> 'was' ->> 'startsAt' as starts
      from private.mail_outbox
      where kind = 'event_moved' and subject_id in (${order.orderId}, ${other.order.orderId}) order by created_at, subject_id`
    await sql`update public.events set venue_name = 'Old Hall', address = '', city = 'New York' where id = ${eventId}`
    const event = await stored(eventId)
    const said = await call(
      admin,
      'preview_event_save',
      { p_event: { ...event, ...place } },
      saveConsequencesSchema,
    )
    expect(said).toMatchObject([
      {
        code: 'venue',
        orders: 2,
        tickets: 3,
        was: { venueName: 'Old Hall', address: '', city: 'New York' },
        becomes: place,
      },
    ])
    expect(await refusal(save({ ...event, ...place }))).toMatchObject({ code: 'confirm_first' })
    expect(await mails()).toHaveLength(0)
    await saveAgreed({ ...event, ...place })
    expect((await mails()).map(({ order, at }) => [order, at])).toEqual(
      [order.orderId, other.order.orderId].toSorted().map((id) => [id, 'Old Hall']),
    )
    // The same place again, and a description, are no change.
    await save({ ...(await stored(eventId)), ...place, description: 'Bring a fan' })
    expect(await mails()).toHaveLength(2)
    // Other hours and another place are one mail; another day and another place are the mail of the day and one about the place.
    const hours = await stored(eventId)
    await saveAgreed({ ...hours, endsAt: inHours(52), venueName: 'The Roof' })
    expect(await mails()).toHaveLength(4)
    const moved = { doorsAt: inHours(146), startsAt: inHours(147), endsAt: inHours(153) }
    await saveAgreed({ ...(await stored(eventId)), ...moved, venueName: 'The Pier' })
    expect(await mails()).toHaveLength(6)
    expect(new Date((await mails()).at(-1)?.starts ?? 0)).toEqual(new Date((await stored(eventId)).startsAt))
    expect(
      await sql`select 1 from private.mail_outbox where kind = 'event_rescheduled' and subject_id = ${order.orderId}`,
    ).toHaveLength(1)
    // While the venue is a secret, nobody is asked: the mail that reveals it names the new one.
    const secret = { locationVisibility: 'hours', locationHours: 24, venueName: 'The Cellar' }
    await save({ ...(await stored(eventId)), ...secret })
    await save({ ...(await stored(eventId)), venueName: 'The Attic' })
    expect(await mails()).toHaveLength(6)
  })

  test('a postponed event takes a new date without a question: its publication tells', async () => {
    const testEvent = await openEvent()
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const moved = { doorsAt: inHours(146), startsAt: inHours(147), endsAt: inHours(153) }
    await setStatus(testEvent.eventId, 'postponed', 'A storm is coming.')
    await save({ ...(await stored(testEvent.eventId)), ...moved })
    await publish(testEvent.eventId)
    expect((await read(testEvent.eventId)).event).toMatchObject({ status: 'published', statusNote: null })
  })
})

describe('test mode', () => {
  const today = () => call(admin, 'read_today', {}, todaySchema)
  const figuresOf = async (id: string) => (await read(id)).figures

  test('sales of a test event count in no figure of money, neither of the event nor of the day', async () => {
    // It begins now: at some hours an event of the next hours is that of the next day, and tonight shows those that began last.
    const trial = await createEvent(sql, { isTest: true, doorsIn: -1 })
    const { order } = await buy(service, await users.extra(), trial, { Entry: 3 })
    expect(await sql`select is_test from public.orders where id = ${order.orderId}`).toEqual([
      { is_test: true },
    ])
    expect(await figuresOf(trial.eventId)).toMatchObject({ sold: 3, netCents: 0 })
    const { tonight } = await today()
    expect(tonight.find(({ id }) => id === trial.eventId)).toMatchObject({ isTest: true, netCents: 0 })
    // Other tests sell meanwhile: compared is the day with and without this order, at one moment.
    await sql
      .begin(async (tx) => {
        const day = async () =>
          (
            await tx<{ orders: number; tickets: number; gross: number }[]>`
              select d.orders, d.tickets, d.gross_cents::int as gross
              from private.count_sales((now() at time zone 'America/New_York' - interval '6 hours')::date,
                (now() at time zone 'America/New_York' - interval '6 hours')::date) d`
          )[0]
        await tx`set transaction isolation level repeatable read`
        const before = await day()
        await tx`update public.orders set is_test = false where id = ${order.orderId}`
        expect(await day()).toEqual({
          orders: (before?.orders ?? 0) + 1,
          tickets: (before?.tickets ?? 0) + 3,
          gross: before?.gross,
        })
        throw new Error('undo')
      })
      .catch((error: Error) => expect(error.message).toBe('undo'))
    const entries =
      await sql`select distinct is_test from public.ledger_entries where order_id = ${order.orderId}`
    expect(entries).toEqual([{ is_test: true }])
  })

  test('is chosen before anybody buys: tickets keep the mode that they were bought in', async () => {
    const testEvent = await openEvent()
    const turn = async (isTest: boolean) => {
      const { version } = (await read(testEvent.eventId)).event
      return save({ id: testEvent.eventId, version, isTest })
    }
    await turn(true)
    await turn(false)
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    expect(await refusal(turn(true))).toEqual({ code: 'test_mode_fixed', facts: { isTest: 0 } })
    await turn(false) // no change
    const trial = await openEvent({ isTest: true })
    await checkOut(service, await users.extra(), trial, { Entry: 1 })
    const { version } = (await read(trial.eventId)).event
    expect(await refusal(save({ id: trial.eventId, version, isTest: false }))).toEqual({
      code: 'test_mode_fixed',
      facts: { isTest: 1 },
    })
  })
})

describe('a published event keeps what its checklist requires', () => {
  test.each<[string, object, string]>([
    ['the venue', { venueName: '' }, 'place'],
    ['the address', { address: '' }, 'place'],
    ['the picture', { imagePath: null, imageAlt: '' }, 'picture'],
    ['all ticket types', { types: [] }, 'tickets'],
    ['a start ahead', { doorsAt: inHours(-3), startsAt: inHours(-2), endsAt: inHours(9) }, 'date'],
    ['the ID policy of an age limit', { minAge: 21, idPolicy: '' }, 'id_policy'],
    ['a password where one is asked for', { visibility: 'password' }, 'password'],
  ])('%s', async (_what, changes, missing) => {
    const { eventId } = await openEvent()
    const event = await stored(eventId)
    expect(await refusal(save({ ...event, ...changes }))).toEqual({
      code: 'event_incomplete',
      facts: { missing, published: 1 },
    })
    expect(await stored(eventId)).toEqual(event)
  })

  test('its picture by itself too, and a hidden venue; a draft may lose them', async () => {
    const { eventId } = await openEvent({ locationVisibility: 'holders' })
    const remove = (id: string) =>
      call(admin, 'set_event_picture', { p_id: id, p_path: null, p_alt: '' }, nothing)
    expect(await refusal(remove(eventId))).toEqual({
      code: 'event_incomplete',
      facts: { missing: 'picture', published: 1 },
    })
    expect(await refusal(save({ ...(await stored(eventId)), address: '' }))).toMatchObject({
      code: 'event_incomplete',
    })
    const draft = await save(form())
    await remove(draft)
    await save({ ...(await stored(draft)), venueName: '', address: '' })
  })

  test('what was missing or has passed already stops nobody, and a sale may end early', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: -2 })
    await save({ id: eventId, version: (await read(eventId)).event.version, summary: 'Running' })
    const testEvent = await openEvent()
    const event = await stored(testEvent.eventId)
    await save({ ...event, types: event.types.map((type) => ({ ...type, saleEndsAt: inHours(-1) })) })
  })
})

describe('the states of an event', () => {
  test('publishing requires something to sell and a start in the future', async () => {
    const empty = await save({ ...form(), types: [] })
    expect(await refusal(publish(empty))).toEqual({
      code: 'event_incomplete',
      facts: { missing: 'tickets' },
    })
    const past = await save({
      ...form(),
      doorsAt: inHours(-9),
      startsAt: inHours(-8),
      endsAt: inHours(-2),
    })
    expect(await refusal(publish(past))).toEqual({
      code: 'event_incomplete',
      facts: { missing: 'date sale_window' },
    })
    const good = await save(form())
    await publish(good)
    await publish(good) // twice does no harm
    expect((await read(good)).event.status).toBe('published')
    expect(
      await sql`select 1 from public.events where id = ${good} and published_at is not null`,
    ).toHaveLength(1)
    const log =
      await sql`select from_state, to_state from private.state_log where entity = 'event' and entity_id = ${good} order by id`
    expect([...log]).toEqual([
      { from_state: null, to_state: 'draft' },
      { from_state: 'draft', to_state: 'published' },
    ])
  })

  test.each([
    ['draft', 'postponed'],
    ['draft', 'cancelled'],
    ['draft', 'archived'],
    ['published', 'archived'],
    ['published', 'draft'],
    ['published', 'sold'],
    ['postponed', 'archived'],
    ['cancelled', 'published'],
    ['cancelled', 'postponed'],
  ])('%s does not become %s', async (from, to) => {
    const id = await save(form())
    if (from !== 'draft') await publish(id)
    if (from === 'postponed' || from === 'cancelled') await setStatus(id, from)
    const step = to === 'published' ? publish(id) : setStatus(id, to)
    expect(await refusal(step)).toEqual({ code: 'invalid_state', facts: { state: from } })
    expect((await read(id)).event.status).toBe(from)
  })

  test('after its end an event may be archived, and nothing else', async () => {
    const id = await save(form())
    await publish(id)
    await sql`update public.events set doors_at = now() - interval '9 hours', starts_at = now() - interval '8 hours',
      ends_at = now() - interval '1 hour' where id = ${id}`
    expect(await refusal(setStatus(id, 'cancelled'))).toMatchObject({ code: 'invalid_state' })
    await setStatus(id, 'archived')
    expect(await refusal(save(await stored(id)))).toMatchObject({ code: 'invalid_state' })
  })

  test.each([
    'cancelled',
    'postponed',
  ])('%s: sales stop and carts are emptied in the same moment', async (status) => {
    const testEvent = await openEvent()
    await holdTickets(service, await users.extra(), testEvent, { Entry: 3, VIP: 1 })
    await setStatus(testEvent.eventId, status, 'Storm warning.')
    const counters = await countersOf(sql, testEvent.eventId)
    expect([...counters.pools, ...counters.releases].map((counter) => counter.held)).toEqual([0, 0, 0, 0, 0])
    const late = await refusal(holdTickets(service, await users.extra(), testEvent, { Entry: 1 }))
    expect(['sale_ended', 'sale_paused']).toContain(late.code)
    expect((await read(testEvent.eventId)).event).toMatchObject({ status, statusNote: 'Storm warning.' })
  })

  test('money that arrives after the cancellation goes back', async () => {
    const testEvent = await openEvent()
    const { payment, order } = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    await setStatus(testEvent.eventId, 'cancelled')
    await report(service, payment, 'succeeded')
    const [row] =
      await sql`select total_cents = refunded_cents as all_back from public.orders where id = ${order.orderId}`
    expect(row).toEqual({ all_back: true })
    expect(
      await sql`select 1 from public.tickets where order_id = ${order.orderId} and status = 'valid'`,
    ).toHaveLength(0)
  })
})

test('last entry is kept, shown on the page, moved by a copy and emptied again', async () => {
  const lastEntryAt = inHours(54)
  const id = await save({ ...form(), lastEntryAt })
  const page = await call(admin, 'read_event_page', { p_id: id }, eventPageSchema)
  expect(Date.parse(page?.event.lastEntryAt ?? '')).toBe(Date.parse(lastEntryAt))
  const copy = await call(admin, 'copy_event', { p_id: id }, z.uuid())
  const [moved] = await sql`
    select (c.last_entry_at at time zone c.time_zone) - (e.last_entry_at at time zone e.time_zone) = interval '7 days' as week
    from public.events c, public.events e where c.id = ${copy} and e.id = ${id}`
  expect(moved).toEqual({ week: true })
  await save({ ...(await stored(id)), lastEntryAt: null })
  expect((await read(id)).event.lastEntryAt).toBeNull()
})

describe('copying', () => {
  test('makes a draft for a coming week with the same wall times, without what was sold', async () => {
    const testEvent = await openEvent()
    await buy(service, await users.extra(), testEvent, { Entry: 2 })
    const id = await call(admin, 'copy_event', { p_id: testEvent.eventId }, z.uuid())
    const [of, copy] = [await read(testEvent.eventId), await read(id)]
    expect(copy.event).toMatchObject({ status: 'draft', title: `${of.event.title} copy` })
    expect(copy.pools.map(({ name, capacity, sold }) => [name, capacity, sold])).toEqual([
      ['Room', 20, 0],
      ['Balcony', 10, 0],
    ])
    expect(copy.types.map((type) => type.releases.map((release) => release.faceCents))).toEqual([
      [2000, 3000],
      [9000],
    ])
    const [shift] = await sql`
      select (c.starts_at at time zone c.time_zone) - (e.starts_at at time zone e.time_zone) = interval '7 days' as week
      from public.events c, public.events e where c.id = ${id} and e.id = ${testEvent.eventId}`
    expect(shift).toEqual({ week: true })
  })

  test('a copy of an event long past is in the future', async () => {
    const testEvent = await openEvent()
    await sql`update public.events set doors_at = doors_at - interval '100 days', starts_at = starts_at - interval '100 days',
      ends_at = ends_at - interval '100 days' where id = ${testEvent.eventId}`
    const id = await call(admin, 'copy_event', { p_id: testEvent.eventId }, z.uuid())
    expect(await sql`select starts_at > now() as ahead from public.events where id = ${id}`).toMatchObject([
      { ahead: true },
    ])
  })
})

describe('what staff read', () => {
  test('the list counts tickets, not places of every pool they use', async () => {
    const pools = [
      { key: 'p1', name: 'Room', capacity: 20 },
      { key: 'p2', name: 'Legal capacity', capacity: 25 },
    ]
    const testEvent = await openEvent({
      pools,
      types: form().types.map((type) => ({ ...type, pools: ['p1', 'p2'] })),
    })
    await buy(service, await users.extra(), testEvent, { Entry: 2 })
    // Other tests make events meanwhile: it may be on any page.
    let found: StaffEventList['events'][number] | undefined
    for (let cursor: string | null | undefined; !found && cursor !== null; ) {
      const args = { p_filter: 'upcoming', p_limit: 60, p_cursor: cursor ?? null }
      const listed: StaffEventList = await call(admin, 'list_staff_events', args, staffEventListSchema)
      found = listed.events.find((event) => event.id === testEvent.eventId)
      cursor = listed.nextCursor
    }
    expect(found).toMatchObject({
      sold: 2,
      held: 0,
      capacity: 20,
      netCents: 4200,
    })
  })

  test('the list comes in pages that neither repeat nor lose an event', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, async () => save(form())))
    for (const filter of ['draft', 'past', 'upcoming', 'cancelled']) {
      const seen: { id: string; startsAt: string }[] = []
      let cursor: string | null = null
      do {
        const args = { p_filter: filter, p_limit: 7, p_cursor: cursor }
        const page: StaffEventList = await call(admin, 'list_staff_events', args, staffEventListSchema)
        seen.push(...page.events)
        cursor = page.nextCursor
      } while (cursor)
      // Other tests make and move events meanwhile: one that moves between two pages is listed at both of its starts.
      expect(new Set(seen.map(({ id, startsAt }) => `${id} ${startsAt}`)).size).toBe(seen.length)
      if (filter === 'draft') expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      const starts = seen.map((event) => Date.parse(event.startsAt))
      const down = filter === 'past' || filter === 'cancelled'
      expect(starts).toEqual(starts.toSorted((a, b) => (down ? b - a : a - b)))
    }
  })

  test('the list sorts by each of its columns, both ways, across pages and ties', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => openEvent()))
    const [a = '', b = '', c = '', d = ''] = ids.map(({ eventId }) => eventId)
    // Four of one title and venue, of which two start together: ties are part of every order.
    await sql`update public.events set title = 'Same Title', venue_name = 'Same Hall', city = 'Same City',
      starts_at = case when id in ${sql([a, b])} then starts_at else starts_at + interval '1 hour' end
      where id in ${sql([a, b, c, d])}`
    await buy(service, await users.extra(), ids[1] as TestEvent, { Entry: 2 })
    await buy(service, await users.extra(), ids[2] as TestEvent, { Entry: 2 })
    const keys = {
      date: ({ startsAt }) => Date.parse(startsAt),
      title: ({ title }) => title.toLowerCase(),
      place: ({ venueName, city }) => [venueName, city].filter(Boolean).join(', ').toLowerCase(),
      sold: ({ sold }) => sold,
      money: ({ netCents }) => netCents,
    } satisfies Record<string, (event: StaffEventList['events'][number]) => number | string>
    for (const [sort, keyOf] of Object.entries(keys))
      for (const p_sort of [sort, `-${sort}`]) {
        // Other tests sell and edit their events meanwhile, which moves those between the pages.
        const seen: StaffEventList['events'] = []
        let cursor: string | null = null
        do {
          const args = { p_filter: 'upcoming', p_limit: 3, p_cursor: cursor, p_sort }
          const page: StaffEventList = await call(admin, 'list_staff_events', args, staffEventListSchema)
          seen.push(...page.events.filter(({ id }) => [a, b, c, d].includes(id)))
          cursor = page.nextCursor
        } while (cursor)
        expect([p_sort, seen.map(({ id }) => id).toSorted()]).toEqual([p_sort, [a, b, c, d].toSorted()])
        const sign = p_sort === sort ? 1 : -1
        const wrong = seen.filter((event, index) => {
          const before = seen[index - 1]
          if (!before) return false
          const [x, y] = [keyOf(before), keyOf(event)]
          // Rows that are equal follow their ids.
          return x === y ? sign * (before.id < event.id ? -1 : 1) > 0 : sign * (x < y ? -1 : 1) > 0
        })
        expect([p_sort, wrong.map(({ title }) => title)]).toEqual([p_sort, []])
      }
  })

  test('an order or a cursor that is none gives the first page as it is', async () => {
    const read = async (args: Record<string, unknown>) =>
      (
        await call(
          admin,
          'list_staff_events',
          { p_filter: 'past', p_limit: 3, ...args },
          staffEventListSchema,
        )
      ).events.map(({ id }) => id)
    const plain = await read({})
    for (const args of [
      { p_sort: 'nothing' },
      { p_sort: 'date; drop table public.events; --' },
      { p_cursor: 'nothing' },
      { p_cursor: "0_' or true --" },
    ])
      expect([args, await read(args)]).toEqual([args, plain])
  })

  test('read_today returns the running event with its figures, and the next sale to open', async () => {
    const testEvent = await openEvent()
    await buy(service, await users.extra(), testEvent, { Entry: 2 })
    // Tonight shows those that began last.
    await sql`update public.events set doors_at = now() - interval '2 hours', starts_at = now(),
      ends_at = now() + interval '4 hours' where id = ${testEvent.eventId}`
    const opens = new Date(Date.now() + 90_000).toISOString()
    await openEvent({ types: [{ ...form().types[0], saleStartsAt: opens }] })
    const today = await call(admin, 'read_today', {}, todaySchema)
    expect(today.tonight.find((event) => event.id === testEvent.eventId)).toMatchObject({
      sold: 2,
      inNow: 0,
      netCents: 4200,
    })
    expect(today.money?.tickets).toBeGreaterThanOrEqual(2)
    expect(today.nextOnSale).toMatchObject({ typeName: 'Entry' })
  })
})

describe('the picture', () => {
  const key = '/pictures/5fe39c83acbc.634634634643643'
  const setPicture = (id: string, path: string | null, alt: string) =>
    call(admin, 'set_event_picture', { p_id: id, p_path: path, p_alt: alt }, nothing)
  const picture = async (id: string) => {
    const [row] = await sql`select image_path as path, image_alt as alt from public.events where id = ${id}`
    return row
  }

  test('is set with its description and removed; an event form read before can still be saved, and keeps it', async () => {
    const id = await save(form())
    const { imagePath: _path, imageAlt: _alt, ...before } = z.looseObject({}).parse(await stored(id))
    await setPicture(id, key, ' Flags ')
    expect(await picture(id)).toEqual({ path: key, alt: 'Flags' })
    await save({ ...before, title: 'Another title' })
    expect(await picture(id)).toEqual({ path: key, alt: 'Flags' })
    await setPicture(id, null, 'Flags')
    expect(await picture(id)).toEqual({ path: null, alt: '' })
  })

  test('is refused without a description, with an address elsewhere, and for an event that has ended for good', async () => {
    const id = await save({ ...form(), imagePath: null, imageAlt: '' })
    expect(await refusal(setPicture(id, key, ' '))).toMatchObject({ code: 'invalid' })
    for (const path of ['https://evil.example/x.png', '//art/night-5fe39c83acbc.634634634643643']) {
      const { error } = await admin.rpc('set_event_picture', { p_id: id, p_path: path, p_alt: 'Flags' })
      expect(error?.code, path).toBe('23514')
    }
    await sql`update public.events set status = 'archived' where id = ${id}`
    expect(await refusal(setPicture(id, key, 'Flags'))).toMatchObject({ code: 'invalid_state' })
    expect(await picture(id)).toEqual({ path: null, alt: '' })
  })

  test('has its files in a bucket that is closed to everybody but the server', async () => {
    const name = `${randomUUID().slice(-12)}-wide-480.avif`
    const bytes = Buffer.from('0000ftypavif')
    const put = (client: SupabaseClient, type = 'image/avif') =>
      client.storage.from('pictures').upload(name, bytes, { contentType: type, upsert: true })
    const everybody = ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const
    for (const who of everybody) expect((await put(await users.actingAs(who))).error, who).not.toBeNull()
    for (const type of ['image/svg+xml', 'image/webp'])
      expect((await put(service, type)).error, type).not.toBeNull()
    expect((await put(service)).error).toBeNull()
    for (const who of everybody) {
      const store = (await users.actingAs(who)).storage.from('pictures')
      expect((await put(await users.actingAs(who))).error, who).not.toBeNull()
      expect((await store.download(name)).error, who).not.toBeNull()
      expect((await store.list()).data ?? [], who).toEqual([])
      await store.remove([name])
    }
    expect((await service.storage.from('pictures').download(name)).error).toBeNull()
    await service.storage.from('pictures').remove([name])
  })
})
