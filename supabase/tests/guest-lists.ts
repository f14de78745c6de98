import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod'
import { admittedGuestsSchema } from '#core/door-guests.ts'
import { wallTimeOf } from '#core/event-time.ts'
import type { TestEvent } from './event-fixture.ts'
import { call } from './selling.ts'

/** Guest lists to test with, opened and used through the API as staff do. */

export type ListValues = Partial<{
  id: string
  version: string
  name: string
  kind: 'free' | 'reduced' | 'artist'
  priceCents: number
  /** Hours from now. */
  closesIn: number
  latePriceCents: number | null
  quota: number
  growthHeads: number
  growthArrivals: number
  quotaMost: number
  poolId: string | null
}>

/** Opens a list, free, of 20 heads, that closes in three hours and sets nothing aside, unless values say otherwise. */
export function saveList(
  admin: SupabaseClient,
  testEvent: TestEvent,
  { closesIn = 3, ...values }: ListValues = {},
) {
  const list = {
    eventId: testEvent.eventId,
    name: `Friends ${randomUUID().slice(0, 8)}`,
    kind: 'free',
    closes: wallTimeOf(new Date(Date.now() + closesIn * 3_600_000), 'America/New_York'),
    quota: 20,
    ...values,
  }
  return call(admin, 'save_guest_list', { p_list: list }, z.uuid())
}

export type NewGuest = { name: string; plusOnes?: number; note?: string }

/** Adds names to a list; returns how many. */
export function addGuests(
  admin: SupabaseClient,
  list: string,
  entries: NewGuest[],
  key: string = randomUUID(),
) {
  return call(admin, 'add_guests', { p_list: list, p_entries: entries, p_key: key }, z.int())
}

export type Admission = {
  entry: string
  heads?: number
  uid?: string
  gate?: string
  late?: string | null
  paid?: boolean
}

/** Admits guests at the door of an event. */
export function admit(
  client: SupabaseClient,
  eventId: string,
  { entry, heads = 1, uid = randomUUID(), gate = 'Main', late = null, paid = false }: Admission,
) {
  return call(
    client,
    'admit_guests',
    {
      p_event: eventId,
      p_entry: entry,
      p_heads: heads,
      p_scan_uid: uid,
      p_gate: gate,
      p_late_reason: late,
      p_paid: paid,
    },
    admittedGuestsSchema,
  )
}
