import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'
import type { TestEvent } from './event-fixture.ts'
import { call, holdItems, linesOf } from './selling.ts'

/** Codes to test with, written straight into their tables, and people who type them in. */

export type CodeOptions = {
  effect?: 'percent' | 'fixed' | 'price' | 'access'
  percent?: number
  amountCents?: number
  kinds?: string[]
  /** Names of ticket types of the event; none = all. */
  types?: string[]
  /** Hours from now. */
  startsIn?: number
  endsIn?: number
  earlyAccessIn?: number
  maxOrders?: number
  maxUnits?: number
  maxPerPerson?: number
  maxUnitsPerOrder?: number
  budgetCents?: number
  /** Places of a pool that are kept back, and for how many hours. */
  block?: { pool: string; places: number; hours: number }
  /** True for a code that counts at all events. */
  everywhere?: boolean
}

const inHours = (hours: number | undefined) =>
  hours === undefined ? null : new Date(Date.now() + hours * 3_600_000)

/** Creates a code of an event, 10 % off unless options say otherwise. */
export async function makeCode(
  sql: Sql,
  testEvent: TestEvent,
  options: CodeOptions = {},
): Promise<{ id: string; code: string }> {
  const id = randomUUID()
  const code = `C${id.slice(0, 8).toUpperCase()}`
  const effect = options.effect ?? 'percent'
  const { block } = options
  await sql.begin(async (tx) => {
    if (block)
      await tx`update public.capacity_pools set blocked = blocked + ${block.places} where id = ${testEvent.pools[block.pool] ?? ''}`
    await tx`insert into public.promo_codes ${tx({
      id,
      event_id: options.everywhere ? null : testEvent.eventId,
      code,
      effect,
      percent: effect === 'percent' ? (options.percent ?? 10) : null,
      amount_cents: options.amountCents ?? null,
      kinds: options.kinds ?? null,
      starts_at: inHours(options.startsIn),
      ends_at: inHours(options.endsIn),
      early_access_at: inHours(options.earlyAccessIn),
      max_orders: options.maxOrders ?? null,
      max_units: options.maxUnits ?? null,
      max_per_person: options.maxPerPerson ?? null,
      max_units_per_order: options.maxUnitsPerOrder ?? null,
      budget_cents: options.budgetCents ?? null,
      block_pool_id: block ? (testEvent.pools[block.pool] ?? '') : null,
      block_left: block?.places ?? 0,
      block_ends_at: inHours(block?.hours),
    })}`
    for (const type of options.types ?? [])
      await tx`insert into public.promo_code_items ${tx({ code_id: id, kind: 'ticket', item_id: testEvent.types[type] ?? '' })}`
  })
  return { id, code }
}

export const unlockedSchema = z.object({ codeId: z.uuid(), code: z.string() })

/** Types a code in for an event, as the server does it for a person. */
export function unlock(service: SupabaseClient, owner: string | null, testEvent: TestEvent, code: string) {
  return call(
    service,
    'unlock_code',
    { p_owner: owner, p_event: testEvent.eventId, p_code: code },
    unlockedSchema,
  )
}

/** Holds tickets with a code that the person types in first. */
export async function holdWith(
  service: SupabaseClient,
  owner: string,
  testEvent: TestEvent,
  { id, code }: { id: string; code: string },
  choice: Record<string, number>,
) {
  await unlock(service, owner, testEvent, code)
  return holdItems(service, owner, testEvent.eventId, linesOf(testEvent, choice), randomUUID(), id)
}

/** Reads the counters of a code, and what it keeps back. */
export async function usesOf(sql: Sql, id: string) {
  const [row] = await sql<
    { orders: number[]; units: number[]; cents: number[]; blocked: number }[]
  >`select array[orders_held, orders_used] as orders, array[units_held, units_used] as units,
      array[cents_held::int, cents_used::int] as cents, block_left as blocked
    from public.promo_codes where id = ${id}`
  return row
}
