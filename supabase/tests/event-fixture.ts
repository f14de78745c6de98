import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'

/** An event to test with, written straight into its tables. */
export type TestEvent = {
  eventId: string
  /** Ticket types by name. */
  types: Record<string, string>
  /** Pools by name. */
  pools: Record<string, string>
}

export type TestEventOptions = {
  /** Hours from now. */
  doorsIn?: number
  hoursLong?: number
  status?: 'draft' | 'published' | 'postponed' | 'archived'
  visibility?: 'public' | 'unlisted' | 'password' | 'members'
  feeFixedCents?: number
  feeBps?: number
  taxBps?: number
  maxPerPerson?: number | null
  /** How its tickets can be returned; left out: they can't. */
  refunds?: { hours: number; keepsFee?: boolean; keptPercent?: number }
  isTest?: boolean
  /** Places by pool; one pool "Room" of 100 by default. */
  pools?: Record<string, number>
  types?: TypeOptions[]
}

export type TypeOptions = {
  name: string
  pools?: string[]
  visibility?: 'public' | 'code' | 'members' | 'staff'
  min?: number
  max?: number
  /** Hours from now. */
  saleStartsIn?: number
  membersSaleStartsIn?: number
  saleEndsIn?: number
  releases?: { name: string; faceCents: number; quantity?: number | null; endsIn?: number }[]
}

const hour = 3_600_000
const inHours = (hours: number | undefined) =>
  hours === undefined ? null : new Date(Date.now() + hours * hour)

/** Creates an event: doors in an hour, one type "Entry" at $20.00 drawing on a room of 100, unless options say otherwise. */
export async function createEvent(sql: Sql, options: TestEventOptions = {}): Promise<TestEvent> {
  const eventId = randomUUID()
  const doorsIn = options.doorsIn ?? 1
  const pools: Record<string, string> = {}
  const types: Record<string, string> = {}
  await sql.begin(async (tx) => {
    await tx`insert into public.events ${tx({
      id: eventId,
      slug: `night-${eventId.slice(0, 8)}`,
      title: `Night ${eventId.slice(0, 8)}`,
      status: options.status ?? 'published',
      visibility: options.visibility ?? 'public',
      city: 'Brooklyn',
      time_zone: 'America/New_York',
      doors_at: inHours(doorsIn),
      starts_at: inHours(doorsIn + 1),
      ends_at: inHours(doorsIn + (options.hoursLong ?? 8)),
      fee_fixed_cents: options.feeFixedCents ?? 0,
      fee_bps: options.feeBps ?? 0,
      tax_bps: options.taxBps ?? 0,
      max_per_person: options.maxPerPerson ?? null,
      refund_hours: options.refunds?.hours ?? null,
      refund_keeps_fee: options.refunds?.keepsFee ?? true,
      refund_kept_percent: options.refunds?.keptPercent ?? 0,
      is_test: options.isTest ?? false,
      published_at: new Date(),
    })}`
    for (const [name, capacity] of Object.entries(options.pools ?? { Room: 100 })) {
      const id = randomUUID()
      pools[name] = id
      await tx`insert into public.capacity_pools ${tx({ id, event_id: eventId, name, capacity })}`
    }
    for (const [position, type] of (options.types ?? [{ name: 'Entry' }]).entries()) {
      const id = randomUUID()
      types[type.name] = id
      await tx`insert into public.ticket_types ${tx({
        id,
        event_id: eventId,
        name: type.name,
        position,
        visibility: type.visibility ?? 'public',
        min_per_order: type.min ?? 1,
        max_per_order: type.max ?? 10,
        sale_starts_at: inHours(type.saleStartsIn),
        members_sale_starts_at: inHours(type.membersSaleStartsIn),
        sale_ends_at: inHours(type.saleEndsIn),
      })}`
      for (const pool of type.pools ?? Object.keys(pools))
        await tx`insert into public.ticket_type_pools ${tx({ ticket_type_id: id, pool_id: pools[pool] ?? '', event_id: eventId })}`
      for (const [at, release] of (type.releases ?? [{ name: 'Final', faceCents: 2000 }]).entries())
        await tx`insert into public.price_releases ${tx({
          ticket_type_id: id,
          position: at,
          name: release.name,
          face_cents: release.faceCents,
          quantity: release.quantity ?? null,
          ends_at: inHours(release.endsIn),
        })}`
    }
  })
  return { eventId, types, pools }
}

/**
 * Hides the venue of an event.
 * @param options.hours hours before doors at which it becomes public; for holders alone where it is left out
 */
export async function hideVenue(
  sql: Sql,
  eventId: string,
  {
    hours,
    venueName = 'Boiler House',
    address = '9 Dock St',
  }: { hours?: number; venueName?: string; address?: string } = {},
): Promise<void> {
  const place = {
    venueName,
    address,
    locationVisibility: hours === undefined ? 'holders' : 'hours',
    locationHours: hours ?? null,
  }
  await sql`select private.write_place(${eventId}, ${sql.json(place)})`
}

/** Gives an event a password and opens it to an account. */
export async function unlock(sql: Sql, eventId: string, userId: string): Promise<void> {
  await sql`
    insert into private.event_passwords (event_id, hash)
    values (${eventId}, extensions.crypt('open sesame', extensions.gen_salt('bf', 4))) on conflict do nothing`
  await sql`
    insert into private.event_unlocks (user_id, password_id)
    select ${userId}, p.id from private.event_passwords p where p.event_id = ${eventId}`
}

/** Reads the counters of an event: places by pool, and by release of its types. */
export async function countersOf(sql: Sql, eventId: string) {
  const pools = await sql<{ name: string; held: number; sold: number }[]>`
    select name, held, sold from public.capacity_pools where event_id = ${eventId} order by name`
  const releases = await sql<{ name: string; held: number; sold: number }[]>`
    select r.name, r.held, r.sold from public.price_releases r
    join public.ticket_types t on t.id = r.ticket_type_id
    where t.event_id = ${eventId} order by t.position, r.position`
  return { pools: [...pools], releases: [...releases] }
}

/**
 * Gives an event a new date as an admin does.
 * @param daysFromNow of the doors
 */
export async function announceNewDate(
  admin: SupabaseClient,
  eventId: string,
  { daysFromNow = 30, note = null }: { daysFromNow?: number; note?: string | null } = {},
): Promise<void> {
  const at = (hours: number) => inHours(daysFromNow * 24 + hours)?.toISOString()
  const times = { p_doors_at: at(0), p_starts_at: at(1), p_ends_at: at(8) }
  const { error } = await admin.rpc('announce_new_date', { p_id: eventId, ...times, p_note: note })
  if (error) throw error
}
