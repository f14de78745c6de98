import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { TestEvent } from './event-fixture.ts'
import type { ChosenLine } from './selling.ts'

/** Packages, add-ons and tables to test with, written straight into their tables. */

/**
 * Adds a package to an event.
 * @param components tickets by the name of their type
 * @returns its id
 */
export async function makePackage(
  sql: Sql,
  testEvent: TestEvent,
  components: Record<string, number>,
  options: {
    name?: string
    priceCents?: number
    maxPerOrder?: number
    visibility?: 'public' | 'members' | 'staff'
    saleStartsIn?: number
    saleEndsIn?: number
    paused?: boolean
    archived?: boolean
  } = {},
): Promise<string> {
  const id = randomUUID()
  const inHours = (hours: number | undefined) =>
    hours === undefined ? null : new Date(Date.now() + hours * 3_600_000)
  await sql`insert into public.packages ${sql({
    id,
    event_id: testEvent.eventId,
    name: options.name ?? 'Squad',
    price_cents: options.priceCents ?? 7000,
    max_per_order: options.maxPerOrder ?? 5,
    visibility: options.visibility ?? 'public',
    sale_starts_at: inHours(options.saleStartsIn),
    sale_ends_at: inHours(options.saleEndsIn),
    paused_at: options.paused ? new Date() : null,
    archived_at: options.archived ? new Date() : null,
  })}`
  for (const [type, units] of Object.entries(components))
    await sql`insert into public.package_components ${sql({
      package_id: id,
      ticket_type_id: testEvent.types[type] ?? type,
      event_id: testEvent.eventId,
      units,
    })}`
  return id
}

/** Adds an add-on with a pool of its own to an event. */
export async function makeAddOn(
  sql: Sql,
  testEvent: TestEvent,
  options: { name?: string; priceCents?: number; stock?: number; maxPerTicket?: number } = {},
): Promise<{ addOnId: string; poolId: string }> {
  const [addOnId, poolId] = [randomUUID(), randomUUID()]
  const name = options.name ?? 'Drink token'
  await sql`insert into public.capacity_pools ${sql({
    id: poolId,
    event_id: testEvent.eventId,
    name,
    purpose: 'add_on',
    capacity: options.stock ?? 10,
  })}`
  await sql`insert into public.add_ons ${sql({
    id: addOnId,
    event_id: testEvent.eventId,
    pool_id: poolId,
    name,
    price_cents: options.priceCents ?? 1000,
    max_per_ticket: options.maxPerTicket ?? 2,
  })}`
  return { addOnId, poolId }
}

/** Adds a table to an event: for 2 to 4 guests of the type "Entry", $400.00 at least, a deposit of $100.00, unless options say otherwise. */
export async function makeTable(
  sql: Sql,
  testEvent: TestEvent,
  options: {
    name?: string
    type?: string
    maxGuests?: number
    depositBps?: number
    lastArrivalIn?: number
    paused?: boolean
  } = {},
): Promise<string> {
  const id = randomUUID()
  await sql`insert into public.bookable_tables ${sql({
    id,
    event_id: testEvent.eventId,
    ticket_type_id: testEvent.types[options.type ?? 'Entry'] ?? '',
    section: 'Balcony',
    name: options.name ?? 'Table 1',
    min_guests: 2,
    max_guests: options.maxGuests ?? 4,
    minimum_spend_cents: 40_000,
    deposit_cents: options.depositBps === undefined ? 10_000 : null,
    deposit_bps: options.depositBps ?? null,
    gratuity_bps: 2000,
    last_arrival_at:
      options.lastArrivalIn === undefined ? null : new Date(Date.now() + options.lastArrivalIn * 3_600_000),
    paused_at: options.paused ? new Date() : null,
  })}`
  return id
}

/** Builds a line of a package, an add-on or a table, as the selling function takes it. */
export const extraLine = (kind: 'package' | 'add_on' | 'table', item: string, quantity = 1): ChosenLine => ({
  kind,
  item,
  quantity,
})

/** Reads the states of the bookings of a table, oldest first. */
export async function bookingsOf(sql: Sql, tableId: string): Promise<string[]> {
  const rows = await sql<{ status: string }[]>`
    select status from public.table_bookings where table_id = ${tableId} order by created_at, id`
  return rows.map(({ status }) => status)
}
