import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { readTicketCode } from '#core/ticket-code.ts'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { ticketActionPreviewSchema, ticketActionResultSchema } from '#features/orders/ticket-actions.types.ts'
import { reissuedTicketSchema, ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Says what staff and holders do to single tickets, against the door and refunds. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let ada: SupabaseClient
beforeAll(async () => {
  testEvent = await createEvent(sql, { maxPerPerson: 20 })
  ada = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; code: string; generation: number }
const read = async (id: string): Promise<Ticket> => {
  const [row] = await sql<Ticket[]>`select id, code, generation from public.tickets where id = ${id}`
  if (!row) throw new Error('no ticket')
  return row
}
async function bought(quantity = 1, where = testEvent): Promise<Ticket[]> {
  const { order } = await buy(service, await users.extra(), where, { Entry: quantity })
  return sql<
    Ticket[]
  >`select id, code, generation from public.tickets where order_id = ${order.orderId} order by id`
}
async function one(where = testEvent): Promise<Ticket> {
  const [ticket] = await bought(1, where)
  if (!ticket) throw new Error('no ticket')
  return ticket
}
/** Scans a ticket by its QR code, or by a code that is typed. */
const scan = (what: Ticket | string, where = testEvent) =>
  call(
    ada,
    'check_in',
    {
      p_event: where.eventId,
      p_ticket: typeof what === 'string' ? null : what.id,
      p_generation: typeof what === 'string' ? null : what.generation,
      p_code: typeof what === 'string' ? what : null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: typeof what === 'string' ? 'code' : 'camera',
    },
    scanResponseSchema,
  )
const scanAt = async (where: TestEvent, id: string) => scan(await read(id), where)

const refusalSchema = z.object({ message: z.string() })

/** Reissues directly; resolves to the new generation or the refusal's code. */
const reissue = async (id: string, mostADay: number | null = null): Promise<number | string> => {
  try {
    const [row] = await sql<
      { generation: number }[]
    >`select private.reissue_ticket(${id}, 'lost', ${mostADay}) as generation`
    return row?.generation ?? 0
  } catch (error) {
    return refusalSchema.parse(JSON.parse(error instanceof Error ? error.message : '')).message
  }
}

describe('a holder’s own new code', () => {
  const reissueMine = async (who: Name | 'visitor', { id, generation }: Ticket) =>
    call(
      await users.actingAs(who),
      'reissue_my_ticket',
      { p_ticket: id, p_generation: generation },
      reissuedTicketSchema,
    )
  async function mine(where?: TestEvent): Promise<Ticket> {
    const ticket = await one(where)
    await sql`update public.tickets set owner_id = ${await users.id('Mia')} where id = ${ticket.id}`
    return ticket
  }

  test('ends the old one at the door, twice a day, and is in the log, the audit and a mail each time', async () => {
    const old = await mine()
    expect(await reissueMine('Mia', old)).toEqual({ ticketId: old.id, generation: 2, codesLeft: 1 })
    // Sent twice: the code that the holder meant to end is no longer the ticket's.
    expect(await reissueMine('Mia', old)).toEqual({ ticketId: old.id, generation: 2, codesLeft: 1 })
    for (const before of [old, old.code]) expect((await scan(before)).result).toBe('old_code')
    expect(await reissueMine('Mia', await read(old.id))).toMatchObject({ generation: 3, codesLeft: 0 })
    const fresh = await read(old.id)
    const refused = await refusal(reissueMine('Mia', fresh))
    expect(refused.code).toBe('rate_limited')
    const [row] = await sql<{ order_id: string }[]>`select order_id from public.tickets where id = ${old.id}`
    const orderId = row?.order_id ?? ''
    expect(
      await sql`select reason, facts from private.state_log
        where entity = 'ticket' and entity_id = ${old.id} and from_state = 'valid' order by id`,
    ).toEqual(
      [2, 3].map((generation) => ({
        reason: 'Asked for by its holder',
        facts: { change: 'reissued', generation },
      })),
    )
    expect(
      await sql`select actor_id, facts from private.audit_log where subject_id = ${orderId} and action = 'ticket.reissued_by_holder'`,
    ).toEqual(Array(2).fill({ actor_id: await users.id('Mia'), facts: { ticket_ids: [old.id] } }))
    expect(await mailsOf(orderId)).toEqual(['new_code', 'new_code'])
    await sql`update private.retired_ticket_codes set retired_at = now() - interval '25 hours' where code = ${old.code}`
    expect(await reissueMine('Mia', fresh)).toMatchObject({ generation: 4, codesLeft: 0 })
    expect((await scan(await read(old.id))).result).toBe('ok')
    const wallet = await call(await users.actingAs('Mia'), 'read_my_tickets', {}, ticketListSchema)
    const shown = wallet.flatMap(({ tickets }) => tickets).find(({ id }) => id === old.id)
    expect([shown?.codesLeft, shown?.generation]).toEqual([null, 4])
  })

  test('is refused to anybody else, and for a ticket that is void, blocked, given away or inside', async () => {
    const ticket = await mine()
    for (const who of ['Sid', 'Gus', 'Ada'] as const)
      expect((await refusal(reissueMine(who, ticket))).code).toBe('not_found')
    const call = { p_ticket: ticket.id, p_generation: 1 }
    expect((await (await users.actingAs('visitor')).rpc('reissue_my_ticket', call)).error?.code).toBe('42501')
    const refused = async () => (await refusal(reissueMine('Mia', ticket))).code
    await sql`update public.tickets set custody = 'offered' where id = ${ticket.id}`
    expect(await refused()).toBe('invalid_state')
    await sql`update public.tickets set custody = 'held' where id = ${ticket.id}`
    await sql
      .begin(async (tx) => {
        await tx`update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${ticket.id}`
        await tx`set local role authenticated`
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: await users.id('Mia'), role: 'authenticated' })}, true)`
        await tx
          .savepoint((inner) => inner`select public.reissue_my_ticket(${ticket.id}, 1)`)
          .catch((error) => {
            expect(String(error)).toContain('invalid_state')
          })
        throw new Error('undone')
      })
      .catch((error) => expect(String(error)).toContain('undone'))
    expect((await scan(ticket)).result).toBe('ok')
    expect(await refused()).toBe('invalid_state')
    const other = await mine()
    await sql`select private.void_tickets(array[${other.id}::uuid], 'refunded', false), private.end_refunded_order(order_id)
      from public.tickets where id = ${other.id}`
    expect((await refusal(reissueMine('Mia', other))).code).toBe('invalid_state')
    expect((await read(ticket.id)).generation).toBe(1)
  })

  test('is made by who has the link of the order, for its tickets alone', async () => {
    const [ticket, other] = [await one(), await one()]
    const p_token_hash = hashToken(makeToken())
    const [row] = await sql<
      { order_id: string }[]
    >`select order_id from public.tickets where id = ${ticket.id}`
    await service.rpc('add_link', { p_purpose: 'order_tickets', p_subject: row?.order_id, p_token_hash })
    const byLink = (p_ticket: string, hash = p_token_hash) =>
      call(
        service,
        'reissue_ticket_by_link',
        { p_ticket, p_generation: 1, p_token_hash: hash },
        reissuedTicketSchema,
      )
    expect((await byLink(ticket.id)).generation).toBe(2)
    expect((await refusal(byLink(other.id))).code).toBe('not_found')
    expect((await refusal(byLink(ticket.id, hashToken(makeToken())))).code).toBe('not_found')
    const mia = await users.actingAs('Mia')
    const direct = await mia.rpc('reissue_ticket_by_link', {
      p_token_hash,
      p_ticket: ticket.id,
      p_generation: 2,
    })
    expect(direct.error?.code).toBe('42501')
  })
})

describe('a ticket that is reissued', () => {
  test('is admitted by its new codes; the door knows the old ones, typed and scanned', async () => {
    const old = await one()
    expect(await reissue(old.id)).toBe(2)
    const fresh = await read(old.id)
    expect(fresh.code).not.toBe(old.code)
    expect(readTicketCode(fresh.code)).toBe(fresh.code)
    expect((await scan(old)).result).toBe('old_code')
    expect((await scan(old.code)).result).toBe('old_code')
    expect((await scan(fresh.code)).result).toBe('ok')
    expect(await reissue(old.id)).toBe(3)
    // Every code it ever had is known; the person is in, whichever code is shown.
    for (const code of [old.code, fresh.code]) expect((await scan(code)).result).toBe('old_code')
    expect((await scan(await read(old.id))).result).toBe('already_in')
  })

  test('has it in its log, and stays as it was otherwise', async () => {
    const [first, second] = await bought(2)
    await reissue(first?.id ?? '')
    expect(await read(second?.id ?? '')).toEqual(second)
    expect(
      await sql`select from_state, to_state, reason, facts from private.state_log where entity = 'ticket' and entity_id = ${first?.id ?? ''}
        order by id desc limit 1`,
    ).toEqual([
      {
        from_state: 'valid',
        to_state: 'valid',
        reason: 'lost',
        facts: { change: 'reissued', generation: 2 },
      },
    ])
  })

  test('is refused where it is void, unknown or its event is over, and after so many in a day', async () => {
    const ticket = await one()
    expect([await reissue(ticket.id, 2), await reissue(ticket.id, 2), await reissue(ticket.id, 2)]).toEqual([
      2,
      3,
      'rate_limited',
    ])
    expect(await reissue(ticket.id)).toBe(4)
    expect(await reissue(randomUUID())).toBe('not_found')
    const over = await createEvent(sql)
    const late = await one(over)
    await sql`update public.events set doors_at = now() - interval '15 hours', starts_at = now() - interval '14 hours',
      ends_at = now() - interval '361 minutes' where id = ${over.eventId}`
    expect(await reissue(late.id)).toBe('invalid_state')
  })

  test('while it is scanned: one is first, and neither loses the other', async () => {
    for (let round = 0; round < 10; round++) {
      const old = await one()
      const [scanned, typed, generation] = await Promise.all([scan(old), scan(old.code), reissue(old.id)])
      expect(generation).toBe(2)
      const results = [scanned.result, typed.result].toSorted()
      expect(results).not.toContain('unknown')
      expect([
        ['already_in', 'ok'],
        ['ok', 'old_code'],
        ['old_code', 'old_code'],
        ['already_in', 'old_code'],
      ]).toContainEqual(results)
      const state = await sql`select admission from public.tickets where id = ${old.id}`
      expect(state).toEqual([{ admission: results.includes('ok') ? 'inside' : 'outside' }])
    }
  })

  test('twice at once gets two generations, and each code that it had is retired', async () => {
    const old = await one()
    expect((await Promise.all([reissue(old.id), reissue(old.id), reissue(old.id)])).toSorted()).toEqual([
      2, 3, 4,
    ])
    const [row] =
      await sql`select count(*)::int as retired from private.retired_ticket_codes where ticket_id = ${old.id}`
    expect(row).toEqual({ retired: 3 })
  })
})

const act = (
  p_action: string,
  ids: string[],
  p_values: Record<string, unknown> = {},
  more: { client?: SupabaseClient; key?: string; orders?: string[]; reason?: string } = {},
) =>
  call(
    more.client ?? ada,
    'act_on_tickets',
    {
      p_action,
      p_tickets: ids,
      p_orders: more.orders ?? [],
      p_reason: more.reason ?? 'asked by mail',
      p_values,
      p_key: more.key ?? randomUUID(),
    },
    ticketActionResultSchema,
  )
const preview = (p_action: string, p_tickets: string[], p_orders: string[] = [], p_override = false) =>
  call(ada, 'preview_ticket_action', { p_action, p_tickets, p_orders, p_override }, ticketActionPreviewSchema)
/** An order with its tickets and what it cost. */
async function order(where: TestEvent, choice: Record<string, number>) {
  const { order: placed } = await buy(service, await users.extra(), where, choice)
  const tickets = await sql<(Ticket & { type: string })[]>`
    select id, code, generation, ticket_type_id as type from public.tickets where order_id = ${placed.orderId} order by id`
  return { ...placed, tickets, ids: tickets.map(({ id }) => id), first: tickets[0]?.id ?? '' }
}
const mailsOf = async (orderId: string) =>
  (
    await sql<{ change: string }[]>`
      select payload ->> 'change' as change from private.mail_outbox where subject_id = ${orderId} and kind = 'ticket_changed' order by created_at, id`
  ).map(({ change }) => change)
const poolsOf = async (where: TestEvent) =>
  Object.fromEntries(
    (
      await sql<
        { name: string; sold: number }[]
      >`select name, sold from public.capacity_pools where event_id = ${where.eventId}`
    ).map(({ name, sold }) => [name, sold]),
  )
const threeTypes = () =>
  createEvent(sql, {
    maxPerPerson: 20,
    pools: { Floor: 10, Balcony: 2 },
    types: [
      { name: 'Floor', pools: ['Floor'], releases: [{ name: 'Final', faceCents: 3000 }] },
      { name: 'Balcony', pools: ['Balcony'], releases: [{ name: 'Final', faceCents: 5000 }] },
      { name: 'Late', pools: ['Floor'], releases: [{ name: 'Final', faceCents: 1000 }] },
    ],
  })

describe('staff actions', () => {
  test.each(['Mo', 'Mia', 'Gus', 'Dex', 'Dot'] as const)('are not for %s', async (name) => {
    const client = await users.actingAs(name)
    const { first } = await order(testEvent, { Entry: 1 })
    for (const action of ['reissue', 'void', 'vip', 'rename', 'change_type'])
      expect((await refusal(act(action, [first], { void: true }, { client }))).code).toBe('not_allowed')
    const looked = call(
      client,
      'preview_ticket_action',
      { p_action: 'void', p_tickets: [first] },
      z.unknown(),
    )
    expect((await refusal(looked)).code).toBe('not_allowed')
    expect(await read(first)).toMatchObject({ generation: 1 })
  })

  test('need a reason, a key, one to two hundred targets, and a known action', async () => {
    const { first } = await order(testEvent, { Entry: 1 })
    const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
    expect(await codeOf(act('reissue', [first], {}, { reason: ' x ' }))).toBe('reason_required')
    expect(await codeOf(act('burn', [first]))).toBe('invalid')
    expect(await codeOf(act('reissue', []))).toBe('invalid')
    expect(
      await codeOf(
        act(
          'reissue',
          Array.from({ length: 201 }, () => randomUUID()),
        ),
      ),
    ).toBe('invalid')
    expect(await codeOf(act('void', [first], {}))).toBe('invalid')
    const key = randomUUID()
    await act('vip', [first], {}, { key })
    expect(await codeOf(act('unvip', [first], {}, { key }))).toBe('key_reused')
  })

  test('reissue: new codes once per key, one mail an order, the reason in the logs', async () => {
    const two = await order(testEvent, { Entry: 2 })
    const key = randomUUID()
    const done = await Promise.all([1, 2, 3].map(() => act('reissue', two.ids, {}, { key })))
    expect(done).toEqual(
      done.map(() => ({ tickets: 2, refundedCents: 0, waiting: 0, asked: 0, skipped: [] })),
    )
    for (const id of two.ids) expect(await read(id)).toMatchObject({ generation: 2 })
    expect(await mailsOf(two.orderId)).toEqual(['reissued'])
    const log = await sql`
      select actor_id, action, facts ->> 'reason' as reason from private.audit_log
      where subject_kind = 'order' and subject_id = ${two.orderId}`
    expect(log).toEqual([
      { actor_id: await users.id('Ada'), action: 'ticket.reissue', reason: 'asked by mail' },
    ])
  })

  test('rename by the order’s rules, with a mail', async () => {
    const one = await order(testEvent, { Entry: 1 })
    await act('rename', [one.first], { name: '  Nora   New ' })
    const [row] = await sql`select holder_name from public.tickets where id = ${one.first}`
    expect(row).toEqual({ holder_name: 'Nora New' })
    expect(await mailsOf(one.orderId)).toEqual(['renamed'])
    expect((await refusal(act('rename', [one.first], { name: ' ' }))).code).toBe('name_invalid')
  })

  test('a VIP is told to the door, and to nobody else', async () => {
    const one = await order(testEvent, { Entry: 1 })
    await act('vip', [one.first])
    expect((await act('vip', [one.first])).skipped).toMatchObject([{ reason: 'same' }])
    expect(await scan(await read(one.first))).toMatchObject({ result: 'ok', isVip: true })
    expect(await mailsOf(one.orderId)).toEqual([])
  })
})

describe('void', () => {
  test('has two switches: entry alone, money alone, both', async () => {
    const party = await threeTypes()
    const [entry, money, both] = [
      await order(party, { Floor: 1 }),
      await order(party, { Floor: 1 }),
      await order(party, { Floor: 1 }),
    ]
    expect(
      await preview(
        'void',
        [entry, money, both].map(({ first }) => first),
      ),
    ).toMatchObject({
      orders: 3,
      cents: 9000,
      waiting: 0,
    })
    await act('void', [entry.first], { void: true, refund: false })
    await act('void', [money.first], { void: false, refund: true })
    await act('void', [both.first], { void: true, refund: true })
    const rows = await sql`
      select k.status, o.refunded_cents::int as cents from public.tickets k join public.orders o on o.id = k.order_id
      where o.id in (${entry.orderId}, ${money.orderId}, ${both.orderId}) order by array_position(array[${entry.orderId}, ${money.orderId}, ${both.orderId}]::uuid[], o.id)`
    expect(rows).toEqual([
      { status: 'void', cents: 0 },
      { status: 'valid', cents: 3000 },
      { status: 'void', cents: 3000 },
    ])
    expect(await poolsOf(party)).toMatchObject({ Floor: 1 })
    // A refund has its own mail when the money is back.
    expect([await mailsOf(entry.orderId), await mailsOf(both.orderId)]).toEqual([['ended'], []])
  })

  test('of many orders at once skips with a reason what it cannot end, and ends the rest once', async () => {
    const party = await threeTypes()
    const [whole, gone, inside] = [
      await order(party, { Floor: 3 }),
      await order(party, { Floor: 1 }),
      await order(party, { Late: 1 }),
    ]
    await act('void', gone.ids, { void: true })
    await scanAt(party, inside.first)
    const orders = [whole.code, gone.code, inside.code, 'ZZZZZZZZ']
    const shown = await preview('void', [gone.first], orders)
    const why = shown.tickets.flatMap(({ asked, reason }) => (reason ? [[asked, reason]] : [])).toSorted()
    expect(why).toEqual(
      [
        [gone.first, 'void'],
        [gone.code, 'no_tickets'],
        [inside.code, 'inside'],
        ['ZZZZZZZZ', 'no_tickets'],
      ].toSorted(),
    )
    const key = randomUUID()
    const done = await Promise.all([
      act('void', [gone.first], { void: true, refund: true }, { key, orders }),
      act('void', [gone.first], { void: true, refund: true }, { key, orders: orders.toReversed() }),
    ])
    expect(done[0]).toMatchObject({ tickets: 3, refundedCents: 9000 })
    expect(done[1]).toEqual(done[0])
    expect(done[0]?.skipped).toHaveLength(4)
    const again = await act('void', [], { void: true, refund: true }, { orders: [inside.code] })
    expect(again).toMatchObject({ tickets: 0, skipped: [{ reason: 'inside' }] })
    expect(await act('void', inside.ids, { void: true, override: true })).toMatchObject({ tickets: 1 })
    expect(await poolsOf(party)).toEqual({ Floor: 0, Balcony: 0 })
  })

  test('beside scans, refunds and other voids of the same tickets: each ticket ends once or is let in once', async () => {
    const party = await threeTypes()
    for (let round = 0; round < 6; round++) {
      const bought = await order(party, { Floor: 2, Late: 1 })
      const other = await order(party, { Late: 1 })
      const scans = bought.tickets.map((ticket) => scan(ticket, party))
      const abe = await users.actingAs('Abe')
      const refund = {
        p_order: other.orderId,
        p_amount_cents: 1000,
        p_reason: 'ill',
        p_void: true,
        p_key: randomUUID(),
      }
      const [results] = await Promise.all([
        Promise.all(scans),
        act('void', [...bought.ids, ...other.ids], { void: true, refund: true }),
        act('void', [...other.ids, ...bought.ids].toReversed(), { void: true }, { client: abe }),
        call(ada, 'refund_order', refund, z.unknown()).catch(() => null),
      ])
      const admitted = results.filter(({ result }) => result === 'ok').length
      const [row] = await sql`
        select count(*) filter (where status = 'valid')::int as valid, count(*) filter (where admission = 'inside')::int as inside
        from public.tickets where id = any (${bought.ids})`
      expect(row?.inside).toBe(admitted)
      expect(row?.valid).toBeGreaterThanOrEqual(admitted)
      await act('void', bought.ids, { void: true, override: true }).catch(() => null)
    }
    expect(await poolsOf(party)).toEqual({ Floor: 0, Balcony: 0 })
    expect(await brokenRules(sql)).toEqual([])
  })
})

describe('a change of type', () => {
  test('to a cheaper one gives the difference back and moves the place', async () => {
    const party = await threeTypes()
    const one = await order(party, { Balcony: 2 })
    const { types } = await preview('change_type', [one.first])
    expect(types).toEqual([
      { id: party.types.Floor, name: 'Floor', cents: 3000, left: 10 },
      { id: party.types.Late, name: 'Late', cents: 1000, left: 10 },
    ])
    const wanted = { type: party.types.Floor, differenceCents: -2000, refund: true }
    expect(await act('change_type', [one.first], wanted)).toMatchObject({ tickets: 1, refundedCents: 2000 })
    expect(await poolsOf(party)).toEqual({ Floor: 1, Balcony: 1 })
    expect(await mailsOf(one.orderId)).toEqual(['retyped'])
    const [refund] =
      await sql`select amount_cents::int as cents, void_tickets from public.refunds where order_id = ${one.orderId}`
    expect(refund).toEqual({ cents: 2000, void_tickets: false })
    expect(
      await sql`
        select facts -> 'changed' as changed from private.audit_log
        where subject_id = ${one.orderId} and action = 'ticket.change_type'`,
    ).toEqual([{ changed: { ticket_type: ['Balcony', 'Floor'] } }])
    expect(await scanAt(party, one.first)).toMatchObject({ result: 'ok', typeName: 'Floor' })
  })

  test('to a dearer one is refused with the difference, and done where it is waived', async () => {
    const party = await threeTypes()
    const one = await order(party, { Floor: 1 })
    const wanted = { type: party.types.Balcony, differenceCents: 2000 }
    expect(await refusal(act('change_type', [one.first], wanted))).toMatchObject({
      code: 'type_dearer',
      facts: { cents: 2000 },
    })
    expect(
      (await refusal(act('change_type', [one.first], { ...wanted, differenceCents: 0, waive: true }))).code,
    ).toBe('type_price_changed')
    expect(await act('change_type', [one.first], { ...wanted, waive: true })).toMatchObject({
      tickets: 1,
      refundedCents: 0,
    })
    expect(await poolsOf(party)).toEqual({ Floor: 0, Balcony: 1 })
    // It ends as any other: its place of the new pool is free again.
    await act('void', [one.first], { void: true, refund: true })
    expect(await poolsOf(party)).toEqual({ Floor: 0, Balcony: 0 })
  })

  test('finds no place where there is none, and none twice: three at once for the last two', async () => {
    const party = await threeTypes()
    const buyers = [
      await order(party, { Floor: 1 }),
      await order(party, { Floor: 1 }),
      await order(party, { Floor: 1 }),
    ]
    const wanted = { type: party.types.Balcony, differenceCents: 2000, waive: true }
    const results = await Promise.all(
      buyers.map(({ first }) =>
        act('change_type', [first], wanted).then(
          () => 'done',
          (error) => error.code,
        ),
      ),
    )
    expect(results.toSorted()).toEqual(['done', 'done', 'sold_out'])
    expect(await poolsOf(party)).toEqual({ Floor: 1, Balcony: 2 })
  })

  test('is not for tickets of another event’s types, or of people who are inside', async () => {
    const party = await threeTypes()
    const one = await order(party, { Floor: 1 })
    const strange = { type: testEvent.types.Entry, differenceCents: 0 }
    expect((await refusal(act('change_type', [one.first], strange))).code).toBe('not_found')
    await scanAt(party, one.first)
    expect(
      await act('change_type', [one.first], { type: party.types.Late, differenceCents: -2000 }),
    ).toMatchObject({
      tickets: 0,
      skipped: [{ reason: 'inside' }],
    })
  })
})
