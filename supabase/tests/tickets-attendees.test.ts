import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { attendeesSchema } from '#features/tickets/staff/attendees.types.ts'
import { claimComp, issueComp } from './comps.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { markListed } from './listed.ts'
import {
  beginPayment,
  buy,
  call,
  holdTickets,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The attendee list: who may read it, what they get, and what it finds. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

let party: TestEvent
let other: TestEvent
let ada: SupabaseClient
const holders = ['Amélie Okoro', 'bela Stone', 'Cleo Stone', 'Dan Void'] as const
const orders = {} as Record<(typeof holders)[number], { orderId: string; code: string; email: string }>

const read = (client: SupabaseClient, filter: Record<string, unknown> = {}) =>
  call(client, 'read_attendees', { p_event: party.eventId, ...filter }, attendeesSchema)
const names = async (filter: Record<string, unknown>, client = ada) =>
  (await read(client, filter)).attendees.map(({ holder }) => holder)

beforeAll(async () => {
  const types = [
    { name: 'Entry', releases: [{ name: 'Final', faceCents: 2000 }] },
    { name: 'Box', releases: [{ name: 'Final', faceCents: 5000 }] },
  ]
  party = await createEvent(sql, { types })
  other = await createEvent(sql)
  ada = await users.actingAs('Ada')
  await users.grant('Dot', 'door_manager', party.eventId)
  await users.grant('Dex', 'scan', party.eventId)
  for (const name of holders) {
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, party, { [name === 'Cleo Stone' ? 'Box' : 'Entry']: 1 })
    const email = `${randomUUID()}@example.com`
    const order = await placeOrder(service, owner, hold.holdId, {
      name,
      email,
      phone: `347 555 ${name.length}77${name.length}`,
    })
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    orders[name] = { ...order, email }
  }
  const args = { p_reason: 'ill', p_key: randomUUID(), p_amount_cents: 0, p_void: true }
  await call(ada, 'refund_order', { ...args, p_order: orders['Dan Void'].orderId }, refundedSchema)
  for (const name of ['Cleo Stone', 'bela Stone'] as const) {
    const [ticket] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${orders[name].orderId}`
    const scan = {
      p_event: party.eventId,
      p_ticket: ticket?.id,
      p_generation: 1,
      p_code: null,
      p_gate: 'North',
      p_method: 'camera',
    }
    await call(ada, 'check_in', { ...scan, p_scan_uid: randomUUID() }, scanResponseSchema)
  }
})

describe('is for', () => {
  test.each([
    ['Ada', true],
    ['Dot', true],
    ['Mo', false],
    ['Dex', false],
    ['Mia', false],
    ['Gus', false],
  ] as const)('%s: %s', async (name, may) => {
    const client = await users.actingAs(name)
    if (!may) expect((await refusal(read(client))).code).toBe('not_allowed')
    else expect((await read(client)).attendees).toHaveLength(4)
  })

  test('door managers of the event, of no other, until their grant ends; visitors never', async () => {
    const dot = await users.actingAs('Dot')
    expect(await read(dot, { p_event: other.eventId })).toMatchObject({
      event: null,
      attendees: [],
      figures: null,
    })
    const visitor = await users.actingAs('visitor')
    await expect(read(visitor)).rejects.toThrow('42501')
    const undo = new Error('undo')
    const ended = sql.begin(async (tx) => {
      await tx`update public.staff_grants set revoked_at = now() where capability = 'door_manager'`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: await users.id('Dot'), role: 'authenticated' })}, true)`
      await expect(tx`select public.read_attendees(${party.eventId})`).rejects.toThrow('not_allowed')
      throw undo
    })
    await expect(ended).rejects.toThrow()
  })

  test('door managers without order, address, phone and code; they cannot search by them either', async () => {
    const dot = await users.actingAs('Dot')
    const found = await read(dot)
    expect(found).toMatchObject({ mayContact: false, codes: [] })
    expect(found.attendees.map(({ order, code }) => [order, code])).toEqual(holders.map(() => [null, null]))
    const text = JSON.stringify(found)
    for (const { code, email } of Object.values(orders)) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(code)
      expect(await names({ p_search: email }, dot)).toEqual([])
      expect(await names({ p_search: code }, dot)).toEqual([])
      expect(await names({ p_search: email })).toHaveLength(1)
    }
    expect(await names({ p_search: '12' + '77' + '12' }, dot)).toEqual([])
    expect(await names({ p_search: '127712' })).toEqual(['Amélie Okoro'])
    expect(await names({ p_code: randomUUID() }, dot)).toHaveLength(4)
  })
})

