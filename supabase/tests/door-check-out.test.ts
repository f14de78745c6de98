import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { doorFiguresSchema } from '#features/door/door.types.ts'
import { occupancySchema } from '#features/door/zones/zones.types.ts'
import { click, makeZone, uploadGuests, uploadOffline } from './door-fixture.ts'
import { createEvent } from './event-fixture.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Who is still inside when an event is over. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

test('who is inside 6 hours after the end is checked out as of the end, once; a late upload is replayed with it', async () => {
  const event = await createEvent(sql)
  await users.grant('Dex', 'scan', event.eventId)
  const [dex, ada] = [await users.actingAs('Dex'), await users.actingAs('Ada')]
  const zone = await makeZone(ada, event.eventId, { name: 'Yard', capacity: 50, gate: 'Side' })
  const { order } = await buy(service, await users.extra(), event, { Entry: 3 })
  const tickets = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  const [stays, goes, lates] = tickets.map(({ id }) => id)
  const device = randomUUID()
  // all of it 8 hours ago, an hour before the end
  await sql`update public.events set doors_at = now() - interval '10 hours', starts_at = now() - interval '10 hours',
    ends_at = now() - interval '7 hours' where id = ${event.eventId}`
  const ago = (hours: number) => hours * 3_600_000
  await uploadOffline(dex, event.eventId, device, [
    { ticket: stays ?? '', ago: ago(9) },
    { ticket: goes ?? '', ago: ago(9) },
    { ticket: goes ?? '', ago: ago(8), action: 'exit', result: 'exited' },
  ])
  await click(dex, event.eventId, zone, 2)
  const [end] = await sql<{ at: Date }[]>`select ends_at as at from public.events where id = ${event.eventId}`
  for (const _ of ['once', 'twice']) await call(service, 'check_out_ended', { p_limit: 1000 }, z.int())
  const log = () => sql`
    select s.ticket_id, s.result, s.captured_at from public.scans s
    where s.event_id = ${event.eventId} and s.method = 'end' order by s.scanned_at`
  expect(await log()).toEqual([{ ticket_id: stays, result: 'checked_out', captured_at: end?.at }])
  const admissions = () => sql`
    select id, admission from public.tickets where order_id = ${order.orderId} order by id`
  expect(await admissions()).toEqual([
    { id: stays, admission: 'left' },
    { id: goes, admission: 'left' },
    { id: lates, admission: 'outside' },
  ])
  const [figures] = await sql<{ now: number }[]>`
    select sum(in_now)::int as now from private.door_counts where event_id = ${event.eventId} and zone_id is not null`
  expect(figures?.now).toBe(0)
  await uploadOffline(dex, event.eventId, device, [
    { seq: 9, ticket: lates ?? '', ago: ago(8) },
    { seq: 10, ticket: stays ?? '', ago: ago(8.5), action: 'exit', result: 'exited' },
  ])
  await call(service, 'check_out_ended', { p_limit: 1000 }, z.int())
  expect((await admissions()).map(({ admission }) => admission)).toEqual(['left', 'left', 'left'])
  expect((await log()).map(({ ticket_id }) => ticket_id)).toEqual([stays, lates])
})

test('guests of a list who came in at a gate without a zone are out after the end, with or without a network; recounts say so', async () => {
  const event = await createEvent(sql)
  await users.grant('Dex', 'scan', event.eventId)
  const [dex, ada] = [await users.actingAs('Dex'), await users.actingAs('Ada')]
  const list = await saveList(ada, event, {})
  await addGuests(ada, list, [{ name: 'Keisha Joseph', plusOnes: 3 }])
  const [guest] = await sql<{ id: string }[]>`
    select id from public.guest_list_entries where list_id = ${list}`
  const entry = guest?.id ?? ''
  await admit(dex, event.eventId, { entry, heads: 2 })
  // two more, and one beyond the list
  await uploadGuests(dex, sql, event.eventId, randomUUID(), [{ entry, heads: 3, ago: 1000 }])
  const inNow = async () =>
    (await call(dex, 'read_door', { p_event: event.eventId }, doorFiguresSchema)).inNow
  expect(await inNow()).toBe(5)
  await sql`update public.events set doors_at = now() - interval '10 hours', starts_at = now() - interval '10 hours',
    ends_at = now() - interval '7 hours' where id = ${event.eventId}`
  for (const _ of ['once', 'twice']) await call(service, 'check_out_ended', { p_limit: 1000 }, z.int())
  expect(await inNow()).toBe(0)
  const recounts = () => sql`
    select zone_id, counted, change, reason from public.door_recounts where event_id = ${event.eventId} order by recounted_at`
  expect(await recounts()).toEqual([{ zone_id: null, counted: 0, change: -5, reason: 'Event ended' }])
  const occupancy = await call(dex, 'read_occupancy', { p_event: event.eventId }, occupancySchema)
  expect(occupancy?.changes).toMatchObject([{ kind: 'recount', change: -5, counted: 0 }])
})
