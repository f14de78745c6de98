import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  type AdmissionVector,
  admissionVectors,
  type GuestVector,
  guestVectors,
} from '#features/door/admission-vectors.fixtures.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { buy } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Holds `check_in` and `admit_guests` to the cases by which a phone decides without the network. Each case is undone when it is over. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let other: TestEvent
let ticket: { id: string; code: string; order: string }
let guest: { id: string; list: string }
beforeAll(async () => {
  testEvent = await createEvent(sql)
  other = await createEvent(sql)
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
  const [found] = await sql<
    { id: string; code: string; order: string }[]
  >`select id, code, order_id as order from public.tickets where order_id = ${order.orderId}`
  if (!found) throw new Error('no ticket')
  ticket = found
  const list = await saveList(await users.actingAs('Ada'), testEvent)
  await addGuests(await users.actingAs('Ada'), list, [{ name: 'Ana Bell', plusOnes: 3 }])
  const [entry] = await sql<
    { id: string }[]
  >`select id from public.guest_list_entries where list_id = ${list}`
  if (!entry) throw new Error('no guest')
  guest = { id: entry.id, list }
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Change = (tx: TransactionSql) => Promise<unknown>
const voided =
  (reason: string): Change =>
  (tx) =>
    tx`
  update public.tickets set status = 'void', void_reason = ${reason}, voided_at = now() where id = ${ticket.id}`

/** The changes that give the ticket each standing. */
const standings: Record<AdmissionVector['ticket']['standing'], Change> = {
  ok: async () => undefined,
  void_refunded: voided('refunded'),
  void_cancelled: voided('cancelled'),
  old_code: voided('reissued_as'),
  blocked: (tx) => tx`
    update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${ticket.id}`,
  unpaid: (tx) => tx`update public.orders set status = 'awaiting_payment' where id = ${ticket.order}`,
  test_ticket: (tx) => tx`
    update public.orders o set is_test = not e.is_test from public.events e
    where o.id = ${ticket.order} and e.id = ${testEvent.eventId}`,
  in_transfer: (tx) => tx`update public.tickets set custody = 'offered' where id = ${ticket.id}`,
  listed: (tx) => tx`update public.tickets set custody = 'listed' where id = ${ticket.id}`,
}

/** Makes the world of a case, without what guards against such changes. */
async function prepare(tx: TransactionSql, { event, ticket: of, reading }: AdmissionVector) {
  await tx`set local session_replication_role = replica`
  await tx`
    update public.events set status = ${event.status}, is_test = ${event.isTest}, reentries = ${event.reentries},
      doors_at = now() + ${event.doorsIn} * interval '1 hour', starts_at = now() + ${event.doorsIn} * interval '1 hour',
      ends_at = now() + ${event.doorsIn + event.hoursLong} * interval '1 hour'
    where id = ${testEvent.eventId}`
  await prepareGates(tx, of.exits)
  if (of.zone)
    await tx`
      with scan as (
        insert into public.scans (scan_uid, event_id, ticket_id, result)
        values (gen_random_uuid(), ${testEvent.eventId}, ${ticket.id}, 'ok') returning id)
      insert into public.entries (event_id, ticket_id, order_id, scan_id, zone_id)
      select ${testEvent.eventId}, ${ticket.id}, ${ticket.order}, scan.id, z.id
      from scan, public.door_zones z where z.event_id = ${testEvent.eventId} and z.name = ${of.zone}`
  await tx`update public.orders set is_test = ${event.isTest} where id = ${ticket.order}`
  await standings[of.standing](tx)
  await tx`
    update public.tickets set generation = ${of.generation}, admission = ${of.isInside ? 'inside' : of.exits > 0 ? 'left' : 'outside'}
    where id = ${ticket.id}`
  if (reading === 'other_event')
    await tx`update public.tickets set event_id = ${other.eventId} where id = ${ticket.id}`
  if (reading === 'retired')
    await tx`insert into private.retired_ticket_codes (code, ticket_id) values ('222222222', ${ticket.id})`
  await tx`set local session_replication_role = origin`
}

/** Makes the gates of the cases, and the exits of the ticket until now. */
async function prepareGates(tx: TransactionSql, exits: number) {
  const { eventId } = testEvent
  await tx`
    with zone as (
      insert into public.door_zones (event_id, name, capacity) values (${eventId}, 'Zone', 100), (${eventId}, 'Hall', 100)
      returning id, name)
    insert into public.door_gates (event_id, name, zone_id, type_ids) values
      (${eventId}, 'Own', null, array(select ticket_type_id from public.tickets where id = ${ticket.id})),
      (${eventId}, 'Others', null, ${[randomUUID()]}), (${eventId}, 'Zone', (select id from zone where name = 'Zone'), null)`
  for (let exit = 0; exit < exits; exit++)
    await tx`
      with scan as (
        insert into public.scans (scan_uid, event_id, ticket_id, result)
        values (gen_random_uuid(), ${eventId}, ${ticket.id}, 'exited') returning id)
      insert into public.entries (event_id, ticket_id, order_id, scan_id, closed_at, closed_by_scan)
      select ${eventId}, ${ticket.id}, ${ticket.order}, id, now(), id from scan`
}

/** Returns what the server makes of the code before it asks: the ticket, a typed code, or why it is none. */
function readingOf({ reading, readGeneration, ticket: of }: AdmissionVector) {
  const none = { id: null, generation: null, code: null, result: null }
  const signed = { ...none, id: ticket.id, generation: readGeneration ?? of.generation }
  switch (reading) {
    case 'signed':
    case 'other_event':
      return signed
    case 'stranger':
      return { ...signed, id: randomUUID() }
    case 'typed':
      return { ...none, code: ticket.code }
    case 'retired':
      return { ...none, code: '222222222' }
    case 'nobody':
      return { ...none, code: '333333333' }
    default:
      return { ...none, result: reading }
  }
}

class Undo extends Error {}

/** Runs a case as Ada, and takes all of it back. @param decide returns the result of the door */
async function decided(decide: (tx: TransactionSql) => Promise<string | undefined>) {
  let result: string | undefined
  const claims = { sub: await users.id('Ada'), role: 'authenticated' }
  const work = sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    result = await decide(tx)
    throw new Undo()
  })
  await work.catch((error) => {
    if (!(error instanceof Undo)) throw error
  })
  return result
}

