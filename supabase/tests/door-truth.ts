import type { Sql, TransactionSql } from 'postgres'
import { expect } from 'vitest'
import { isCopy } from './door-plan.ts'
import { fillNight, type Night, type Played, playNight, uploadAll } from './door-simulation.ts'
import type { TestEvent } from './event-fixture.ts'
import { randomOf } from './random-lives.ts'
import type { TestUsers } from './test-users.ts'

/** Demands that the database comes to the truth about a night at the door, whatever the order of the uploads. */

const orders = 3

class Undone extends Error {}

/** What the database holds to be true of an event's door, by the names that the devices gave to the scans. */
export type Truth = {
  entries: string[]
  /** Of tickets, and of names with the people beyond theirs. */
  conflicts: { other: string; kept: string; result: string; leftBy: string | null }[]
  guestConflicts: { entry: string; other: string; kept: string | null; result: string; heads: number }[]
  /** How many came by each name, of how many, and by which scans. */
  guests: { entry: string; heads: number; arrived: number; arrivals: string[] }[]
  /** How many the lists count. */
  listed: number
  inNow: number
  admitted: number
  /** The uid of each row of the log. */
  scans: string[]
}

/** Reads it. @param event its id */
export async function readTruth(sql: TransactionSql | Sql, event: string): Promise<Truth> {
  const [row] = await sql<{ truth: Truth }[]>`
    select jsonb_build_object(
      'entries', (
        select coalesce(jsonb_agg(n.ticket_id || ' ' || s.scan_uid || ' ' || coalesce(c.scan_uid::text, k.admission) order by s.scan_uid), '[]')
        from public.entries n join public.scans s on s.id = n.scan_id join public.tickets k on k.id = n.ticket_id
        left join public.scans c on c.id = n.closed_by_scan where n.event_id = ${event}),
      'conflicts', (
        select coalesce(jsonb_agg(jsonb_build_object('other', o.scan_uid, 'kept', k.scan_uid, 'result', c.result, 'leftBy', l.scan_uid)
          order by o.scan_uid), '[]')
        from public.scan_conflicts c join public.scans o on o.id = c.other_scan left join public.scans k on k.id = c.kept_scan
        left join public.scans l on l.id = c.left_by
        where c.event_id = ${event} and c.withdrawn_at is null and o.guest_id is null),
      'guestConflicts', (
        select coalesce(jsonb_agg(jsonb_build_object('entry', o.guest_id, 'other', o.scan_uid, 'kept', k.scan_uid, 'result', c.result,
          'heads', c.heads) order by o.scan_uid), '[]')
        from public.scan_conflicts c join public.scans o on o.id = c.other_scan left join public.scans k on k.id = c.kept_scan
        where c.event_id = ${event} and c.withdrawn_at is null and o.guest_id is not null),
      'guests', (
        select coalesce(jsonb_agg(jsonb_build_object('entry', e.id, 'heads', 1 + e.plus_ones, 'arrived', e.arrived, 'arrivals', (
          select coalesce(jsonb_agg(s.scan_uid || ' ' || a.heads order by s.scan_uid), '[]')
          from public.guest_list_arrivals a join public.scans s on s.id = a.scan_id
          where a.entry_id = e.id and a.undone_by_scan is null)) order by e.id), '[]')
        from public.guest_list_entries e where e.event_id = ${event}),
      'listed', (select coalesce(sum(l.arrived), 0) from public.guest_lists l where l.event_id = ${event}),
      'inNow', (select coalesce(sum(c.in_now), 0) from private.door_counts c where c.event_id = ${event}),
      'admitted', (select coalesce(sum(c.admitted), 0) from private.door_counts c where c.event_id = ${event}),
      'scans', (select coalesce(jsonb_agg(s.scan_uid order by s.scan_uid), '[]') from public.scans s where s.event_id = ${event})
    ) as truth`
  if (!row) throw new Error('no truth')
  return row.truth
}

