import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { storedEventSchema } from '#features/events/staff/staff-events.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { extraLine } from './extras.ts'
import { brokenRules } from './invariants.ts'
import { call, holdItems, linesOf, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests how staff edit packages, add-ons and tables, and what the database refuses. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let admin: Awaited<ReturnType<typeof users.actingAs>>
beforeAll(async () => {
  admin = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const read = (id: string) => call(admin, 'read_event_editor', { p_id: id }, storedEventSchema.unwrap())
const save = async (testEvent: TestEvent, fields: object) => {
  const { event } = await read(testEvent.eventId)
  const payload = { id: testEvent.eventId, version: event.version, ...fields }
  return call(admin, 'save_event', { p_event: payload }, z.uuid())
}
const packageOf = (testEvent: TestEvent, differences: object = {}) => ({
  name: 'Squad',
  description: '',
  visibility: 'public',
  priceCents: 7000,
  maxPerOrder: 3,
  paused: false,
  components: [{ typeId: testEvent.types.Entry, units: 4 }],
  ...differences,
})
const addOn = {
  name: 'Coat check',
  description: '',
  visibility: 'public',
  priceCents: 500,
  capacity: 20,
  maxPerTicket: 1,
  paused: false,
}
const tableOf = (testEvent: TestEvent, differences: object = {}) => ({
  section: 'Balcony',
  name: 'Table 1',
  description: 'One bottle',
  visibility: 'public',
  typeId: testEvent.types.Entry,
  minGuests: 2,
  maxGuests: 4,
  minimumSpendCents: 40_000,
  depositCents: null,
  depositBps: 2500,
  gratuityBps: 2000,
  paused: false,
  ...differences,
})
const all = (testEvent: TestEvent) => ({
  packages: [packageOf(testEvent)],
  addOns: [addOn],
  tables: [tableOf(testEvent)],
})

describe('the tab Extras', () => {
  test('is read as it was saved, and leaves pools and types as they are', async () => {
    const testEvent = await createEvent(sql)
    const before = await read(testEvent.eventId)
    await save(testEvent, all(testEvent))
    const after = await read(testEvent.eventId)
    expect(after).toMatchObject({
      packages: [{ ...packageOf(testEvent), sold: 0, held: 0 }],
      addOns: [addOn],
      tables: [tableOf(testEvent)],
    })
    expect([after.pools, after.types]).toEqual([before.pools, before.types])
    // saved again unchanged it is the same
    await save(testEvent, after)
    const again = await read(testEvent.eventId)
    expect([again.packages, again.addOns, again.tables]).toEqual([after.packages, after.addOns, after.tables])
  })

  test('is refused with an older version, to all but admins, and with a ticket type of another event', async () => {
    const [testEvent, other] = [await createEvent(sql), await createEvent(sql)]
    const { event } = await read(testEvent.eventId)
    await save(testEvent, all(testEvent))
    const payload = { id: testEvent.eventId, version: event.version, addOns: [] }
    const send = async (who: 'Ada' | 'Mo' | 'Mia', sent: object) =>
      (await refusal(call(await users.actingAs(who), 'save_event', { p_event: sent }, z.uuid()))).code
    expect(await send('Ada', payload)).toBe('changed_meanwhile')
    expect(await send('Mo', payload)).toBe('not_allowed')
    expect(await send('Mia', payload)).toBe('not_allowed')
    const strange = [packageOf(testEvent, { components: [{ typeId: other.types.Entry, units: 1 }] })]
    expect((await refusal(save(testEvent, { packages: strange }))).code).toBe('invalid')
    expect((await read(testEvent.eventId)).addOns).toHaveLength(1)
  })

  test('deletes what nobody held, archives what somebody did, and keeps the tickets in it', async () => {
    const testEvent = await createEvent(sql)
    await save(testEvent, {
      ...all(testEvent),
      tables: [tableOf(testEvent), tableOf(testEvent, { name: 'Table 2' })],
    })
    const stored = await read(testEvent.eventId)
    await holdItems(service, await users.extra(), testEvent.eventId, [
      extraLine('package', stored.packages[0]?.id ?? ''),
      extraLine('add_on', stored.addOns[0]?.id ?? '', 3),
      extraLine('table', stored.tables[0]?.id ?? ''),
    ])
    const counted = await read(testEvent.eventId)
    expect(
      [counted.packages, counted.addOns, counted.tables].map((rows) => rows.map(({ held }) => held)),
    ).toEqual([[1], [3], [1, 0]])
    const codeOf = async (fields: object) => (await refusal(save(testEvent, fields))).code
    const bigger = { ...counted.packages[0], components: [{ typeId: testEvent.types.Entry, units: 5 }] }
    expect(await codeOf({ packages: [bigger] })).toBe('extra_in_use')
    expect(await codeOf({ tables: [{ ...counted.tables[0], maxGuests: 8 }] })).toBe('extra_in_use')
    expect(await refusal(save(testEvent, { addOns: [{ ...counted.addOns[0], capacity: 2 }] }))).toMatchObject(
      {
        code: 'add_on_below_sold',
        facts: { addOn: 'Coat check', committed: 3 },
      },
    )
    await save(testEvent, { addOns: [{ ...counted.addOns[0], capacity: 3, priceCents: 900 }] })
    await save(testEvent, { packages: [], addOns: [], tables: [] })
    expect(await read(testEvent.eventId)).toMatchObject({ packages: [], addOns: [], tables: [] })
    expect(
      await sql`
        select (select count(*)::int from public.packages where event_id = ${testEvent.eventId}) as packages,
          (select count(*)::int from public.add_ons where event_id = ${testEvent.eventId}) as add_ons,
          (select array_agg(name) from public.bookable_tables where event_id = ${testEvent.eventId}) as tables`,
    ).toEqual([{ packages: 1, add_ons: 1, tables: ['Table 1'] }])
  })

  test('keeps ticket types that are part of something, and the pools of add-ons, when the tickets are saved', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'VIP' }] })
    await save(testEvent, { ...all(testEvent), packages: [packageOf(testEvent)] })
    const { pools, types } = await read(testEvent.eventId)
    expect(pools.map(({ name }) => name)).toEqual(['Room'])
    await save(testEvent, { pools, types: types.filter(({ name }) => name === 'VIP') })
    expect(
      await sql`select name, archived_at is not null as archived from public.ticket_types where event_id = ${testEvent.eventId} order by name`,
    ).toEqual([
      { name: 'Entry', archived: true },
      { name: 'VIP', archived: false },
    ])
    expect((await read(testEvent.eventId)).addOns).toMatchObject([{ name: 'Coat check', capacity: 20 }])
  })

  test('is copied with its event, onto the copied ticket types, without what was sold', async () => {
    const testEvent = await createEvent(sql)
    await save(testEvent, all(testEvent))
    const { packages } = await read(testEvent.eventId)
    await holdItems(service, await users.extra(), testEvent.eventId, [
      extraLine('package', packages[0]?.id ?? ''),
      ...linesOf(testEvent, { Entry: 1 }),
    ])
    const copy = await read(await call(admin, 'copy_event', { p_id: testEvent.eventId }, z.uuid()))
    const entry = copy.types[0]?.id
    expect(entry).not.toBe(testEvent.types.Entry)
    expect(copy).toMatchObject({
      packages: [{ ...packageOf(testEvent), components: [{ typeId: entry, units: 4 }], held: 0 }],
      addOns: [addOn],
      tables: [{ ...tableOf(testEvent), typeId: entry }],
    })
  })
})
