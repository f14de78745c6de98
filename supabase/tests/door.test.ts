import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { type ScanData, scanDataSchema } from '#features/door/scan-data.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
beforeAll(async () => {
  testEvent = await createEvent(sql)
  await users.grant('Dex', 'scan', testEvent.eventId)
  await users.grant('Dot', 'door_manager', testEvent.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; code: string; generation: number }
type Scan = {
  event?: string
  ticket?: Ticket | null
  generation?: number
  code?: string
  uid?: string
  gate?: string
  device?: string
  result?: string
}

const scan = (client: SupabaseClient, what: Scan) =>
  call(
    client,
    'check_in',
    {
      p_event: what.event ?? testEvent.eventId,
      p_ticket: what.ticket?.id ?? null,
      p_generation: what.ticket ? (what.generation ?? what.ticket.generation) : null,
      p_code: what.code ?? null,
      p_scan_uid: what.uid ?? randomUUID(),
      p_gate: what.gate ?? 'Main',
      p_method: what.code ? 'code' : 'camera',
      p_result: what.result ?? null,
      p_device: what.device ?? randomUUID(),
    },
    scanResponseSchema,
  )
const undo = (client: SupabaseClient, ticket: Ticket, reason = 'wrong person', uid = randomUUID()) =>
  call(
    client,
    'undo_check_in',
    { p_event: testEvent.eventId, p_ticket: ticket.id, p_scan_uid: uid, p_reason: reason },
    scanResponseSchema,
  )

async function sell(where: TestEvent = testEvent, quantity = 1): Promise<Ticket[]> {
  const { order } = await buy(service, await users.extra(), where, { Entry: quantity })
  return sql<
    Ticket[]
  >`select id, code, generation from public.tickets where order_id = ${order.orderId} order by id`
}
async function one(where: TestEvent = testEvent): Promise<Ticket> {
  const [ticket] = await sell(where)
  if (!ticket) throw new Error('no ticket')
  return ticket
}

describe('who may scan', () => {
  const may: Record<Name | 'visitor', boolean> = {
    Ada: true,
    Abe: true,
    Mo: true,
    Dex: true,
    Dot: true,
    Mia: false,
    Sid: false,
    Gus: false,
    visitor: false,
  }
  test.each(Object.entries(may))('%s: %s', async (name, yes) => {
    const who = z.enum(['Ada', 'Abe', 'Mo', 'Dex', 'Dot', 'Mia', 'Sid', 'Gus', 'visitor']).parse(name)
    const client = await users.actingAs(who)
    const ticket = await one()
    if (yes) expect(await scan(client, { ticket })).toMatchObject({ result: 'ok', firstName: 'Bea' })
    else if (who === 'visitor') await expect(scan(client, { ticket })).rejects.toThrow('42501')
    else expect((await refusal(scan(client, { ticket }))).code).toBe('not_allowed')
  })

  test('a grant is valid for its event, until it expires or is revoked', async () => {
    const other = await createEvent(sql)
    const dex = await users.actingAs('Dex')
    expect((await refusal(scan(dex, { event: other.eventId, ticket: await one(other) }))).code).toBe(
      'not_allowed',
    )
    await users.grant('Dex', 'scan', other.eventId)
    expect(await scan(dex, { event: other.eventId, ticket: await one(other) })).toMatchObject({
      result: 'ok',
    })
    await sql`update public.staff_grants set expires_at = now() where event_id = ${other.eventId}`
    expect((await refusal(scan(dex, { event: other.eventId, ticket: await one(other) }))).code).toBe(
      'not_allowed',
    )
    await sql`update public.staff_grants set expires_at = null, revoked_at = now() where event_id = ${other.eventId}`
    expect((await refusal(scan(dex, { event: other.eventId, ticket: await one(other) }))).code).toBe(
      'not_allowed',
    )
  })
})

describe('the result of a scan', () => {
  test('ok once; then already in, with the first time, gate and person', async () => {
    const [ticket] = await sell()
    const dex = await users.actingAs('Dex')
    const from = Date.now()
    expect(await scan(dex, { ticket, gate: 'North' })).toMatchObject({
      result: 'ok',
      bounce: false,
      typeName: 'Entry',
      minAge: 0,
    })
    const again = await scan(await users.actingAs('Dot'), { ticket, gate: 'South' })
    expect(again).toMatchObject({ result: 'already_in', bounce: false, firstGate: 'North' })
    expect(Date.parse(again.firstAt ?? '')).toBeGreaterThanOrEqual(from - 1)
    expect(Date.parse(again.firstAt ?? '')).toBeLessThanOrEqual(Date.now() + 1)
    expect(again.firstBy).toEqual(expect.any(String))
  })

  test('the same device within five seconds read the same code twice: a bounce, and never a second ok', async () => {
    const ticket = await one()
    const dex = await users.actingAs('Dex')
    const device = randomUUID()
    await scan(dex, { ticket, device })
    expect(await scan(dex, { ticket, device })).toMatchObject({ result: 'already_in', bounce: true })
    await sql`update public.entries set entered_at = now() - interval '6 seconds' where ticket_id = ${ticket.id}`
    expect(await scan(dex, { ticket, device })).toMatchObject({ result: 'already_in', bounce: false })
    expect(
      await sql`select result, is_bounce from public.scans where ticket_id = ${ticket.id} order by scanned_at`,
    ).toEqual([
      { result: 'ok', is_bounce: false },
      { result: 'already_in', is_bounce: true },
      { result: 'already_in', is_bounce: false },
    ])
  })

  test.each([
    ['another device', 'other'],
    ['devices without a name', ''],
  ])('%s of the same account at the same gate: already in, at once', async (_, device) => {
    const ticket = await one()
    const dex = await users.actingAs('Dex')
    await scan(dex, { ticket, device: device && 'first', gate: '' })
    expect(await scan(dex, { ticket, device, gate: '' })).toMatchObject({
      result: 'already_in',
      bounce: false,
    })
  })

  test('the same scan id returns the same result, to the same person only', async () => {
    const ticket = await one()
    const dex = await users.actingAs('Dex')
    const uid = randomUUID()
    const first = await scan(dex, { ticket, uid })
    const replay = await scan(dex, { ticket, uid })
    expect({ ...replay, serverNow: 0 }).toEqual({ ...first, serverNow: 0 })
    expect((await refusal(scan(await users.actingAs('Dot'), { ticket, uid }))).code).toBe('key_reused')
    expect(await sql`select 1 from public.scans where scan_uid = ${uid}`).toHaveLength(1)
  })

  test('a typed code works like a camera, whatever its case and gaps', async () => {
    const ticket = await one()
    const typed =
      `${ticket.code.slice(0, 3)}-${ticket.code.slice(3, 6)} ${ticket.code.slice(6)}`.toLowerCase()
    expect(await scan(await users.actingAs('Dex'), { code: typed })).toMatchObject({
      result: 'ok',
      ticketId: ticket.id,
    })
  })

  test.each([
    ['an unknown ticket', { ticket: { id: randomUUID(), code: '', generation: 1 } }, 'unknown'],
    ['a code that nobody has', { code: '222222222' }, 'unknown'],
    ['nothing at all', {}, 'unknown'],
    ['a forged signature', { result: 'bad_signature' }, 'bad_signature'],
  ])('%s', async (_, what: Scan, result) => {
    const scanned = await scan(await users.actingAs('Dex'), what)
    expect(scanned.result).toBe(result)
    expect(scanned.firstName).toBeNull()
  })

  test('a forged signature does not touch the ticket it names', async () => {
    const ticket = await one()
    expect((await scan(await users.actingAs('Dex'), { ticket, result: 'bad_signature' })).result).toBe(
      'bad_signature',
    )
    expect(await sql`select admission from public.tickets where id = ${ticket.id}`).toEqual([
      { admission: 'outside' },
    ])
  })

  test('another event’s ticket, without its holder’s name', async () => {
    const ticket = await one(await createEvent(sql))
    const scanned = await scan(await users.actingAs('Dex'), { ticket })
    expect(scanned.result).toBe('wrong_event')
    expect(scanned.firstName).toBeNull()
  })

  test('a test event’s ticket is refused as one at every real event, and admitted at its own', async () => {
    const dex = await users.actingAs('Dex')
    const trial = await createEvent(sql, { isTest: true })
    const ticket = await one(trial)
    expect(await scan(dex, { ticket })).toMatchObject({
      result: 'test_ticket',
      firstName: null,
      ticketId: null,
    })
    const ada = await users.actingAs('Ada')
    expect((await scan(ada, { event: trial.eventId, ticket })).result).toBe('ok')
    expect((await scan(ada, { event: trial.eventId, ticket: await one() })).result).toBe('wrong_event')
  })

  test.each([
    ['an older code', 'generation = 2', 'old_code'],
    ['refunded', `status = 'void', void_reason = 'refunded', voided_at = now()`, 'void_refunded'],
    ['resold', `status = 'void', void_reason = 'resold', voided_at = now()`, 'void_refunded'],
    ['cancelled', `status = 'void', void_reason = 'cancelled', voided_at = now()`, 'void_cancelled'],
    ['charged back', `status = 'void', void_reason = 'chargeback', voided_at = now()`, 'blocked'],
    ['reissued', `status = 'void', void_reason = 'reissued_as', voided_at = now()`, 'old_code'],
    ['in transfer', `custody = 'offered'`, 'in_transfer'],
    ['listed for return', `custody = 'listed'`, 'listed'],
  ])('%s', async (_, change, result) => {
    const ticket = await one()
    const dex = await users.actingAs('Dex')
    const answer = await sql.begin(async (tx) => {
      await tx.unsafe(`update public.tickets set ${change} where id = '${ticket.id}'`)
      const [event] = await tx`select e.* from public.events e where id = ${testEvent.eventId}`
      const [row] = await tx<{ word: string }[]>`
        select private.entry_result(k, e, ${ticket.generation}) as word
        from public.tickets k, public.events e where k.id = ${ticket.id} and e.id = ${event?.id}`
      await tx`rollback and chain`
      return row?.word
    })
    expect(answer).toBe(result)
    expect((await scan(dex, { ticket })).result).toBe('ok')
  })

  test('too early, too late, unpaid, a test ticket, a cancelled event', async () => {
    const ada = await users.actingAs('Ada')
    const early = await createEvent(sql, { doorsIn: 2.1 })
    expect((await scan(ada, { event: early.eventId, ticket: await one(early) })).result).toBe('not_yet')
    const late = await createEvent(sql)
    const ticket = await one(late)
    const at = (result: string) => async () =>
      expect((await scan(ada, { event: late.eventId, ticket })).result).toBe(result)
    await sql`update public.events set doors_at = now() - interval '15 hours', starts_at = now() - interval '14 hours', ends_at = now() - interval '361 minutes' where id = ${late.eventId}`
    await at('ended')()
    await sql`update public.events set ends_at = now() - interval '359 minutes', is_test = true where id = ${late.eventId}`
    await at('test_ticket')()
    await sql`update public.events set is_test = false, status = 'cancelled', cancelled_at = now() where id = ${late.eventId}`
    await at('void_cancelled')()
    await sql`update public.events set status = 'published', cancelled_at = null where id = ${late.eventId}`
    await at('ok')()
  })

  test('an unknown event, an unknown method', async () => {
    const ada = await users.actingAs('Ada')
    expect((await refusal(scan(ada, { event: randomUUID() }))).code).toBe('not_found')
    expect((await refusal(scan(ada, { result: 'ok' }))).code).toBe('invalid')
  })
})

describe('undoing an admission', () => {
  test('within ten minutes, by the door manager, with a reason; the log keeps both', async () => {
    const ticket = await one()
    const dot = await users.actingAs('Dot')
    await scan(dot, { ticket })
    expect((await refusal(undo(await users.actingAs('Dex'), ticket))).code).toBe('not_allowed')
    expect((await refusal(undo(await users.actingAs('Mo'), ticket))).code).toBe('not_allowed')
    expect((await refusal(undo(dot, ticket, ''))).code).toBe('reason_required')
    const uid = randomUUID()
    expect((await undo(dot, ticket, 'wrong person', uid)).result).toBe('undone')
    expect((await undo(dot, ticket, 'wrong person', uid)).result).toBe('undone')
    expect((await refusal(undo(dot, ticket))).code).toBe('not_inside')
    expect((await scan(dot, { ticket })).result).toBe('ok')
    expect(
      await sql`select result, reverses is not null as reverses from public.scans where ticket_id = ${ticket.id} order by scanned_at`,
    ).toEqual([
      { result: 'ok', reverses: false },
      { result: 'undone', reverses: true },
      { result: 'ok', reverses: false },
    ])
  })

  test('later only by an admin', async () => {
    const ticket = await one()
    const dot = await users.actingAs('Dot')
    await scan(dot, { ticket })
    await sql`update public.entries set entered_at = now() - interval '11 minutes' where ticket_id = ${ticket.id}`
    expect((await refusal(undo(dot, ticket))).code).toBe('undo_too_late')
    expect((await undo(await users.actingAs('Ada'), ticket)).result).toBe('undone')
  })
})

test('the scan log is append-only', async () => {
  await expect(sql`update public.scans set result = 'ok'`).rejects.toThrow('append-only')
  await expect(sql`delete from public.scans`).rejects.toThrow('append-only')
  await expect(withLockTimeout(sql, (tx) => tx`truncate public.scans cascade`)).rejects.toThrow('append-only')
})

test('the door’s figures', async () => {
  const other = await createEvent(sql)
  await users.grant('Dex', 'scan', other.eventId)
  const dex = await users.actingAs('Dex')
  const tickets = await sell(other, 4)
  await scan(dex, { event: other.eventId, ticket: tickets[0], gate: 'North' })
  await scan(dex, { event: other.eventId, ticket: tickets[0], gate: 'North' })
  await scan(dex, { event: other.eventId, ticket: tickets[1], gate: 'South' })
  const figures = await call(dex, 'read_door', { p_event: other.eventId }, z.looseObject({}))
  expect(figures).toMatchObject({
    tickets: 4,
    inNow: 2,
    admitted: 2,
    remaining: 2,
    refused: 1,
    byType: [{ name: 'Entry', tickets: 4, inside: 2 }],
    byGate: [
      { name: 'North', admitted: 1 },
      { name: 'South', admitted: 1 },
    ],
  })
  expect(
    (await refusal(call(await users.actingAs('Mia'), 'read_door', { p_event: other.eventId }, z.unknown())))
      .code,
  ).toBe('not_allowed')
})

describe('scan data', () => {
  const read = (
    client: SupabaseClient,
    asked: { event?: string; show?: string; sort?: string; after?: string | null; limit?: number },
  ) =>
    call(
      client,
      'read_scan_data',
      {
        p_event: asked.event ?? null,
        p_show: asked.show ?? 'all',
        p_sort: asked.sort ?? null,
        p_after: asked.after ?? null,
        p_limit: asked.limit ?? 50,
      },
      scanDataSchema,
    )
  let other: TestEvent
  beforeAll(async () => {
    other = await createEvent(sql)
    await users.grant('Dex', 'scan', other.eventId)
    await users.grant('Dot', 'door_manager', other.eventId)
    const dex = await users.actingAs('Dex')
    const [first, second] = await sell(other, 2)
    const device = randomUUID()
    await scan(dex, { event: other.eventId, ticket: first, gate: 'North', device })
    await scan(dex, { event: other.eventId, ticket: first, gate: 'North', device })
    await scan(dex, { event: other.eventId, ticket: first, gate: 'South' })
    await scan(dex, { event: other.eventId, ticket: second, gate: 'South' })
    await scan(dex, { event: other.eventId, code: '222222222' })
  })

  const seen: Record<string, 'everything' | 'counts' | 'nothing'> = {
    Ada: 'everything',
    Mo: 'everything',
    Dot: 'everything',
    Dex: 'counts',
    Mia: 'nothing',
    Gus: 'nothing',
  }
  test.each(Object.entries(seen))('%s sees %s', async (name, what) => {
    const who = z.enum(['Ada', 'Mo', 'Dot', 'Dex', 'Mia', 'Gus']).parse(name)
    const data = await read(await users.actingAs(who), { event: other.eventId })
    if (what === 'nothing') {
      expect(data).toBeNull()
      return
    }
    expect(data?.figures).toMatchObject({
      tickets: 2,
      inNow: 2,
      admitted: 2,
      remaining: 0,
      refused: 2,
      byType: [{ name: 'Entry', tickets: 2, inside: 2 }],
      byResult: [
        { result: 'ok', bounce: false, scans: 2 },
        { result: 'already_in', bounce: false, scans: 1 },
        { result: 'already_in', bounce: true, scans: 1 },
        { result: 'unknown', bounce: false, scans: 1 },
      ],
    })
    expect(data?.mayList).toBe(what === 'everything')
    expect(data?.scans).toHaveLength(what === 'everything' ? 5 : 0)
    if (what === 'everything') {
      expect(data?.scans[0]).toMatchObject({ result: 'unknown', firstName: null, typeName: null })
      expect(data?.scans[4]).toMatchObject({
        result: 'ok',
        firstName: 'Bea',
        typeName: 'Entry',
        gate: 'North',
      })
    }
  })

  test('has pages and filters by result', async () => {
    const dot = await users.actingAs('Dot')
    const results = async (show: string) =>
      (await read(dot, { event: other.eventId, show }))?.scans.map(({ result }) => result)
    expect(await results('admitted')).toEqual(['ok', 'ok'])
    expect(await results('refused')).toEqual(['unknown', 'already_in'])
    const all = (await read(dot, { event: other.eventId }))?.scans.map(({ id }) => id)
    const paged: string[] = []
    let after: string | undefined
    do {
      const page = await read(dot, { event: other.eventId, limit: 2, after })
      paged.push(...(page?.scans ?? []).map(({ id }) => id))
      after = page?.next ?? undefined
    } while (after)
    expect(paged).toEqual(all)
  })

  test('sorts by time, name, ticket type and gate, both ways, across pages and ties', async () => {
    const dot = await users.actingAs('Dot')
    const keys = {
      time: ({ at }) => Date.parse(at),
      name: ({ firstName }) => (firstName ?? '').toLowerCase(),
      type: ({ typeName }) => (typeName ?? '').toLowerCase(),
      gate: ({ gate }) => (gate ?? '').toLowerCase(),
    } satisfies Record<string, (scanned: ScanData['scans'][number]) => number | string>
    for (const [key, keyOf] of Object.entries(keys))
      for (const sort of [key, `-${key}`])
        for (const limit of [1, 2, 5]) {
          const seen: ScanData['scans'] = []
          let after: string | null = null
          do {
            const page: ScanData | null = await read(dot, { event: other.eventId, sort, limit, after })
            seen.push(...(page?.scans ?? []))
            after = page?.next ?? null
          } while (after)
          const sign = sort === key ? 1 : -1
          const sorted = seen.toSorted((a, b) => {
            const [x, y] = [keyOf(a), keyOf(b)]
            return sign * (x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1)
          })
          expect([sort, limit, new Set(seen.map(({ id }) => id)).size]).toEqual([sort, limit, 5])
          expect([sort, limit, seen]).toEqual([sort, limit, sorted])
        }
    // An order that is none, and a scan of another event, give the newest scans.
    const plain = (await read(dot, { event: other.eventId }))?.scans
    for (const asked of [{ sort: 'at; --' }, { after: randomUUID() }])
      expect((await read(dot, { event: other.eventId, ...asked }))?.scans).toEqual(plain)
  })

  test('offers the events where the caller may scan, and no other', async () => {
    const secret = await createEvent(sql)
    const dex = await users.actingAs('Dex')
    const data = await read(dex, {})
    const ids = data?.events.map(({ id }) => id) ?? []
    expect(ids).toContain(other.eventId)
    expect(ids).not.toContain(secret.eventId)
    expect(ids).toContain(data?.event?.id)
    expect(await read(dex, { event: secret.eventId })).toMatchObject({
      event: null,
      figures: null,
      scans: [],
    })
  })

  test('an undone admission still names its holder', async () => {
    const third = await createEvent(sql)
    await users.grant('Dot', 'door_manager', third.eventId)
    const dot = await users.actingAs('Dot')
    const ticket = await one(third)
    await scan(dot, { event: third.eventId, ticket })
    await call(
      dot,
      'undo_check_in',
      { p_event: third.eventId, p_ticket: ticket.id, p_scan_uid: randomUUID(), p_reason: 'wrong person' },
      scanResponseSchema,
    )
    const data = await read(dot, { event: third.eventId })
    expect(data?.scans[0]).toMatchObject({ result: 'undone', firstName: 'Bea' })
    expect(data?.figures).toMatchObject({ refused: 0 })
  })
})