/** Counts the tickets and the names for which the replay of the scans would change what is stored. @param event its id */
export async function countWrong(sql: TransactionSql | Sql, event: string): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    select ((
      select count(*) from public.tickets t
      where t.event_id = ${event} and (
        select coalesce(array_agg((r.scan_id, r.left_by, r.conflict is null)::text order by r.scan_id), '{}')
        from unnest(private.replay_scans(${event}, t.id)) r
      ) <> (
        select coalesce(array_agg((x.scan_id, x.left_by, x.is_entry)::text order by x.scan_id), '{}') from (
          select n.scan_id, n.closed_by_scan as left_by, true as is_entry from public.entries n where n.ticket_id = t.id
          union all
          select c.other_scan, c.left_by, false from public.scan_conflicts c where c.ticket_id = t.id and c.withdrawn_at is null
        ) x)
    ) + (
      select count(*) from public.guest_list_entries e
      where e.event_id = ${event} and (
        select coalesce(array_agg((r.scan_id, r.heads, r.excess)::text order by r.scan_id), '{}')
        from unnest(private.replay_guest_scans(e)) r
      ) <> (
        select coalesce(array_agg((s.id, coalesce(a.heads, 0), coalesce(c.heads, 0))::text order by s.id), '{}')
        from public.scans s
        left join public.guest_list_arrivals a on a.scan_id = s.id and a.undone_by_scan is null
        left join public.scan_conflicts c on c.other_scan = s.id and c.withdrawn_at is null
        where s.guest_id = e.id and coalesce(a.scan_id, c.other_scan) is not null)
    ))::int as wrong`
  return row?.wrong ?? -1
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

/** Demands that everybody who came in is in, that a copied ticket is a conflict, and that each scan is stored once. */
function expectTruth(truth: Truth, night: Night, { bodies, scans }: Played): void {
  const names = new Set(night.parties.map(({ entry }) => entry))
  const admitted = [...bodies].flatMap(([name, body]) =>
    body.scan ? [{ ...body, isCopy: isCopy(name) }] : [],
  )
  const tickets = admitted.filter(({ of }) => !names.has(of))
  const copies = tickets.filter(
    (copy) => copy.isCopy && tickets.some((one) => one.of === copy.of && !one.isCopy),
  )
  expect(new Set(truth.entries.map((entry) => entry.slice(0, 36)))).toEqual(
    new Set(tickets.map(({ of }) => of)),
  )
  expect(truth.conflicts).toHaveLength(copies.length)
  expectGuests(truth, admitted)
  expect(truth.inNow).toBe(sum([...bodies.values()].map(({ isIn, heads }) => (isIn ? heads : 0))))
  expect(truth.scans).toEqual([...scans].sort())
}

/** Demands that nobody counts beyond a name's heads without being a conflict, and that only names that others gave have some. */
function expectGuests(truth: Truth, admitted: { of: string; heads: number; isCopy: boolean }[]): void {
  for (const { entry, heads, arrived, arrivals } of truth.guests) {
    const came = admitted.filter(({ of }) => of === entry)
    const all = sum(came.map((body) => body.heads))
    const beyond = truth.guestConflicts.filter((conflict) => conflict.entry === entry)
    expect(arrived, entry).toBe(Math.min(all, heads))
    expect(sum(arrivals.map((arrival) => Number(arrival.slice(37)))), entry).toBe(arrived)
    expect(sum(beyond.map((conflict) => conflict.heads)), entry).toBe(all - arrived)
    if (!came.some((body) => body.isCopy)) expect(beyond, entry).toEqual([])
  }
  expect(truth.listed).toBe(sum(truth.guests.map(({ arrived }) => arrived)))
}

/**
 * Plays a night, uploads it in several orders, and takes everything back.
 * @param event of `sellNight`
 * @param seed determines the night
 * @param tickets how many are sold
 * @returns how many copied tickets came in, how many people beyond the heads of names, how many scans were uploaded later, and how many of
 *   those let somebody in with a group, or by a name
 */
export async function expectOneTruth(users: TestUsers, event: TestEvent, seed: number, tickets: number) {
  const random = randomOf(seed)
  const shown = { conflicts: 0, beyond: 0, late: 0, members: 0, guests: 0 }
  const played = users.sql.begin(async (tx) => {
    const night = await fillNight(tx, event, tickets)
    const of = await playNight(tx, users, night, random)
    const queued = of.devices.flatMap(({ queue }) => queue)
    const truths: Truth[] = []
    for (let order = 0; order < orders; order++) {
      const uploaded = tx.savepoint(async (point) => {
        await uploadAll(point, night, of, random)
        truths.push(await readTruth(point, event.eventId))
        // The replay has nothing but the scans, which are the same in each order.
        if (order === 0) expect(await countWrong(point, event.eventId)).toBe(0)
        throw new Undone()
      })
      await expect(uploaded).rejects.toThrow(Undone)
    }
    const [first] = truths
    if (!first) throw new Error('no truth')
    for (const truth of truths) expect(truth).toEqual(first)
    expectTruth(first, night, of)
    Object.assign(shown, {
      conflicts: first.conflicts.length,
      beyond: sum(first.guestConflicts.map(({ heads }) => heads)),
      late: queued.length,
      members: queued.filter((scan) => 'member' in scan).length,
      guests: queued.filter((scan) => 'guest' in scan).length,
    })
    throw new Undone()
  })
  await expect(played).rejects.toThrow(Undone)
  return shown
}