function checkIn(vector: AdmissionVector, device: string) {
  return decided(async (tx) => {
    await prepare(tx, vector)
    const { id, generation, code, result: unread } = readingOf(vector)
    const [row] = await tx<{ result: string }[]>`
      select public.check_in(p_event => ${testEvent.eventId}, p_ticket => ${id}, p_generation => ${generation},
        p_code => ${code}, p_scan_uid => ${randomUUID()}, p_gate => ${vector.gate}, p_method => 'camera',
        p_result => ${unread}, p_device => ${device}, p_action => ${vector.action}) ->> 'result' as result`
    return row?.result
  })
}

function admitGuests({ event, guest: of, heads }: GuestVector) {
  return decided(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update public.events set status = ${event.status}, doors_at = now() + ${event.doorsIn} * interval '1 hour',
        starts_at = now() + ${event.doorsIn} * interval '1 hour', ends_at = now() + ${event.doorsIn + event.hoursLong} * interval '1 hour'
      where id = ${testEvent.eventId}`
    await tx`update public.guest_lists set closes_at = now() + ${of.closesIn} * interval '1 hour', arrived = ${of.arrived} where id = ${guest.list}`
    await tx`update public.guest_list_entries set plus_ones = ${of.plusOnes}, arrived = ${of.arrived} where id = ${guest.id}`
    await tx`set local session_replication_role = origin`
    const [row] = await tx<{ result: string }[]>`
      select public.admit_guests(${testEvent.eventId}, ${guest.id}, ${heads}, ${randomUUID()}, 'Main') ->> 'result' as result`
    return row?.result
  })
}

test.each(guestVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
  expect(await admitGuests(vector)).toBe(vector.result)
})

test.each(admissionVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
  expect(await checkIn(vector, randomUUID())).toBe(vector.result)
})
