import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { groupResponseSchema, type ScanResponse, scanResponseSchema } from '#features/door/door.types.ts'
import { type OfflineScan, uploadOffline } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests the looks at tickets before they are admitted, and the admission of several tickets of one order. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let dex: SupabaseClient
beforeAll(async () => {
  testEvent = await createEvent(sql)
  await users.grant('Dex', 'scan', testEvent.eventId)
  dex = await users.actingAs('Dex')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; code: string; generation: number }

async function sell(quantity: number, where: TestEvent = testEvent): Promise<[Ticket, ...Ticket[]]> {
  const { order } = await buy(service, await users.extra(), where, { Entry: quantity })
  const [first, ...rest] = await sql<Ticket[]>`
    select id, code, generation from public.tickets where order_id = ${order.orderId} order by id`
  if (!first) throw new Error('no ticket')
  return [first, ...rest]
}

type Read = { ticket: Ticket; uid?: string; event?: string; generation?: number; device?: string }

function ask(name: 'look_up_ticket' | 'check_in', client: SupabaseClient, read: Read): Promise<ScanResponse> {
  const params = {
    p_event: read.event ?? testEvent.eventId,
    p_ticket: read.ticket.id,
    p_generation: read.generation ?? read.ticket.generation,
    p_code: null,
    p_scan_uid: read.uid ?? randomUUID(),
    p_gate: 'Main',
    p_method: 'camera',
    p_device: read.device ?? randomUUID(),
  }
  return call(client, name, params, scanResponseSchema)
}
const lookUp = (client: SupabaseClient, read: Read) => ask('look_up_ticket', client, read)
const checkIn = (client: SupabaseClient, read: Read) => ask('check_in', client, read)

const scansOf = (tickets: Ticket[]) => tickets.map(({ id }) => ({ ticket: id, scan: randomUUID() }))
const admit = (
  client: SupabaseClient,
  read: Ticket,
  scans: { ticket: string; scan: string }[],
  event?: string,
) =>
  call(
    client,
    'admit_group',
    {
      p_event: event ?? testEvent.eventId,
      p_ticket: null,
      p_generation: null,
      p_code: read.code,
      p_scans: scans,
      p_gate: 'Main',
      p_method: 'code',
      p_device: randomUUID(),
    },
    groupResponseSchema,
  )
const resultsOf = ({ results }: { results: { result: string }[] }) => results.map(({ result }) => result)

async function admissionOf({ id }: Ticket): Promise<string | undefined> {
  const [row] = await sql<{ admission: string }[]>`select admission from public.tickets where id = ${id}`
  return row?.admission
}
const storedScans = (tickets: Ticket[]) =>
  sql<{ result: string }[]>`
    select result from public.scans where ticket_id = any (${tickets.map(({ id }) => id)}::uuid[]) order by scanned_at`

describe('a look at a ticket', () => {
  test('that may enter shows who it is, admits nobody and is no scan; the same scan then admits it', async () => {
    const [ticket] = await sell(1)
    const uid = randomUUID()
    const looked = await lookUp(dex, { ticket, uid })
    expect(looked).toMatchObject({ result: 'ok', firstName: 'Bea', typeName: 'Entry', ticketId: ticket.id })
    expect(await admissionOf(ticket)).toBe('outside')
    expect(await storedScans([ticket])).toEqual([])
    expect((await checkIn(dex, { ticket, uid })).result).toBe('ok')
    expect(await admissionOf(ticket)).toBe('inside')
    expect((await lookUp(dex, { ticket, uid })).result).toBe('ok')
    expect(await storedScans([ticket])).toEqual([{ result: 'ok' }])
  })

  test('that may not enter is stored and answered as a check-in is', async () => {
    const [ticket] = await sell(1)
    await checkIn(dex, { ticket })
    expect(await lookUp(dex, { ticket })).toMatchObject({
      result: 'already_in',
      bounce: false,
      firstGate: 'Main',
    })
    expect((await lookUp(dex, { ticket, generation: 7 })).result).toBe('old_code')
    expect(await storedScans([ticket])).toEqual([
      { result: 'ok' },
      { result: 'already_in' },
      { result: 'old_code' },
    ])
  })

  test('needs the scan grant for the event', async () => {
    const [ticket] = await sell(1)
    for (const name of ['Mia', 'Sid', 'Gus'] as const)
      expect((await refusal(lookUp(await users.actingAs(name), { ticket }))).code).toBe('not_allowed')
    const other = await createEvent(sql)
    expect((await refusal(lookUp(dex, { ticket, event: other.eventId }))).code).toBe('not_allowed')
    await expect(lookUp(await users.actingAs('visitor'), { ticket })).rejects.toThrow('42501')
  })
})

describe('a group', () => {
  test('is offered with any of its tickets, without those that may not enter', async () => {
    const [read, second, third, fourth] = await sell(4)
    if (!second || !third || !fourth) throw new Error('too few tickets')
    await checkIn(dex, { ticket: second })
    await sql`update public.tickets set holder_name = 'Mia  van der Berg' where id = ${third.id}`
    await sql`update public.tickets set custody = 'offered' where id = ${fourth.id}`
    const { group } = await lookUp(dex, { ticket: read })
    expect(group).toEqual([{ ticketId: third.id, name: 'Mia B.', typeName: 'Entry', isVip: false }])
    expect((await checkIn(dex, { ticket: read })).group).toEqual(group)
    expect((await checkIn(dex, { ticket: read })).group).toEqual(group)
    expect((await lookUp(dex, { ticket: read, generation: 9 })).group).toEqual([])
    await sql`update public.tickets set custody = 'held' where id = ${fourth.id}`
  })

  test('ends where a ticket was handed on to another person', async () => {
    const [read, handedOn] = await sell(2)
    if (!handedOn) throw new Error('too few tickets')
    await sql`
      update public.tickets set owner_id = ${await users.id('Mia')}, holder_email = 'mia@example.com', handed_on_at = now(), transfers = 1
      where id = ${handedOn.id}`
    expect((await checkIn(dex, { ticket: read })).group).toEqual([])
    expect((await checkIn(dex, { ticket: handedOn })).group).toEqual([])
    expect((await refusal(admit(dex, read, scansOf([handedOn])))).code).toBe('not_found')
  })

  test('comes in together, each ticket with a scan of its own; sent again it is answered the same', async () => {
    const tickets = await sell(4)
    const scans = scansOf(tickets)
    const first = await admit(dex, tickets[0], scans)
    expect(first).toMatchObject({ minAge: 0, addOns: [] })
    expect(first.results.map(({ ticketId }) => ticketId)).toEqual(tickets.map(({ id }) => id))
    expect(resultsOf(first)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(resultsOf(await admit(dex, tickets[0], scans))).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(await storedScans(tickets)).toHaveLength(4)
    expect(resultsOf(await admit(dex, tickets[0], scansOf(tickets)))).toEqual(Array(4).fill('already_in'))
    expect((await checkIn(dex, { ticket: tickets[0] })).group).toEqual([])
  })

  test('lets some in and says who else may not, by an id that is typed, too', async () => {
    const [read, second, third] = await sell(3)
    if (!second || !third) throw new Error('too few tickets')
    await sql`update public.tickets set custody = 'listed' where id = ${second.id}`
    const { results } = await admit(dex, read, scansOf([second, third]))
    expect(new Map(results.map(({ ticketId, result }) => [ticketId, result]))).toEqual(
      new Map([
        [second.id, 'listed'],
        [third.id, 'ok'],
      ]),
    )
    expect(await admissionOf(read)).toBe('outside')
    await sql`update public.tickets set custody = 'held' where id = ${second.id}`
  })

  test('takes no ticket of another order or event, and follows no code that admits nobody', async () => {
    const [read, second] = await sell(2)
    if (!second) throw new Error('too few tickets')
    const [stranger] = await sell(1)
    expect((await refusal(admit(dex, read, scansOf([second, stranger])))).code).toBe('not_found')
    const elsewhere = await createEvent(sql)
    const [foreign] = await sell(1, elsewhere)
    expect((await refusal(admit(dex, foreign, scansOf([foreign])))).code).toBe('group_closed')
    await sql`update public.tickets set custody = 'listed' where id = ${read.id}`
    expect((await refusal(admit(dex, read, scansOf([second])))).code).toBe('group_closed')
    await sql`update public.tickets set custody = 'held' where id = ${read.id}`
    expect(await admissionOf(second)).toBe('outside')
    expect((await refusal(admit(dex, { ...read, code: '222222222' }, scansOf([second])))).code).toBe(
      'not_found',
    )
  })

  test('is refused to people without the grant, and where it is no list of scans', async () => {
    const tickets = await sell(2)
    const mia = await users.actingAs('Mia')
    expect((await refusal(admit(mia, tickets[0], scansOf(tickets)))).code).toBe('not_allowed')
    const tooMany = Array.from({ length: 11 }, () => scansOf(tickets)).flat()
    for (const wrong of [[], tooMany])
      expect((await refusal(admit(dex, tickets[0], wrong))).code).toBe('invalid')
    expect(await storedScans(tickets)).toEqual([])
  })

  test('under parallel groups and scans of one order admits each ticket once', async () => {
    const tickets = await sell(5)
    const clients = [dex, await users.actingAs('Ada'), await users.actingAs('Mo')]
    const client = (n: number) => clients[n % clients.length] ?? dex
    const groups = Array.from({ length: 8 }, async (_, n) => {
      const chosen = n % 2 ? tickets : [...tickets].reverse().slice(0, 3)
      const read = tickets[n % tickets.length] ?? tickets[0]
      return resultsOf(await admit(client(n), read, scansOf(chosen)))
    })
    const singles = tickets.flatMap((ticket, n) =>
      [0, 1].map(async (again) => [(await checkIn(client(n + again), { ticket })).result]),
    )
    const results = (await Promise.all([...groups, ...singles])).flat()
    expect(results.filter((result) => result === 'ok')).toHaveLength(tickets.length)
    expect(new Set(results)).toEqual(new Set(['ok', 'already_in']))
    const open = await sql`
      select ticket_id from public.entries
      where ticket_id = any (${tickets.map(({ id }) => id)}::uuid[]) and closed_at is null`
    expect(open).toHaveLength(tickets.length)
  })
})

describe('a group that came in without a network', () => {
  const phone = randomUUID()
  const upload = (scans: OfflineScan[]) => uploadOffline(dex, testEvent.eventId, phone, scans)

  /** A scan that let a ticket in by the code of another one. */
  async function memberScan(read: Partial<OfflineScan>, { id, generation }: Ticket): Promise<OfflineScan> {
    const [row] = await sql<{ hash: string }[]>`
      select private.pack_hash(private.pack_salt(${testEvent.eventId}), uuid_send(${id}::uuid)) as hash`
    return { scan: randomUUID(), ...read, member: row?.hash ?? '', memberGeneration: generation }
  }
  const entriesOf = async (tickets: Ticket[]) => {
    const rows = await sql<{ id: string }[]>`
      select ticket_id as id from public.entries
      where ticket_id = any (${tickets.map(({ id }) => id)}::uuid[]) and closed_at is null`
    return rows.map(({ id }) => id).toSorted()
  }

  test('is handed in as one scan for each, by the code that was read; sent again it is known', async () => {
    const tickets = await sell(4)
    const [read, second, third] = tickets
    if (!second || !third) throw new Error('too few tickets')
    const scans = [
      { scan: randomUUID(), ticket: read.id },
      await memberScan({ ticket: read.id }, second),
      // by the typed code
      await memberScan({ code: read.code }, third),
    ]
    expect((await upload(scans)).map(({ state, result }) => [state, result])).toEqual(
      Array(3).fill(['confirmed', 'ok']),
    )
    expect((await upload(scans.toReversed())).map(({ state }) => state)).toEqual(Array(3).fill('known'))
    expect(await entriesOf(tickets)).toEqual([read, second, third].map(({ id }) => id).toSorted())
    expect(await storedScans(tickets)).toHaveLength(3)
    // The same scans with a network, of which no answer arrived, are the same too.
    const online = await admit(dex, read, [{ ticket: third.id, scan: scans[2]?.scan ?? '' }])
    expect(resultsOf(online)).toEqual(['ok'])
    expect(await storedScans(tickets)).toHaveLength(3)
  })

  test('takes no ticket of another order: somebody is in without one, and that is a conflict', async () => {
    const [read] = await sell(1)
    const [stranger] = await sell(1)
    const [one] = await upload([await memberScan({ ticket: read.id }, stranger)])
    expect(one).toMatchObject({ state: 'conflict', result: 'unknown' })
    expect(await admissionOf(stranger)).toBe('outside')
    expect(await storedScans([read, stranger])).toEqual([])
    const [unread] = await upload([await memberScan({ bad: 'bad_signature' }, stranger)])
    expect(unread).toMatchObject({ state: 'conflict', result: 'bad_signature' })
  })

  test('by a code that was replaced before is in conflict; by one that was replaced since is not', async () => {
    const [read, second, third] = await sell(3)
    if (!second || !third) throw new Error('too few tickets')
    await sql`select private.reissue_ticket(${read.id}, 'test')`
    const [since] = await upload([await memberScan({ ticket: read.id, ago: 60_000 }, second)])
    expect(since).toMatchObject({ state: 'confirmed' })
    const [before] = await upload([await memberScan({ ticket: read.id, ago: 0 }, third)])
    expect(before).toMatchObject({ state: 'conflict', result: 'old_code' })
    expect(await admissionOf(third)).toBe('outside')
  })

  test('with a ticket that somebody else has by now: before it was handed on it was good', async () => {
    const [read, second, third] = await sell(3)
    if (!second || !third) throw new Error('too few tickets')
    for (const { id } of [second, third]) {
      await sql`
        update public.tickets set owner_id = ${await users.id('Mia')}, holder_email = 'mia@example.com', handed_on_at = now(), transfers = 1
        where id = ${id}`
      await sql`select private.reissue_ticket(${id}, 'Handed on')`
    }
    const scans = [
      await memberScan({ ticket: read.id, ago: 60_000 }, second),
      await memberScan({ ticket: read.id, ago: 0 }, third),
    ]
    expect((await upload(scans)).map(({ state, result }) => [state, result])).toEqual([
      ['confirmed', 'ok'],
      ['conflict', 'old_code'],
    ])
  })
})
