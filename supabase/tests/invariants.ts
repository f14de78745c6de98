import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'

const text = readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')

/** The rules of invariants.sql: a sentence and the query that returns what breaks it. */
export const rules = text
  .split(/^-- rule: /m)
  .slice(1)
  .map((part) => {
    const end = part.indexOf('\n')
    return { name: part.slice(0, end).trim(), query: part.slice(end).trim() }
  })

/** Marks where a rule can be narrowed to one event: the comment names the column of its id. */
const narrow = /\/\*of ([a-z_.]+)\*\//g

/** Runs the rules of what is shared of events, for one event. @returns those that are broken, with the first rows that break them */
export async function brokenRulesOf(sql: Sql, eventId: string): Promise<{ rule: string; rows: unknown[] }[]> {
  const broken: { rule: string; rows: unknown[] }[] = []
  for (const { name, query } of rules) {
    if (query.search(narrow) === -1) continue
    const rows = await sql.unsafe(query.replaceAll(narrow, (_, column) => `and ${column} = '${eventId}'`))
    if (rows.length > 0) broken.push({ rule: name, rows: rows.slice(0, 3) })
  }
  return broken
}

async function sweep(sql: Sql): Promise<void> {
  // A sweep of somebody else may be under way: wait for a turn of our own.
  for (let tries = 0; tries < 2400; tries++) {
    const [row] = await sql<{ busy: boolean }[]>`select public.sweep() ? 'busy' as busy`
    if (!row?.busy) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Sweeps, then runs every rule. A rule that finds rows runs again after another sweep: a hold that a test beside this one
 * ended in between is gone by then, and what breaks the rule is still there. Stores the figures of events at the end.
 * @returns the rules that are broken, with the first rows that break them; empty when all is well
 */
export async function brokenRules(sql: Sql): Promise<{ rule: string; rows: unknown[] }[]> {
  await sweep(sql)
  const broken: { rule: string; rows: unknown[] }[] = []
  for (const rule of rules) {
    const found = await sql.unsafe(rule.query)
    if (found.length === 0) continue
    await sweep(sql)
    const before = new Set(found.map((row) => JSON.stringify(row)))
    const rows = (await sql.unsafe(rule.query)).filter((row) => before.has(JSON.stringify(row)))
    if (rows.length > 0) broken.push({ rule: rule.name, rows: rows.slice(0, 3) })
  }
  // Stores figures, so that the next check of the rules compares them with later changes. Does not wait for the lock, which
  // another test may hold for a minute.
  await sql.begin(async (tx) => {
    const [row] = await tx<{ free: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtext('private.roll_up_figures')) as free`
    if (row?.free) await tx`select private.store_event_figures()`
  })
  return broken
}
