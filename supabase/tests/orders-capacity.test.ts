import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  type CapacityBoard,
  capacityBoardSchema,
  saleChangeFactsSchema,
  saleChangePreviewSchema,
} from '#features/orders/capacity/capacity.types.ts'
import { makeCode } from './codes.ts'
import { countersOf, createEvent, type TestEvent } from './event-fixture.ts'
import { extraLine, makeAddOn, makePackage, makeTable } from './extras.ts'
import { brokenRules } from './invariants.ts'
import { actAs, raceWithCapacity, tally, together } from './races.ts'
import {
  beginPayment,
  buy,
  type ChosenLine,
  call,
  holdItems,
  holdTickets,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** The capacity board and the changes that staff make to a running sale. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Change = { kind: string } & Record<string, unknown>

const read = async (p_event: string | null, name: Name = 'Ada') =>
  call(await users.actingAs(name), 'read_capacity_board', { p_event }, capacityBoardSchema)
async function boardOf(event: TestEvent, name: Name = 'Ada'): Promise<CapacityBoard> {
  const board = (await read(event.eventId, name))?.board
  if (!board) throw new Error('no board')
  return board
}
async function preview(event: TestEvent, p_change: Change, name: Name = 'Ada') {
  const client = await users.actingAs(name)
  const args = { p_event: event.eventId, p_change }
  const shown = await call(client, 'preview_sale_change', args, saleChangePreviewSchema)
  if (!shown) throw new Error('no preview')
  return shown
}
const versionOf = async (event: TestEvent) => {
  const [row] = await sql<{ version: string }[]>`select private.sale_version(${event.eventId}) as version`
  return row?.version ?? ''
}
const change = async (
  event: TestEvent,
  p_change: Change,
  { name = 'Ada', version, key = randomUUID() }: { name?: Name; version?: string; key?: string } = {},
) =>
  call(
    await users.actingAs(name),
    'change_sale',
    {
      p_event: event.eventId,
      p_change,
      p_version: version ?? (await versionOf(event)),
      p_key: key,
    },
    saleChangeFactsSchema,
  )
const auditOf = (event: TestEvent) => sql<{ actor_id: string; actor_role: string; facts: unknown }[]>`
  select actor_id, actor_role, facts from private.audit_log
  where action = 'event.sale_changed' and subject_kind = 'event' and subject_id = ${event.eventId} order by id`
/** Says what the picker of the event's page offers, by type. */
async function offerOf(event: TestEvent) {
  const rows = await sql<{ ticket_type_id: string; state: string; left_units: number }[]>`
    select ticket_type_id, state, left_units from private.offer_rows(array[${event.eventId}::uuid])`
  return Object.fromEntries(
    rows.map(({ ticket_type_id, state, left_units }) => [ticket_type_id, { state, left: left_units }]),
  )
}
const endHold = (holdId: string) =>
  sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`

/** 30 places for everybody, 10 of them upstairs; the first five tickets are cheaper. */
const partyOptions = {
  pools: { Legal: 30, Upstairs: 10 },
  maxPerPerson: 20,
  feeFixedCents: 150,
  types: [
    {
      name: 'Entry',
      pools: ['Legal'],
      releases: [
        { name: 'Early', faceCents: 1000, quantity: 5 },
        { name: 'Final', faceCents: 1500 },
      ],
    },
    { name: 'VIP', pools: ['Legal', 'Upstairs'], releases: [{ name: 'Final', faceCents: 5000 }] },
  ],
}
const idOf = (ids: Record<string, string>, name: string) => ids[name] ?? ''
async function releaseOf(event: TestEvent, type: string, name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from public.price_releases where ticket_type_id = ${idOf(event.types, type)} and name = ${name}`
  return row?.id ?? ''
}

