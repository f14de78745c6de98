import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type GroupVector, groupVectors } from '#features/door/admission-vectors.fixtures.ts'
import { decideOffline, type Reading } from '#features/door/offline/decision.rules.ts'
import { decideGroup, groupOf } from '#features/door/offline/groups.rules.ts'
import { knownOf } from '#features/door/offline/pack-content.ts'
import { codeHashOf, fromHex, hashOf, uuidBytes } from '#features/door/offline/read-code.ts'
import { unsignedPackSchema } from '#features/door/pack.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { rolledBack } from './rolled-back.ts'
import { buy } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Holds `look_up_ticket` and `admit_group`, and a phone that has the database's pack, to the same cases of tickets that come together. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
type Sold = { id: string; code: string; order: string }
let bought: Sold[]
let strangers: Sold[]
let mia: string
beforeAll(async () => {
  testEvent = await createEvent(sql)
  bought = await sell(4)
  strangers = await sell(4)
  mia = await users.id('Mia')
})
afterAll(() => users.close())

async function sell(quantity: number): Promise<Sold[]> {
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  return sql<Sold[]>`
    select id, code, order_id as order from public.tickets where order_id = ${order.orderId} order by line_unit, id`
}

const voidReasons = {
  void_refunded: 'refunded',
  void_cancelled: 'cancelled',
  old_code: 'reissued_as',
} as const

/** Makes the world of a case, without what guards against such changes. @returns its tickets, the one that is read first */
async function prepare(tx: TransactionSql, { event, tickets }: GroupVector): Promise<Sold[]> {
  await tx`set local session_replication_role = replica`
  await tx`
    update public.events set status = ${event.status}, reentries = ${event.reentries},
      doors_at = now() + ${event.doorsIn} * interval '1 hour', starts_at = now() + ${event.doorsIn} * interval '1 hour',
      ends_at = now() + ${event.doorsIn + event.hoursLong} * interval '1 hour'
    where id = ${testEvent.eventId}`
  await tx`
    with zone as (
      insert into public.door_zones (event_id, name, capacity)
      values (${testEvent.eventId}, 'Zone', 100), (${testEvent.eventId}, 'Hall', 100) returning id, name)
    insert into public.door_gates (event_id, name, zone_id, type_ids) values
      (${testEvent.eventId}, 'Own', null, ${[testEvent.types.Entry ?? '']}), (${testEvent.eventId}, 'Others', null, ${[randomUUID()]}),
      (${testEvent.eventId}, 'Zone', (select id from zone where name = 'Zone'), null)`
  const made: Sold[] = []
  for (const [at, ticket] of tickets.entries()) {
    const of = (ticket.holder === 'stranger' ? strangers : bought)[at]
    if (!of) throw new Error('too few tickets')
    made.push(of)
    await prepareTicket(tx, of, ticket)
  }
  // Those that the case does not have are refunded.
  await tx`
    update public.tickets set status = 'void', void_reason = 'refunded', voided_at = now()
    where event_id = ${testEvent.eventId} and id <> all (${made.map(({ id }) => id)}::uuid[])`
  await tx`set local session_replication_role = origin`
  return made
}

async function prepareTicket(tx: TransactionSql, { id, order }: Sold, of: GroupVector['tickets'][number]) {
  const { eventId } = testEvent
  const voided = Object.entries(voidReasons).find(([name]) => name === of.standing)?.[1] ?? null
  await tx`
    update public.tickets set generation = ${of.generation},
      admission = ${of.isInside ? 'inside' : of.exits > 0 ? 'left' : 'outside'},
      custody = ${of.standing === 'listed' ? 'listed' : of.standing === 'in_transfer' ? 'offered' : 'held'},
      blocked_at = case when ${of.standing === 'blocked'} then now() end,
      block_reason = case when ${of.standing === 'blocked'} then 'chargeback' end,
      status = case when ${voided !== null} then 'void' else status end, void_reason = ${voided},
      voided_at = case when ${voided !== null} then now() end
    where id = ${id}`
  if (of.holder === 'other')
    await tx`
      update public.tickets set owner_id = ${mia}, holder_email = 'mia@example.com', handed_on_at = now() where id = ${id}`
  const past = [...Array<'exited'>(of.exits).fill('exited'), ...(of.isInside ? ['ok' as const] : [])]
  for (const result of past)
    await tx`
      with scan as (
        insert into public.scans (scan_uid, event_id, ticket_id, result)
        values (gen_random_uuid(), ${eventId}, ${id}, ${result}) returning id)
      insert into public.entries (event_id, ticket_id, order_id, scan_id, zone_id, closed_at, closed_by_scan)
      select ${eventId}, ${id}, ${order}, scan.id, (
          select z.id from public.door_zones z where z.event_id = ${eventId} and z.name = ${of.zone ?? ''}),
        case when ${result === 'exited'} then now() end, case when ${result === 'exited'} then scan.id end
      from scan`
}