describe('finds', () => {
  test.each([
    ['everybody, A to Z', {}, ['Amélie Okoro', 'bela Stone', 'Cleo Stone', 'Dan Void']],
    ['Z to A', { p_sort: '-name' }, ['Dan Void', 'Cleo Stone', 'bela Stone', 'Amélie Okoro']],
    ['who is expected', { p_show: 'expected' }, ['Amélie Okoro']],
    ['who arrived', { p_show: 'arrived' }, ['bela Stone', 'Cleo Stone']],
    ['who left', { p_show: 'left' }, []],
    ['in the order of arrival', { p_sort: 'arrival' }, ['Cleo Stone', 'bela Stone']],
    ['the latest arrival first', { p_sort: '-arrival' }, ['bela Stone', 'Cleo Stone']],
    ['what is void', { p_show: 'void' }, ['Dan Void']],
    ['nobody marked', { p_show: 'vip' }, []],
    ['a name without its accent', { p_search: 'okoro amel' }, ['Amélie Okoro']],
    ['a family', { p_search: 'STONE' }, ['bela Stone', 'Cleo Stone']],
    ['a family by arrival', { p_search: 'stone', p_sort: '-arrival' }, ['bela Stone', 'Cleo Stone']],
    ['nobody by the middle of a name', { p_search: 'tone' }, []],
    ['what was bought before yesterday', { p_to: '2020-01-01' }, []],
  ] as const)('%s', async (_, filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })

  test('the tickets of a type, with the time and gate of the arrival', async () => {
    const { attendees } = await read(ada, { p_type: party.types.Box })
    expect(attendees).toMatchObject([
      {
        holder: 'Cleo Stone',
        type: 'Box',
        gate: 'North',
        status: 'valid',
        order: { code: orders['Cleo Stone'].code, email: orders['Cleo Stone'].email },
      },
    ])
    expect(attendees[0]?.enteredAt).not.toBeNull()
  })

  test('a ticket by its code, typed with spaces', async () => {
    const { attendees } = await read(ada, { p_search: 'cleo' })
    const code = attendees[0]?.code ?? ''
    expect(await names({ p_search: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toEqual(['Cleo Stone'])
  })
})

test.each(['name', '-name', 'arrival', '-arrival'])('comes in pages by %s, each once', async (p_sort) => {
  const whole = await names({ p_sort })
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(ada, { p_sort, p_limit: 1, p_after: after })
    seen.push(...page.attendees.map(({ holder }) => holder))
    after = page.next
  } while (after && seen.length < 9)
  expect(seen).toEqual(whole)
})

test('says of each ticket who has it: in transfer, listed, handed on, and that it was given', async () => {
  const event = await createEvent(sql, { doorsIn: 5 })
  await buy(service, await users.extra(), event, { Entry: 4 })
  const { link } = await issueComp(users, event)
  await claimComp(users, link)
  const tickets = await sql<{ id: string; free: boolean }[]>`
    select k.id, l.kind = 'comp' as free from public.tickets k join public.order_lines l on l.id = k.order_line_id
    where k.event_id = ${event.eventId} order by l.kind = 'comp', k.id`
  const [offered, listed, handedOn, plain, free] = tickets.map(({ id }) => id)
  await sql`update public.tickets set custody = 'offered' where id = ${offered ?? ''}`
  await markListed(sql, listed ?? '')
  await sql`update public.tickets set holder_email = 'rae@example.com', transfers = 1 where id = ${handedOn ?? ''}`
  const stateOf = new Map(
    (await read(ada, { p_event: event.eventId })).attendees.map(({ id, custody, isTransferred, isFree }) => [
      id,
      { custody, isTransferred, isFree },
    ]),
  )
  const held = { custody: 'held', isTransferred: false, isFree: false }
  expect([offered, listed, handedOn, plain, free].map((id) => stateOf.get(id ?? ''))).toEqual([
    { ...held, custody: 'offered' },
    { ...held, custody: 'listed' },
    { ...held, isTransferred: true },
    held,
    { ...held, isFree: true },
  ])
})