describe('the board', () => {
  let party: TestEvent
  let board: CapacityBoard
  beforeAll(async () => {
    party = await createEvent(sql, partyOptions)
    await buy(service, await users.extra(), party, { Entry: 3 })
    const refunded = await buy(service, await users.extra(), party, { VIP: 2 })
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      {
        p_order: refunded.order.orderId,
        p_reason: 'ill',
        p_key: randomUUID(),
        p_amount_cents: 0,
        p_void: true,
      },
      refundedSchema,
    )
    await buy(service, await users.extra(), party, { VIP: 1 })
    await holdTickets(service, await users.extra(), party, { Entry: 4 })
    const ended = await holdTickets(service, await users.extra(), party, { VIP: 5, Entry: 1 })
    await endHold(ended.holdId)
    const waiting = await users.extra()
    const offer = await holdTickets(service, waiting, party, { VIP: 2 })
    // The offer of a waitlist: its entry and its hold appear together.
    await sql.begin(async (tx) => {
      await tx`update public.holds set kind = 'waitlist_offer' where id = ${offer.holdId}`
      await tx`
        insert into private.waitlist_entries
          (event_id, user_id, email, ticket_type_id, quantity, allows_partial, status, position, hold_id, joined_at)
        values (${party.eventId}, ${waiting}, 'waiting@example.com', ${idOf(party.types, 'VIP')}, 2, false, 'offered', 1,
          ${offer.holdId}, now())`
    })
    board = await boardOf(party)
  })

  test('shows what is sold, in carts, offered and left of each pool; ended carts are free', () => {
    expect(board.pools.toSorted((a, b) => b.capacity - a.capacity)).toMatchObject([
      { name: 'Legal', capacity: 30, sold: 4, held: 4, offered: 2, blocked: 0, left: 20, ofAll: true },
      { name: 'Upstairs', capacity: 10, sold: 1, held: 0, offered: 2, blocked: 0, left: 7, ofAll: false },
    ])
  })

  test('shows each type and release, which is on sale, and what buyers pay', () => {
    expect(board.types).toMatchObject([
      {
        name: 'Entry',
        state: 'low',
        sold: 3,
        held: 4,
        offered: 0,
        left: 20,
        capacity: 30,
        pools: ['Legal'],
        releases: [
          { name: 'Early', quantity: 5, sold: 3, held: 2, left: 0, state: 'sold_out', priceCents: 1150 },
          { name: 'Final', quantity: null, sold: 0, held: 2, left: null, state: 'open', priceCents: 1650 },
        ],
      },
      { name: 'VIP', state: 'low', sold: 1, held: 0, offered: 2, left: 7, priceCents: 5150 },
    ])
  })

  test('agrees with what buyers are offered, and what the last one can take', async () => {
    const offered = await offerOf(party)
    for (const { id, state, left } of board.types) expect({ state, left }).toEqual(offered[id])
    const fresh = await createEvent(sql, { pools: { Room: 9 } })
    const gone = await holdTickets(service, await users.extra(), fresh, { Entry: 6 })
    await endHold(gone.holdId)
    const left = (await boardOf(fresh)).types[0]?.left ?? 0
    expect(left).toBe(9)
    await holdTickets(service, await users.extra(), fresh, { Entry: left })
    expect((await boardOf(fresh)).types[0]).toMatchObject({ left: 0, state: 'sold_out', held: 9 })
  })

  test('agrees with the orders: the pace is what was paid for and kept', async () => {
    const [paid] = await sql<{ units: number }[]>`
      select sum(l.quantity)::int as units from public.orders o join public.order_lines l on l.order_id = o.id
      where o.event_id = ${party.eventId} and o.status = 'paid'`
    const paceOf = (id: string) => board.pace.find((row) => row.id === id)
    const legal = paceOf(idOf(party.pools, 'Legal'))
    expect([legal?.lastHour, legal?.hours.reduce((a, b) => a + b, 0)]).toEqual([paid?.units, paid?.units])
    expect([paceOf(idOf(party.types, 'Entry')), paceOf(idOf(party.types, 'VIP'))]).toMatchObject([
      { lastHour: 3 },
      { lastHour: 1 },
    ])
    expect(paceOf(idOf(party.pools, 'Upstairs'))).toMatchObject({ lastHour: 1 })
    expect(legal?.hours.at(-1)).toBe(paid?.units)
    // Two hours and a day later the sales are in an earlier hour, then in none.
    await sql`update public.tickets set issued_at = issued_at - interval '2 hours' where event_id = ${party.eventId}`
    const later = (await boardOf(party)).pace.find(({ id }) => id === idOf(party.pools, 'Legal'))
    expect([later?.lastHour, later?.hours.at(-3)]).toEqual([0, paid?.units])
    await sql`update public.tickets set issued_at = issued_at - interval '24 hours' where event_id = ${party.eventId}`
    expect((await boardOf(party)).pace).toEqual([])
  })

  test('counts packages, add-ons and tables: themselves, the places they take and the tickets they are', async () => {
    const fete = await createEvent(sql, { pools: { Room: 60 }, maxPerPerson: 20 })
    const squad = await makePackage(sql, fete, { Entry: 4 })
    const token = await makeAddOn(sql, fete, { stock: 10 })
    const table = await makeTable(sql, fete, { maxGuests: 6 })
    const sell = async (lines: ChosenLine[], pays: boolean) => {
      const owner = await users.extra()
      const hold = await holdItems(service, owner, fete.eventId, lines)
      const order = await placeOrder(service, owner, hold.holdId)
      if (pays) await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    }
    await sell([extraLine('package', squad, 2), extraLine('add_on', token.addOnId, 3)], true)
    await sell([...linesOf(fete, { Entry: 1 }), extraLine('add_on', token.addOnId, 1)], true)
    await sell([extraLine('package', squad, 1)], false)
    const before = await boardOf(fete)
    expect(before.pools).toMatchObject([
      { name: 'Room', purpose: 'places', sold: 9, held: 4, left: 47, ofAll: true },
      { name: 'Drink token', purpose: 'add_on', capacity: 10, sold: 4, held: 0, left: 6, ofAll: false },
    ])
    expect(before.types).toMatchObject([
      { name: 'Entry', sold: 9, held: 4, left: 47, releases: [{ sold: 1 }] },
    ])
    expect(before.extras).toMatchObject([
      { kind: 'package', name: 'Squad', sold: 2, held: 1, left: 11, priceCents: 7000, pools: ['Room'] },
      { kind: 'add_on', sold: 4, held: 0, left: 6, pools: ['Drink token'] },
      { kind: 'table', sold: 0, held: 0, left: 1 },
    ])
    await sell([extraLine('table', table)], true)
    const after = await boardOf(fete)
    expect(after.extras[2]).toMatchObject({ sold: 1, left: 0, state: 'sold_out' })
    const lastHour = (id: string) => after.pace.find((pace) => pace.id === id)?.lastHour
    expect([squad, token.addOnId, table, token.poolId, idOf(fete.types, 'Entry')].map(lastHour)).toEqual([
      2, 4, 1, 4, 15,
    ])
    expect(lastHour(idOf(fete.pools, 'Room'))).toBe(15)
    const [valid] = await sql<{ tickets: number }[]>`
      select count(*)::int as tickets from public.tickets where event_id = ${fete.eventId} and status = 'valid'`
    expect(after.types[0]?.sold).toBe(valid?.tickets)
    // Room for fewer than four leaves no package.
    await change(fete, { kind: 'set_capacity', pool: idOf(fete.pools, 'Room'), capacity: 22 })
    const lowered = await boardOf(fete)
    expect([lowered.types[0]?.left, lowered.extras[0]?.left, lowered.extras[0]?.state]).toEqual([
      3,
      0,
      'sold_out',
    ])
  })

  test('pauses and resumes a package, an add-on and a table, each by itself', async () => {
    const fete = await createEvent(sql, { pools: { Room: 60 }, maxPerPerson: 20 })
    const squad = await makePackage(sql, fete, { Entry: 4 })
    const { addOnId } = await makeAddOn(sql, fete)
    const table = await makeTable(sql, fete)
    const lines = [extraLine('package', squad), extraLine('add_on', addOnId), extraLine('table', table)]
    await holdItems(service, await users.extra(), fete.eventId, lines.slice(0, 2))
    const other = await createEvent(sql)
    const states = async () => (await boardOf(fete)).extras.map(({ paused, state }) => [paused, state])
    for (const [at, line] of lines.entries()) {
      const { item } = line
      const before = await versionOf(fete)
      const shown = await preview(fete, { kind: 'pause_extra', extra: item })
      expect(shown.facts).toMatchObject({ held: line.kind === 'table' ? 0 : 1 })
      expect(shown.after?.extras.map(({ paused }) => paused)).toEqual(lines.map((_, n) => n === at))
      expect(await states()).toEqual(lines.map(() => [false, expect.not.stringMatching('paused')]))
      await change(fete, { kind: 'pause_extra', extra: item })
      expect(await versionOf(fete)).not.toBe(before)
      expect((await states())[at]).toEqual([true, 'paused'])
      const buyer = await users.extra()
      const hold = (chosen: ChosenLine[]) => holdItems(service, buyer, fete.eventId, chosen)
      expect(await refusal(hold([...linesOf(fete, { Entry: 1 }), line]))).toMatchObject({
        code: 'sale_paused',
      })
      expect((await hold(linesOf(fete, { Entry: 1 }))).lines).toHaveLength(1)
      const again = change(fete, { kind: 'pause_extra', extra: item })
      expect((await refusal(again)).code).toBe('nothing_to_change')
      const elsewhere = change(other, { kind: 'pause_extra', extra: item })
      expect((await refusal(elsewhere)).code).toBe('nothing_to_change')
      await change(fete, { kind: 'resume_extra', extra: item })
      expect((await states())[at]?.[0]).toBe(false)
    }
    expect(await auditOf(fete)).toHaveLength(6)
  })

  test('counts what is kept back for a code as blocked, and lets no capacity go below it', async () => {
    const fete = await createEvent(sql, { pools: { Room: 30 } })
    await makeCode(sql, fete, { block: { pool: 'Room', places: 8, hours: 24 } })
    await holdTickets(service, await users.extra(), fete, { Entry: 2 })
    const [room] = (await boardOf(fete)).pools
    expect(room).toMatchObject({ held: 2, blocked: 8, left: 20 })
    const lowered = change(fete, { kind: 'set_capacity', pool: idOf(fete.pools, 'Room'), capacity: 9 })
    expect(await refusal(lowered)).toEqual({
      code: 'capacity_below_sold',
      facts: expect.objectContaining({ committed: 10, blocked: 8 }),
    })
  })

  test('shows moderators the same without money, and lets them change nothing', async () => {
    const forMo = await boardOf(party, 'Mo')
    expect(forMo.mayChange).toBe(false)
    expect(JSON.stringify(forMo)).not.toMatch(/[cC]ents":\s*[0-9]/)
    expect(forMo.pools).toEqual(board.pools)
  })

  test.each(['Mia', 'Gus', 'Dex', 'Dot'] as const)('is not for %s', async (name) => {
    await users.grant('Dex', 'scan', party.eventId)
    await users.grant('Dot', 'door_manager', party.eventId)
    expect((await refusal(read(party.eventId, name))).code).toBe('not_allowed')
  })

  test('of a draft is for admins; of no event it is null; without one it is that of the next event', async () => {
    const draft = await createEvent(sql, { status: 'draft' })
    expect((await boardOf(draft)).types).toMatchObject([{ state: 'hidden', left: 100 }])
    expect(await read(draft.eventId, 'Mo')).toBeNull()
    expect(await read(randomUUID())).toBeNull()
    const next = await read(null)
    expect(Date.parse(next?.board?.event.endsAt ?? '')).toBeGreaterThan(Date.parse(next?.now ?? ''))
  })

  test('keeps a type that left the offer, as long as somebody has a ticket of it', async () => {
    const fete = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'Old' }, { name: 'Unsold' }] })
    await buy(service, await users.extra(), fete, { Old: 2 })
    await sql`update public.ticket_types set archived_at = now() where event_id = ${fete.eventId} and name in ('Old', 'Unsold')`
    const { types, pools } = await boardOf(fete)
    expect(types.map(({ name, state }) => [name, state])).toEqual([
      ['Entry', 'on_sale'],
      ['Old', 'archived'],
    ])
    expect(pools).toMatchObject([{ sold: 2, left: 98, ofAll: true }])
  })
})

