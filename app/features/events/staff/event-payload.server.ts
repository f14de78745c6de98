/** The staff's event form as the database's function takes it: instants instead of wall times, cents and basis points. */
import type { EventForm } from './event-form.schema.ts'
import { type ResolvedTime, resolveWallTime } from './wall-time.server.ts'

/** Messages by field name, as conform addresses fields. */
export type FieldMessages = Record<string, string[]>

export type Payload = { ok: true; value: Record<string, unknown> } | { ok: false; messages: FieldMessages }

const LONGEST_MS = 5 * 24 * 3_600_000

/**
 * Turns the form into what `save_event` takes. Every wall time is read in the event's own zone; one that does not exist there
 * is said at its field.
 * @param form the form's value
 * @param id the event's id, null for a new one
 */
export function eventPayload(form: EventForm, id: string | null): Payload {
  const messages: FieldMessages = {}

  function resolve(field: string, wall: string | undefined): string | null {
    if (wall === undefined) return null
    const resolved: ResolvedTime | null = resolveWallTime(wall, form.timeZone)
    if (!resolved) {
      messages[field] = ['This date does not exist']
      return null
    }
    if (resolved.clockChange === 'gap') {
      messages[field] = [`Clocks skip this time. Did you mean ${resolved.reads}?`]
    }
    return resolved.at
  }

  const startsAt = resolve('startsAt', form.startsAt)
  const endsAt = resolve('endsAt', form.endsAt)
  const doorsAt = resolve('doorsAt', form.doorsAt) ?? startsAt
  if (startsAt && endsAt) {
    const length = Date.parse(endsAt) - Date.parse(startsAt)
    if (length <= 0) messages.endsAt = ['The end must be after the start']
    if (length > LONGEST_MS) messages.endsAt = ['An event lasts at most 5 days']
  }

  const value = {
    id,
    version: form.version ?? null,
    title: form.title,
    summary: form.summary,
    description: form.description,
    visibility: form.visibility,
    is_test: form.isTest,
    venue_name: form.venueName,
    address: form.address,
    neighborhood: form.neighborhood ?? '',
    city: form.city,
    region: form.region,
    country: form.country,
    time_zone: form.timeZone,
    doors_at: doorsAt,
    starts_at: startsAt,
    ends_at: endsAt,
    min_age: form.minAge,
    dress_code: form.dressCode ?? '',
    id_policy: form.idPolicy ?? '',
    genres: form.genres,
    line_up: form.lineUp.map((act, at) => ({
      name: act.name,
      role: act.role ?? null,
      at: resolve(`lineUp[${at}].at`, act.at),
    })),
    image_path: form.imagePath ?? null,
    image_alt: form.imageAlt ?? '',
    fee_fixed_cents: form.feeFixed,
    fee_bps: form.feePercent,
    tax_bps: form.taxPercent,
    max_per_person: form.maxPerPerson ?? null,
    sales_paused: form.salesPaused,
    pools: form.pools.map((pool) => ({
      id: pool.id ?? null,
      key: pool.key,
      name: pool.name,
      capacity: pool.capacity,
    })),
    types: form.types.map((type, at) => ({
      id: type.id ?? null,
      name: type.name,
      description: type.description ?? '',
      visibility: type.visibility,
      min_per_order: type.minPerOrder,
      max_per_order: type.maxPerOrder,
      sale_starts_at: resolve(`types[${at}].saleStartsAt`, type.saleStartsAt),
      sale_ends_at: resolve(`types[${at}].saleEndsAt`, type.saleEndsAt),
      paused: type.paused,
      pools: type.pools,
      releases: type.releases.map((release, position) => ({
        id: release.id ?? null,
        name: release.name,
        face_cents: release.price,
        quantity: release.quantity ?? null,
        ends_at: resolve(`types[${at}].releases[${position}].endsAt`, release.endsAt),
      })),
    })),
  }
  return Object.keys(messages).length > 0 ? { ok: false, messages } : { ok: true, value }
}
