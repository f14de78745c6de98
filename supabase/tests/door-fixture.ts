import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { uploadedSchema } from '#features/door/queue/queue.types.ts'
import { call } from './selling.ts'

/** Acts at a door besides scans with a network, as its staff send it through the API. */

/** One scan of a device without a network. */
export type OfflineScan = {
  scan?: string
  seq?: number
  /** Milliseconds before now. */
  ago?: number
  action?: 'admit' | 'exit'
  ticket?: string
  generation?: number
  /** The hash of the ticket that came in with it instead, and the generation that the phone knows. */
  member?: string
  memberGeneration?: number
  code?: string
  bad?: string
  gate?: string
  result?: string
}

/** Hands scans of a device in. @returns what became of each */
export async function uploadOffline(
  client: SupabaseClient,
  event: string,
  device: string,
  scans: OfflineScan[],
  offset = 0,
) {
  const { results } = await call(
    client,
    'upload_scans',
    {
      p_event: event,
      p_device: device,
      p_offset_ms: offset,
      p_scans: scans.map(({ ago = 60_000, ...scan }, seq) => ({
        scan: randomUUID(),
        seq,
        at: new Date(Date.now() - ago - offset).toISOString(),
        action: 'admit',
        generation: 1,
        gate: 'Side',
        result: 'ok',
        ...scan,
      })),
    },
    uploadedSchema,
  )
  return results
}

/** Guests of a name that a device without a network let in. */
export type OfflineGuests = {
  scan?: string
  /** The name, by its id. */
  entry: string
  heads?: number
  ago?: number
  gate?: string
  result?: string
}

/** Hands guests in that a device let in by its pack. @returns what became of each */
export async function uploadGuests(
  client: SupabaseClient,
  sql: Sql,
  event: string,
  device: string,
  guests: OfflineGuests[],
) {
  await sql`select private.pack_salt(${event})`
  const rows = await sql<{ id: string; hash: string }[]>`
    select e.id, private.pack_hash(p.salt, uuid_send(e.id)) as hash from private.door_packs p, unnest(${guests.map(({ entry }) => entry)}::uuid[]) e (id)
    where p.event_id = ${event}`
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  const { results } = await call(
    client,
    'upload_guests',
    {
      p_event: event,
      p_device: device,
      p_offset_ms: 0,
      p_scans: guests.map(({ entry, ago = 60_000, ...rest }, seq) => ({
        scan: randomUUID(),
        seq,
        at: new Date(Date.now() - ago).toISOString(),
        guest: hashes.get(entry),
        heads: 1,
        gate: 'Side',
        result: 'ok',
        ...rest,
      })),
    },
    uploadedSchema,
  )
  return results
}

/** Lets somebody in with a ticket that is inside, at a gate without a network. */
export async function makeConflict(client: SupabaseClient, event: string, ticket: string): Promise<void> {
  await uploadOffline(client, event, randomUUID(), [{ ticket, ago: 0 }])
}

/** Makes a zone of an event with a gate. @returns its id */
export async function makeZone(
  admin: SupabaseClient,
  event: string,
  zone: { name: string; capacity: number; gate?: string; types?: string[] },
): Promise<string> {
  const id = await call(
    admin,
    'save_door_zone',
    { p_event: event, p_zone: null, p_name: zone.name, p_capacity: zone.capacity },
    z.uuid(),
  )
  await call(
    admin,
    'save_door_gate',
    { p_event: event, p_gate: null, p_name: zone.gate ?? zone.name, p_zone: id, p_types: zone.types ?? [] },
    z.uuid(),
  )
  return id
}

/** Counts people without tickets in a zone, in (+) or out (-). */
export const click = (
  client: SupabaseClient,
  event: string,
  zone: string,
  change: number,
  id = randomUUID(),
) =>
  call(
    client,
    'store_clicks',
    { p_event: event, p_clicks: [{ id, zone, change, at: new Date().toISOString() }] },
    z.object({
      inNow: z.int(),
      zones: z.array(
        z.looseObject({ id: z.string(), inNow: z.int(), alarm: z.string(), isHeld: z.boolean() }),
      ),
    }),
  )

/** Says how many people are in a zone. */
export const recount = (client: SupabaseClient, zone: string, counted: number, reason = 'Counted by hand') =>
  call(
    client,
    'recount_zone',
    { p_zone: zone, p_recount: randomUUID(), p_counted: counted, p_reason: reason },
    z.unknown(),
  )

/** Makes a zone, counts one person in, and recounts it. */
export async function countOneIn(admin: SupabaseClient, event: string): Promise<void> {
  const zone = await makeZone(admin, event, { name: 'Terrace', capacity: 40 })
  await click(admin, event, zone, 1)
  await recount(admin, zone, 1)
}