describe('a change', () => {
  let party: TestEvent
  beforeAll(async () => {
    party = await createEvent(sql, partyOptions)
  })
  /** Everything that a change could touch, and the log. */
  const everything = async (event: TestEvent) => [
    await versionOf(event),
    await countersOf(sql, event.eventId),
    await auditOf(event),
    [...(await sql`select updated_at from public.events where id = ${event.eventId}`)],
  ]

  test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is not for %s, in preview neither', async (name) => {
    const before = await everything(party)
    for (const kind of ['pause_sale', 'set_capacity']) {
      const wanted = { kind, pool: idOf(party.pools, 'Legal'), capacity: 5 }
      expect((await refusal(preview(party, wanted, name))).code).toBe('not_allowed')
      expect((await refusal(change(party, wanted, { name }))).code).toBe('not_allowed')
    }
    expect(await everything(party)).toEqual(before)
  })

  test('is previewed with its numbers, and the preview leaves nothing behind', async () => {
    const hold = await holdTickets(service, await users.extra(), party, { Entry: 2 })
    const look = async () => {
      const ended = await holdTickets(service, await users.extra(), party, { VIP: 1 })
      await endHold(ended.holdId)
      const before = await everything(party)
      const wanted = { kind: 'set_capacity', pool: idOf(party.pools, 'Upstairs'), capacity: 4 }
      const shown = await preview(party, wanted)
      const after = await everything(party)
      const [hold] = await sql<
        { status: string }[]
      >`select status from public.holds where id = ${ended.holdId}`
      return { shown, before, after, status: hold?.status }
    }
    let looked = await look()
    // Other tests sweep ended holds at any moment; then it looks again with another.
    for (let tries = 0; tries < 9 && looked.status !== 'active'; tries++) looked = await look()
    expect(looked.status).toBe('active')
    expect(looked.after).toEqual(looked.before)
    const { shown } = looked
    expect(shown.facts).toMatchObject({ name: 'Upstairs', from: 10, to: 4, held: 0 })
    const leftOf = (rows: typeof shown.after) =>
      rows?.types.map(({ name, left, state }) => [name, left, state])
    expect(leftOf(shown.before)).toEqual([
      ['Entry', 28, 'on_sale'],
      ['VIP', 10, 'low'],
    ])
    expect(leftOf(shown.after)).toEqual([
      ['Entry', 28, 'on_sale'],
      ['VIP', 4, 'low'],
    ])
    await sql`select public.release_hold(owner_id, id) from public.holds where id = ${hold.holdId}`
  })

  test('does what its preview showed', async () => {
    const changes: Change[] = [
      { kind: 'set_capacity', pool: idOf(party.pools, 'Legal'), capacity: 40 },
      { kind: 'set_quantity', release: await releaseOf(party, 'Entry', 'Early'), quantity: 8 },
      { kind: 'set_quantity', release: await releaseOf(party, 'Entry', 'Final'), quantity: 12 },
      {
        kind: 'add_release',
        type: idOf(party.types, 'Entry'),
        name: 'Door',
        faceCents: 2500,
        quantity: null,
        endsAt: null,
      },
      { kind: 'end_release', release: await releaseOf(party, 'Entry', 'Early') },
      { kind: 'pause_type', type: idOf(party.types, 'VIP') },
      { kind: 'resume_type', type: idOf(party.types, 'VIP') },
      { kind: 'pause_sale' },
      { kind: 'resume_sale' },
    ]
    for (const wanted of changes) {
      const shown = await preview(party, wanted)
      expect([wanted.kind, shown.after]).not.toEqual([wanted.kind, shown.before])
      expect(await change(party, wanted, { version: shown.version })).toEqual(shown.facts)
      const { pools, types, extras } = await boardOf(party)
      // A release that was added has another id than the one that was taken back.
      const plain = (rows: unknown) => JSON.stringify(rows).replaceAll(/"id":"[^"]+"|"endsAt":"[^"]+"/g, '')
      expect([wanted.kind, plain({ pools, types, extras })]).toEqual([wanted.kind, plain(shown.after)])
      for (const { id, state, left } of types) expect({ state, left }).toEqual((await offerOf(party))[id])
    }
    const log = await auditOf(party)
    expect(log.map(({ facts }) => z.looseObject({ change: z.unknown() }).parse(facts).change)).toEqual(
      changes,
    )
    expect(log[0]).toMatchObject({ actor_id: await users.id('Ada'), actor_role: 'admin' })
  })

  test('is made once for one key, however often it is sent at once; another body is refused', async () => {
    const wanted = { kind: 'set_capacity', pool: idOf(party.pools, 'Legal'), capacity: 41 }
    const version = await versionOf(party)
    const key = randomUUID()
    const logged = (await auditOf(party)).length
    const same = await Promise.all([1, 2, 3].map(() => change(party, wanted, { version, key })))
    expect(same[1]).toEqual(same[0])
    expect(same[2]).toEqual(same[0])
    expect(await auditOf(party)).toHaveLength(logged + 1)
    const other = change(party, { ...wanted, capacity: 42 }, { version, key })
    expect((await refusal(other)).code).toBe('key_reused')
  })

  test('that somebody else overtook is refused; sales meanwhile are no reason', async () => {
    const version = await versionOf(party)
    const wanted = { kind: 'set_capacity', pool: idOf(party.pools, 'Legal'), capacity: 50 }
    await buy(service, await users.extra(), party, { VIP: 1 })
    expect(await versionOf(party)).toBe(version)
    const both = await Promise.allSettled([
      refusal(change(party, wanted, { version })),
      refusal(change(party, { ...wanted, capacity: 60 }, { version, name: 'Abe' })),
    ])
    const codes = both.map((one) => (one.status === 'fulfilled' ? one.value.code : 'broken'))
    expect(codes.filter((code) => code === 'sale_changed')).toHaveLength(1)
    expect((await refusal(change(party, wanted, { version }))).code).toBe('sale_changed')
  })

  test('makes a form that the editor opened before it stale', async () => {
    const at = async () =>
      (
        await sql<
          { at: string }[]
        >`select updated_at::text as at from public.events where id = ${party.eventId}`
      )[0]?.at
    const before = await at()
    await change(party, { kind: 'pause_sale' })
    expect(await at()).not.toBe(before)
    await change(party, { kind: 'resume_sale' })
  })

  test('below what is sold and in carts is refused with the number; ended carts do not count', async () => {
    const fete = await createEvent(sql, { pools: { Room: 20 }, maxPerPerson: 20 })
    await buy(service, await users.extra(), fete, { Entry: 4 })
    await holdTickets(service, await users.extra(), fete, { Entry: 3 })
    const ended = await holdTickets(service, await users.extra(), fete, { Entry: 5 })
    await endHold(ended.holdId)
    const pool = idOf(fete.pools, 'Room')
    for (const work of [preview, change])
      expect(await refusal(work(fete, { kind: 'set_capacity', pool, capacity: 6 }))).toEqual({
        code: 'capacity_below_sold',
        facts: expect.objectContaining({ pool: 'Room', committed: 7, sold: 4, held: 3 }),
      })
    await change(fete, { kind: 'set_capacity', pool, capacity: 7 })
    expect((await boardOf(fete)).pools).toMatchObject([{ capacity: 7, sold: 4, held: 3, left: 0 }])
    expect((await boardOf(fete)).types).toMatchObject([{ state: 'sold_out', left: 0 }])
    const release = await releaseOf(fete, 'Entry', 'Final')
    expect(await refusal(change(fete, { kind: 'set_quantity', release, quantity: 6 }))).toEqual({
      code: 'release_below_sold',
      facts: { release: 'Final', committed: 7 },
    })
  })

  test('of a pause: nobody can hold, what is in carts can be paid, and a second pause changes nothing', async () => {
    const fete = await createEvent(sql)
    await holdTickets(service, await users.extra(), fete, { Entry: 2 })
    expect(await change(fete, { kind: 'pause_sale' })).toMatchObject({ held: 2 })
    expect((await refusal(holdTickets(service, await users.extra(), fete, { Entry: 1 }))).code).toBe(
      'sale_paused',
    )
    expect((await refusal(preview(fete, { kind: 'pause_sale' }))).code).toBe('nothing_to_change')
    await change(fete, { kind: 'resume_sale' })
    await change(fete, { kind: 'pause_type', type: idOf(fete.types, 'Entry') })
    expect((await refusal(holdTickets(service, await users.extra(), fete, { Entry: 1 }))).code).toBe(
      'sale_paused',
    )
  })

  test('of the end of sales: later, until the event ends', async () => {
    const fete = await createEvent(sql, {
      doorsIn: 1,
      hoursLong: 8,
      types: [{ name: 'Entry', saleEndsIn: -1 }],
    })
    const type = idOf(fete.types, 'Entry')
    const wall = async (hours: number) => {
      const [row] = await sql<{ wall: string }[]>`
        select to_char((now() + make_interval(hours => ${hours})) at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as wall
        from public.events where id = ${fete.eventId}`
      return row?.wall ?? ''
    }
    for (const endsAt of [await wall(-2), await wall(20), null])
      expect((await refusal(preview(fete, { kind: 'extend_sale', type, endsAt }))).code).toBe(
        'sale_end_out_of_range',
      )
    await change(fete, { kind: 'extend_sale', type, endsAt: await wall(3) })
    await holdTickets(service, await users.extra(), fete, { Entry: 1 })
    expect((await refusal(change(fete, { kind: 'extend_sale', type, endsAt: await wall(2) }))).code).toBe(
      'sale_end_out_of_range',
    )
  })

  test('that ends a release opens the next one; carts keep their price', async () => {
    const fete = await createEvent(sql, partyOptions)
    const hold = await holdTickets(service, await users.extra(), fete, { Entry: 2 })
    const early = await releaseOf(fete, 'Entry', 'Early')
    expect(await change(fete, { kind: 'end_release', release: early })).toMatchObject({
      name: 'Early',
      held: 2,
    })
    expect((await refusal(change(fete, { kind: 'end_release', release: early }))).code).toBe(
      'nothing_to_change',
    )
    const next = await holdTickets(service, await users.extra(), fete, { Entry: 1 })
    expect([hold.lines[0]?.unitFaceCents, next.lines[0]?.unitFaceCents]).toEqual([1000, 1500])
  })

  test('that adds a release says when it would never open; twelve are enough', async () => {
    const fete = await createEvent(sql)
    const type = idOf(fete.types, 'Entry')
    const wanted = { kind: 'add_release', type, faceCents: 3000, quantity: 10, endsAt: null }
    expect((await preview(fete, { ...wanted, name: 'Door' })).facts).toMatchObject({
      after: 'Final',
      opens: false,
    })
    for (let n = 2; n <= 12; n++) await change(fete, { ...wanted, name: `Release ${n}` })
    expect((await refusal(change(fete, { ...wanted, name: 'One more' }))).code).toBe('too_many_releases')
  })

  test('that makes no sense is refused', async () => {
    const other = await createEvent(sql)
    const over = await createEvent(sql, { doorsIn: -20, hoursLong: 8 })
    const draftOf = (kind: string, rest: Record<string, unknown> = {}) => ({ kind, ...rest })
    for (const [event, wanted, code] of [
      [party, draftOf('grow'), 'invalid'],
      [party, draftOf('set_capacity', { pool: idOf(other.pools, 'Room'), capacity: 500 }), 'not_found'],
      [party, draftOf('set_capacity', { pool: idOf(party.pools, 'Legal'), capacity: 0 }), 'invalid'],
      [party, draftOf('set_capacity', { pool: idOf(party.pools, 'Legal') }), 'invalid'],
      [
        party,
        draftOf('set_quantity', { release: await releaseOf(other, 'Entry', 'Final'), quantity: 5 }),
        'not_found',
      ],
      [party, draftOf('end_release', { release: randomUUID() }), 'not_found'],
      [party, draftOf('pause_type', { type: idOf(other.types, 'Entry') }), 'nothing_to_change'],
      [party, draftOf('pause_type'), 'nothing_to_change'],
      [
        party,
        draftOf('add_release', { type: idOf(other.types, 'Entry'), name: 'x', faceCents: 1 }),
        'not_found',
      ],
      [over, draftOf('pause_sale'), 'invalid_state'],
    ] as const) {
      expect([wanted, (await refusal(preview(event, wanted))).code]).toEqual([wanted, code])
      expect([wanted, (await refusal(change(event, wanted))).code]).toEqual([wanted, code])
    }
    const keyless = call(
      await users.actingAs('Ada'),
      'change_sale',
      {
        p_event: party.eventId,
        p_change: draftOf('pause_sale'),
        p_version: await versionOf(party),
        p_key: null,
      },
      z.unknown(),
    )
    expect((await refusal(keyless)).code).toBe('invalid')
    const nowhere = { p_event: randomUUID(), p_change: draftOf('pause_sale') }
    expect(
      await call(await users.actingAs('Ada'), 'preview_sale_change', nowhere, saleChangePreviewSchema),
    ).toBeNull()
  })
})