/** What a scan offered, by the places of the tickets, and what became of those chosen. */
type Decided = { offered: number[]; result: string[] | string }

/** An error of the database that is a refusal. */
const refusedSchema = z.object({
  message: z
    .string()
    .startsWith('{')
    .transform((text) => JSON.parse(text))
    .pipe(z.object({ code: z.literal('refused'), message: z.string() })),
})

async function decideOnline(tx: TransactionSql, tickets: Sold[], vector: GroupVector): Promise<Decided> {
  const { eventId } = testEvent
  const [read] = tickets
  const isTyped = vector.reading === 'typed'
  const id = isTyped ? null : (read?.id ?? '')
  const generation = isTyped ? null : (vector.readGeneration ?? vector.tickets[0]?.generation ?? 1)
  const code = isTyped ? (read?.code ?? '') : null
  const placeOf = (ticket: string) => tickets.findIndex((each) => each.id === ticket)
  const [look] = await tx<{ group: { ticketId: string }[] }[]>`
    select public.look_up_ticket(${eventId}, ${id}, ${generation}, ${code}, gen_random_uuid(), ${vector.gate}, 'camera') -> 'group' as group`
  const offered = (look?.group ?? []).map(({ ticketId }) => placeOf(ticketId)).toSorted()
  const chosen = vector.chosen ?? tickets.map((_, at) => at)
  const scans = chosen.map((at) => ({ ticket: tickets[at]?.id ?? '', scan: randomUUID() }))
  try {
    const [admitted] = await tx.savepoint(
      (point) => point<{ results: { ticketId: string; result: string }[] }[]>`
        select public.admit_group(${eventId}, ${id}, ${generation}, ${code}, ${point.json(scans)}, ${vector.gate}, 'camera') -> 'results'
          as results`,
    )
    const results = new Map(admitted?.results.map(({ ticketId, result }) => [placeOf(ticketId), result]))
    return { offered, result: chosen.map((at) => results.get(at) ?? '') }
  } catch (error) {
    const refused = refusedSchema.safeParse(error)
    if (!refused.success) throw error
    return { offered, result: refused.data.message.message }
  }
}

/** Decides by the pack that the database gives, as a phone does. */
async function decideByPack(tx: TransactionSql, tickets: Sold[], vector: GroupVector): Promise<Decided> {
  const [row] = await tx<{ pack: unknown }[]>`
    select public.read_door_pack(${testEvent.eventId}, ${randomUUID()}) as pack`
  const content = unsignedPackSchema.parse(row?.pack)
  const ticketKey = { kty: 'OKP', crv: 'Ed25519', x: '' } as const
  const known = knownOf({ ...content, ticketKey }, { lastMove: () => undefined, exitsOf: () => 0 })
  const salt = fromHex(content.salt)
  const hashes = await Promise.all(tickets.map(({ id }) => hashOf(salt, uuidBytes(id))))
  const generation = vector.readGeneration ?? vector.tickets[0]?.generation ?? 1
  const reading: Reading =
    vector.reading === 'typed'
      ? { kind: 'typed', codeHash: await codeHashOf(salt, tickets[0]?.code ?? '') }
      : { kind: 'signed', idHash: hashes[0] ?? '', generation }
  const now = Date.now()
  const station = { gate: vector.gate, action: 'admit' as const }
  const offered = groupOf(known, reading, decideOffline(known, reading, now, station), now)
  const chosen = (vector.chosen ?? tickets.map((_, at) => at)).map((at) => hashes[at] ?? '')
  const decided = decideGroup(known, reading, chosen, { now, station })
  return {
    offered: offered.map(({ idHash }) => hashes.indexOf(idHash)).toSorted(),
    result: typeof decided === 'string' ? decided : decided.map(({ result }) => result),
  }
}

test.each(groupVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
  const decided = await rolledBack(users, 'Ada', async (tx) => {
    const tickets = await prepare(tx, vector)
    return { phone: await decideByPack(tx, tickets, vector), server: await decideOnline(tx, tickets, vector) }
  })
  const { offered, result } = vector
  expect(decided).toEqual({ phone: { offered, result }, server: { offered, result } })
})
