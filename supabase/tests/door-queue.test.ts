import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { uploadOffline } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let night: TestEvent
beforeAll(async () => {
  night = await createEvent(sql)
  await sql`update public.events set reentries = 1 where id = ${night.eventId}`
  await users.grant('Dex', 'scan', night.eventId)
  await users.grant('Dot', 'door_manager', night.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function sell(): Promise<string> {
  const { order } = await buy(service, await users.extra(), night, { Entry: 1 })
  const [row] = await sql<{ id: string }[]>`select id from public.tickets where order_id = ${order.orderId}`
  if (!row) throw new Error('no ticket')
  return row.id
}
const phone = randomUUID()
const other = randomUUID()
const dex = () => users.actingAs('Dex')
const online = async (ticket: string, action = 'admit', scan = randomUUID()) =>
  (
    await call(
      await dex(),
      'check_in',
      {
        p_event: night.eventId,
        p_ticket: ticket,
        p_generation: 1,
        p_code: null,
        p_scan_uid: scan,
        p_gate: 'Main',
        p_method: 'camera',
        p_device: phone,
        p_action: action,
      },
      scanResponseSchema,
    )
  ).result
const inNow = async () => {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(in_now), 0)::int as n from private.door_counts where event_id = ${night.eventId}`
  return row?.n ?? 0
}
const conflictsOf = (ticket: string) => sql`
  select c.result, k.gate as kept, o.gate as other, c.withdrawn_at is null as open from public.scan_conflicts c
  join public.scans o on o.id = c.other_scan left join public.scans k on k.id = c.kept_scan
  where c.ticket_id = ${ticket} order by o.captured_at`
const admissionOf = async (ticket: string) => {
  const [row] = await sql<{ admission: string }[]>`select admission from public.tickets where id = ${ticket}`
  return row?.admission
}

describe('a queue', () => {
  test('is stored once however often it is sent, refused scans and unknown codes too', async () => {
    const ticket = await sell()
    const scans = [
      { scan: randomUUID(), ticket },
      { scan: randomUUID(), ticket, result: 'already_in', ago: 50_000 },
      { scan: randomUUID(), bad: 'unknown', result: 'unknown' },
    ]
    const first = await uploadOffline(await dex(), night.eventId, phone, scans)
    expect(first.map(({ state }) => state)).toEqual(['confirmed', 'refused', 'refused'])
    const again = await uploadOffline(await dex(), night.eventId, phone, scans)
    expect(again.map(({ state, result }) => [state, result])).toEqual([
      ['known', 'ok'],
      ['known', 'already_in'],
      ['known', 'unknown'],
    ])
    expect(
      await sql`select 1 from public.scans where scan_uid = any (${scans.map(({ scan }) => scan)})`,
    ).toHaveLength(3)
    expect(await online(ticket)).toBe('already_in')
  })

  test('needs the grant, and takes no more than 100', async () => {
    const ticket = await sell()
    const mia = await users.actingAs('Mia')
    expect((await refusal(uploadOffline(mia, night.eventId, phone, [{ ticket }]))).code).toBe('not_allowed')
    const many = Array.from({ length: 101 }, () => ({ ticket, result: 'already_in' }))
    expect((await refusal(uploadOffline(await dex(), night.eventId, phone, many))).code).toBe('invalid')
  })

  test('names no scan of another event: a uid that is taken there is refused, and tells nothing', async () => {
    const ticket = await sell()
    const other = await createEvent(sql)
    await users.grant('Dex', 'scan', other.eventId)
    const scan = randomUUID()
    await uploadOffline(await dex(), night.eventId, phone, [{ scan, ticket }])
    const [answer] = await uploadOffline(await dex(), other.eventId, phone, [
      { scan, bad: 'unknown', result: 'unknown' },
    ])
    expect(answer).toEqual({ scan, state: 'refused', result: 'unknown' })
    expect(await sql`select event_id from public.scans where scan_uid = ${scan}`).toEqual([
      { event_id: night.eventId },
    ])
  })

  test('a clock that is wrong is corrected, and never runs ahead of the server', async () => {
    const ticket = await sell()
    const scan = randomUUID()
    await uploadOffline(await dex(), night.eventId, phone, [{ scan, ticket, ago: -600_000 }], 240_000)
    const [row] = await sql<{ ok: boolean }[]>`
      select captured_at <= scanned_at and captured_at > now() - interval '1 minute' as ok from public.scans where scan_uid = ${scan}`
    expect(row?.ok).toBe(true)
  })
})

describe('two people with one code', () => {
  test('at two gates without a network: both rows stay, the earlier is kept, both count until a manager decides', async () => {
    const ticket = await sell()
    const before = await inNow()
    const clone = { scan: randomUUID(), ticket, ago: 60_000, gate: 'Side' }
    expect((await uploadOffline(await dex(), night.eventId, phone, [clone]))[0]?.state).toBe('confirmed')
    const [real] = await uploadOffline(await dex(), night.eventId, other, [
      { ticket, ago: 120_000, gate: 'North' },
    ])
    expect(real).toMatchObject({ state: 'confirmed', result: 'ok' })
    expect(await conflictsOf(ticket)).toEqual([
      { result: 'already_in', kept: 'North', other: 'Side', open: true },
    ])
    expect(await inNow()).toBe(before + 2)
    expect(await sql`select 1 from public.entries where ticket_id = ${ticket}`).toHaveLength(1)

    const [stored] = await sql<{ id: string }[]>`select id from public.scans where scan_uid = ${clone.scan}`
    const decide = (client: Awaited<ReturnType<typeof dex>>, outcome: string, reason = 'Talked to both') =>
      call(
        client,
        'resolve_scan_conflict',
        { p_scan: stored?.id, p_outcome: outcome, p_keeps_body: null, p_reason: reason },
        z.object({ outcome: z.string(), keepsBody: z.boolean() }),
      )
    expect((await refusal(decide(await dex(), 'copy_out'))).code).toBe('not_allowed')
    const dot = await users.actingAs('Dot')
    expect((await refusal(decide(dot, 'copy_out', ''))).code).toBe('reason_required')
    expect(await decide(dot, 'copy_out')).toEqual({ outcome: 'copy_out', keepsBody: false })
    expect(await decide(dot, 'copy_out')).toEqual({ outcome: 'copy_out', keepsBody: false })
    expect((await refusal(decide(await users.actingAs('Ada'), 'same_person'))).code).toBe('conflict_resolved')
    expect(await inNow()).toBe(before + 1)
  })

  test('an online admission loses to an earlier one that is uploaded later', async () => {
    const ticket = await sell()
    expect(await online(ticket)).toBe('ok')
    await uploadOffline(await dex(), night.eventId, other, [{ ticket, ago: 30_000 }])
    expect(await conflictsOf(ticket)).toEqual([
      { result: 'already_in', kept: 'Side', other: 'Main', open: true },
    ])
  })

  test('whom the server let in and the phone turned away, because it heard no answer, is not in', async () => {
    const ticket = await sell()
    const before = await inNow()
    const scan = randomUUID()
    expect(await online(ticket, 'admit', scan)).toBe('ok')
    expect(await inNow()).toBe(before + 1)
    const refused = { scan, ticket, result: 'already_in', ago: 0 }
    await uploadOffline(await dex(), night.eventId, phone, [refused])
    expect([await inNow(), await admissionOf(ticket)]).toEqual([before, 'outside'])
    const again = await uploadOffline(await dex(), night.eventId, phone, [refused])
    expect(again).toMatchObject([{ state: 'known' }])
    expect(
      await sql`select result, is_offline as "isOffline" from public.scans where ticket_id = ${ticket} order by seq nulls first`,
    ).toEqual([
      { result: 'ok', isOffline: false },
      { result: 'undone', isOffline: true },
    ])
    expect(await online(ticket)).toBe('ok')
  })

  test('an exit that is uploaded later explains a second admission: the conflict is withdrawn', async () => {
    const ticket = await sell()
    const before = await inNow()
    await uploadOffline(await dex(), night.eventId, phone, [
      { ticket, ago: 90_000 },
      { ticket, ago: 30_000 },
    ])
    expect(await inNow()).toBe(before + 2)
    await uploadOffline(await dex(), night.eventId, other, [
      { ticket, ago: 60_000, action: 'exit', result: 'exited' },
    ])
    expect(await conflictsOf(ticket)).toMatchObject([{ open: false }])
    expect(await inNow()).toBe(before + 1)
    expect(await admissionOf(ticket)).toBe('inside')
  })

  test('who was turned away online while the device waited, and let in by the device, is in and in conflict', async () => {
    const ticket = await sell()
    const before = await inNow()
    expect(await online(ticket)).toBe('ok')
    const scan = randomUUID()
    expect(await online(ticket, 'admit', scan)).toBe('already_in')
    const [late] = await uploadOffline(await dex(), night.eventId, other, [{ scan, ticket, ago: 0 }])
    expect(late).toMatchObject({ scan, state: 'conflict', result: 'already_in' })
    expect(await inNow()).toBe(before + 2)
    // and who was let in by both is one person
    const same = randomUUID()
    const second = await sell()
    expect(await online(second, 'admit', same)).toBe('ok')
    const [known] = await uploadOffline(await dex(), night.eventId, other, [{ scan: same, ticket: second }])
    expect(known).toMatchObject({ state: 'known', result: 'ok' })
    expect(await inNow()).toBe(before + 3)
  })
})

describe('a ticket that changed between the admission and the upload', () => {
  test.each([
    ['before the refund: it was good, and stays inside in history', 60_000, 'ok'],
    ['after the refund: the person is in the room and in conflict', 0, 'void_refunded'],
  ])('let in %s', async (_, ago, standing) => {
    const ticket = await sell()
    // Rows of an order and its refund have to agree: the refund is taken back.
    await sql.begin(async (tx) => {
      await tx`
        update public.tickets set status = 'void', void_reason = 'refunded', voided_at = now() - interval '30 seconds'
        where id = ${ticket}`
      const [row] = await tx<{ word: string }[]>`
        select private.standing_at(row(${randomUUID()}::uuid, 1, now() - make_interval(secs => ${ago} / 1000.0), 'admit',
          ${ticket}::uuid, 1, null, null, 'camera', '', 'ok', null, null, null, null, null, null)::private.queued_scan, e) as word
        from public.events e where e.id = ${night.eventId}`
      expect(row?.word).toBe(standing)
      await tx`rollback and chain`
    })
  })

  test('a code that was replaced after it let somebody in was good; before, it was not', async () => {
    const ticket = await sell()
    await sql`select private.reissue_ticket(${ticket}, 'test')`
    const early = await uploadOffline(await dex(), night.eventId, phone, [{ ticket, ago: 60_000 }])
    expect(early[0]?.state).toBe('confirmed')
    const late = await sell()
    await sql`select private.reissue_ticket(${late}, 'test')`
    const [after] = await uploadOffline(await dex(), night.eventId, phone, [{ ticket: late, ago: 0 }])
    expect(after).toMatchObject({ state: 'conflict', result: 'old_code' })
  })

  test('a code that is no ticket’s and was let in is in the room and in conflict', async () => {
    const before = await inNow()
    const [one] = await uploadOffline(await dex(), night.eventId, phone, [{ bad: 'bad_signature' }])
    expect(one).toMatchObject({ state: 'conflict', result: 'bad_signature' })
    expect(await inNow()).toBe(before + 1)
  })
})

describe('exits and re-entry', () => {
  test('out and in again, as often as the event allows', async () => {
    const ticket = await sell()
    const before = await inNow()
    expect(await online(ticket, 'exit')).toBe('not_inside')
    expect(await online(ticket)).toBe('ok')
    expect(await online(ticket, 'exit')).toBe('exited')
    expect(await admissionOf(ticket)).toBe('left')
    expect(await inNow()).toBe(before)
    expect(await online(ticket)).toBe('ok')
    expect(await online(ticket, 'exit')).toBe('exited')
    expect(await online(ticket)).toBe('no_reentry')
    expect(await inNow()).toBe(before)
  })

  test('one exit scan among many at once lets one person out', async () => {
    const ticket = await sell()
    const before = await inNow()
    await online(ticket)
    const all = await Promise.all(Array.from({ length: 6 }, () => online(ticket, 'exit')))
    expect(all.toSorted()).toEqual(['exited', ...Array.from({ length: 5 }, () => 'not_inside')])
    expect(await inNow()).toBe(before)
  })
})

test('two scanners, one ticket, at once, online and uploads mixed: one entry, and everybody who came in counts', async () => {
  for (let round = 0; round < 4; round++) {
    const ticket = await sell()
    const before = await inNow()
    const results = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        if (n % 2 === 0) return online(ticket)
        const [one] = await uploadOffline(await dex(), night.eventId, randomUUID(), [
          { ticket, ago: n * 1000 },
        ])
        return `uploaded ${one?.state}`
      }),
    )
    const bodies = results.filter((result) => result === 'ok' || result.startsWith('uploaded')).length
    expect(
      await sql`select 1 from public.entries where ticket_id = ${ticket} and closed_at is null`,
    ).toHaveLength(1)
    expect(await inNow()).toBe(before + bodies)
    expect(await conflictsOf(ticket)).toHaveLength(bodies - 1)
  }
})