describe('changes and buyers at once', () => {
  const pool = users.connect(40)

  test('50 buyers hold while an admin lowers the room: never more than it takes', async () => {
    for (let round = 0; round < 4; round++) {
      const { endings, stock, lowered } = await raceWithCapacity(users, pool, {
        buyers: 50,
        from: 60,
        to: 25,
      })
      expect(
        Object.keys(endings).filter((code) => !['ok', 'sold_out', 'capacity_below_sold'].includes(code)),
      ).toEqual([])
      // Either the change came in time, and later buyers were refused, or it was refused itself.
      expect(stock).toEqual(
        lowered ? { capacity: 25, held: Math.min(25, stock.held) } : { capacity: 60, held: 50 },
      )
    }
  })

  test('many changes and many sales at once wait for one another, and none deadlocks', async () => {
    const event = await createEvent(sql, partyOptions)
    const owners = await Promise.all(Array.from({ length: 20 }, () => users.extra()))
    const early = await releaseOf(event, 'Entry', 'Early')
    const wanted: Change[] = [
      { kind: 'set_capacity', pool: idOf(event.pools, 'Legal'), capacity: 28 },
      { kind: 'set_capacity', pool: idOf(event.pools, 'Upstairs'), capacity: 9 },
      { kind: 'set_quantity', release: early, quantity: 9 },
      { kind: 'pause_type', type: idOf(event.types, 'VIP') },
      { kind: 'resume_type', type: idOf(event.types, 'VIP') },
      { kind: 'end_release', release: early },
    ]
    for (let round = 0; round < 3; round++) {
      const endings = await together(pool, 32, async (tx, n) => {
        const owner = owners[n]
        const one = wanted[(n + round) % wanted.length]
        if (owner && n % 7 === round) {
          await tx`update public.holds set expires_at = now() - interval '1 second' where owner_id = ${owner}`
          return null
        }
        if (owner) {
          const lines = tx.json(linesOf(event, n % 2 ? { Entry: 2 } : { VIP: 1, Entry: 1 }))
          return tx`select public.hold_items(${owner}, ${event.eventId}, ${lines}, ${randomUUID()})`
        }
        await actAs(users, tx, 'Ada')
        return tx`select public.change_sale(${event.eventId}, ${tx.json(JSON.parse(JSON.stringify(one)))}, private.sale_version(${event.eventId}), ${randomUUID()})`
      })
      const known = [
        'ok',
        'sold_out',
        'sale_paused',
        'sale_changed',
        'nothing_to_change',
        'capacity_below_sold',
        'release_below_sold',
        'rate_limited',
      ]
      expect(Object.keys(tally(endings)).filter((ending) => !known.includes(ending))).toEqual([])
      expect(await brokenRules(sql)).toEqual([])
    }
  })
})
