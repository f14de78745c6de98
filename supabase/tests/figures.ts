import postgres, { type TransactionSql } from 'postgres'
import { expect } from 'vitest'
import { wallTimeOf } from '#core/event-time.ts'
import type { FigureKey } from '#features/analytics/dashboard/figures.rules.ts'
import { figureRowsSchema } from '#features/analytics/dashboard/report.types.ts'
import { addDays } from '#features/analytics/dashboard/report-days.rules.ts'
import { rolledBack } from './rolled-back.ts'
import type { TestUsers } from './test-users.ts'

/** Shared by the tests of the dashboard's figures: a past of their own, the days of the figures, and the rows of a figure. */

/**
 * Does work on one state of the database, as Ada, in which days can be counted again; leaves nothing behind. Only one test at a
 * time does. Readers of the dashboard beside it find the lock of counting days taken, and count what is not stored themselves.
 * @param isolation `read committed` where the work records views, which changes rows of people
 */
export async function undone(
  users: TestUsers,
  work: (tx: TransactionSql) => Promise<void>,
  isolation: 'read committed' | 'repeatable read' = 'repeatable read',
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    // Stored for good first, so that readers have little left to count.
    await users.sql`select private.roll_up_figures()`
    await rolledBack(
      users,
      'Ada',
      async (tx) => {
        // Before the first read, which fixes the state that is seen.
        await tx`lock table private.view_days in share row exclusive mode`
        const [row] = await tx<{ free: boolean }[]>`
          select pg_try_advisory_xact_lock(hashtext('private.roll_up_figures')) as free`
        // Else a reader that stores days waits for the table: it goes first.
        if (!row?.free) return
        isDone = true
        await work(tx)
      },
      isolation,
    ).catch((error: unknown) => {
      // A visit was counted between the state that is seen and its change here: Postgres says so, and wants it done again.
      if (!(error instanceof postgres.PostgresError) || error.code !== '40001') throw error
      isDone = false
    })
  }
}

/** Numbers from 0 to below 1, the same ones at every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The day of the figures, computed here from the clock of the wall: before six it is the day before. */
export function dayOf(at: Date): string {
  const wall = wallTimeOf(at, 'America/New_York')
  const day = wall.slice(0, 10)
  return Number(wall.slice(11, 13)) < 6 ? addDays(day, -1) : day
}

/**
 * Begins a past: forgets the figures of all days, and adds published events that are over, each with one type of ticket.
 * @param name of the events; their addresses begin with it in small letters
 * @param count how many
 * @param everyDays how many days lie between them; the last one was so many days ago
 */
export async function addPastEvents(
  tx: TransactionSql,
  { name, count, everyDays }: { name: string; count: number; everyDays: number },
): Promise<{ id: string; type: string; release: string }[]> {
  for (const table of ['report_days', 'view_days', 'figure_spans'])
    await tx`delete from ${tx(`private.${table}`)}`
  return tx<{ id: string; type: string; release: string }[]>`
    with events as (
      insert into public.events (slug, title, status, city, time_zone, doors_at, starts_at, ends_at)
      select lower(${name}::text) || '-' || n, ${name}::text || ' ' || n, 'published', 'Miami', 'America/New_York', at, at + interval '1 hour', at + interval '7 hours'
      from (select n, private.day_start(current_date - n * ${everyDays}::int) + interval '16 hours' as at from generate_series(1, ${count}::int) n) n
      returning id, title
    ),
    types as (
      insert into public.ticket_types (event_id, name) select id, 'Entry' from events returning id, event_id
    ),
    releases as (
      insert into public.price_releases (ticket_type_id, name, face_cents) select id, 'Only', 1000 from types returning id, ticket_type_id
    )
    select e.id, t.id as type, r.id as release from events e join types t on t.event_id = e.id join releases r on r.ticket_type_id = t.id order by e.title`
}

/** Stores the buyers and arrivals of every event that changed since they were stored. */
export async function storeEvents(tx: TransactionSql): Promise<void> {
  for (let waits = true; waits; ) {
    await tx`select private.store_event_figures()`
    const [row] = await tx<
      { waits: boolean }[]
    >`select exists (select 1 from private.changed_events) as waits`
    waits = row?.waits === true
  }
}

/**
 * Reads all rows of a figure, page by page, and checks that they are its number and its sum.
 * @param filters the parameters of list_figure_rows without p_; days as yyyy-mm-dd
 * @returns what they add up to
 */
export async function rowsOf(
  tx: TransactionSql,
  figure: FigureKey,
  filters: Record<string, string | null>,
): Promise<number> {
  const {
    from = null,
    to = null,
    item = null,
    basis = 'cash',
    cohort = null,
    source = null,
    device = null,
    touch = 'last',
  } = filters
  const seen = new Map<string, number>()
  let after: { at: string; id: string } | null = null
  let total = 0
  let rows = 0
  do {
    const [page] = await tx<{ page: unknown }[]>`
      select public.list_figure_rows(p_figure => ${figure}, p_from => ${from}::text::date, p_to => ${to}::text::date, p_item => ${item}::text::uuid,
        p_basis => ${basis}, p_cohort => ${cohort}::text::date, p_after_at => ${after?.at ?? null}::text::timestamptz, p_after_id => ${after?.id ?? null},
        p_limit => 500, p_source => ${source}::text::int, p_device => ${device}, p_touch => ${touch}) as page`
    const read = figureRowsSchema.parse(page?.page)
    for (const { id, value } of read.list) {
      expect(seen.has(id)).toBe(false)
      seen.set(id, value)
    }
    ;({ next: after, total, rows } = read)
  } while (after)
  const sum = [...seen.values()].reduce((all, value) => all + value, 0)
  expect([sum, seen.size]).toEqual([total, rows])
  return total
}
