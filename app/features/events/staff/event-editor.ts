/** Turns an event into what its form starts with: text as fields take it, wall times in the event's own zone. */
import { exactZoneAbbreviation, formatClock, formatDay, wallTimeOf } from '#core/event-time.ts'
import { hundredthsText } from '#core/number-input.ts'
import type { StoredEvent } from './staff-events.types.ts'

const HOUR = 3_600_000

/** An event as its form shows it. */
export type EventEditor = ReturnType<typeof toEditor>

/** Returns whether a field of this name holds an instant in the database and a wall time in the form: `at`, `doorsAt`. */
export function isInstantName(name: string): boolean {
  return /^at$|At$/.test(name)
}

/** Returns the key of the next pool in a form, by which ticket types name it before it has an id. */
export function nextPoolKey(keys: readonly (string | undefined)[]): string {
  return `p${1 + Math.max(0, ...keys.map((key) => Number(key?.slice(1) ?? 0) || 0))}`
}

/** Returns the values that a new event's form starts with. @param timeZone the brand's zone */
export function newEventValues(timeZone: string) {
  return { timeZone }
}

/** Holds what a new event has until staff change it, under the names of `save_event`. */
export const newEventDefaults = { minAge: 21, feeFixedCents: 150, feeBps: 500 }

/** Returns what the tickets of an event that has none start with: a room and a ticket type to fill in. */
export function newTicketsValues() {
  return { pools: [{ key: 'p1', name: 'Main room', capacity: '' }], types: [newTypeValues(['p1'])] }
}

/** Returns an empty ticket type. @param pools keys of the pools it draws on */
export function newTypeValues(pools: string[]) {
  return {
    name: 'General admission',
    visibility: 'public',
    minPerOrder: '1',
    maxPerOrder: '10',
    pools,
    releases: [{ name: 'Standard', faceCents: '' }],
  }
}

/** Formats an instant for staff, with the summer or winter name of its zone. */
export function formatInstant(at: string, zone: string): string {
  const reads = `${formatDay(at, zone)}, ${formatClock(at, zone)} ${exactZoneAbbreviation(at, zone)}`
  const wall = wallTimeOf(at, zone)
  const twice = [-HOUR, HOUR].some((step) => wallTimeOf(new Date(Date.parse(at) + step), zone) === wall)
  return twice ? `${reads}. The clocks show this time twice that night; saving means the first.` : reads
}

/** A value of the database with all its numbers, instants and nulls as the text that fields show; booleans stay. */
type FieldText<Value> = Value extends boolean
  ? boolean
  : Value extends readonly (infer Each)[]
    ? FieldText<Each>[]
    : Value extends object
      ? { [name in keyof Value]: FieldText<Value[name]> }
      : string

/**
 * Writes a value as the form's fields take it, by the name of its field: `...At` is an instant, shown as a wall time; `...Cents` and
 * `...Bps` are hundredths.
 * @param zone the event's zone
 */
function fieldText<Value>(value: Value, zone: string, name?: string): FieldText<Value>
function fieldText(value: unknown, zone: string, name = ''): unknown {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((each: unknown) => fieldText(each, zone, name))
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fieldText(inner, zone, key)]))
  if (typeof value === 'number') return /(Cents|Bps)$/.test(name) ? hundredthsText(value) : String(value)
  if (typeof value === 'string' && isInstantName(name)) return wallTimeOf(value, zone)
  return value
}

/** Makes the form of a stored event. */
export function toEditor({
  event,
  pools,
  types,
  packages,
  addOns,
  tables,
  figures,
  checklist,
  series,
  drafts,
  currency,
  now,
}: StoredEvent) {
  const { id, slug, title, status, statusNote, endsAt, timeZone } = event
  const parts = [...pools, ...types.flatMap((type) => type.releases), ...packages, ...addOns, ...tables]
  const instants = Object.entries(event).filter(([name]) => isInstantName(name))
  return {
    id,
    slug,
    title,
    status,
    statusNote,
    endsAt,
    figures,
    checklist,
    series,
    drafts,
    currency,
    now,
    /** Units sold and on hold of pools, prices, packages, add-ons and tables, by id. */
    taken: Object.fromEntries(parts.map(({ id, sold, held }) => [id, { sold, held }])),
    /** Holds the event's own times as text with the name of their zone, by field, and whether the clocks show them twice. */
    timeTexts: Object.fromEntries(
      instants.map(([name, at]) => [name, at ? formatInstant(String(at), timeZone) : '']),
    ),
    values: fieldText({ ...event, pools, types, packages, addOns, tables }, timeZone),
  }
}
