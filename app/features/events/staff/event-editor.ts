/** What the event form starts with: text as fields take it, wall times in the event's own zone. */
import { exactZoneAbbreviation, formatClock, formatDay, wallTimeOf } from '#core/event-time.ts'
import type { EditorValues, EventEditor } from '../events.types.ts'
import type { EditorAnswer } from './staff-events.answers.ts'

const HOUR = 3_600_000

/** Cents as staff type them: `25`, `25.50`. */
export function dollarsText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

/** The key of the next room in a form, by which ticket types name it before it has an id. */
export function nextPoolKey(keys: readonly (string | undefined)[]): string {
  return `p${1 + Math.max(0, ...keys.map((key) => Number(key?.slice(1) ?? 0) || 0))}`
}

/** An empty form. @param timeZone the brand's zone */
export function newEventValues(timeZone: string): EditorValues {
  return {
    title: '',
    summary: '',
    description: '',
    visibility: 'public',
    isTest: false,
    venueName: '',
    address: '',
    neighborhood: '',
    city: '',
    region: '',
    country: 'US',
    timeZone,
    doorsAt: '',
    startsAt: '',
    endsAt: '',
    minAge: '21',
    dressCode: '',
    idPolicy: '',
    genres: [],
    lineUp: [],
    imagePath: '',
    imageAlt: '',
    feeFixed: '1.50',
    feePercent: '5',
    taxPercent: '0',
    maxPerPerson: '',
    salesPaused: false,
    pools: [{ key: 'p1', name: 'Main room', capacity: '' }],
    types: [newTypeValues(['p1'])],
  }
}

/** An empty ticket type. @param pools keys of the rooms it draws on */
export function newTypeValues(pools: string[]): EditorValues['types'][number] {
  return {
    name: 'General admission',
    description: '',
    visibility: 'public',
    minPerOrder: '1',
    maxPerOrder: '10',
    saleStartsAt: '',
    saleEndsAt: '',
    paused: false,
    pools,
    releases: [{ name: 'Standard', price: '', quantity: '', endsAt: '' }],
  }
}

/** How an instant reads to staff, with the summer or winter name of its zone. */
export function readsAs(at: string, zone: string): string {
  const reads = `${formatDay(at, zone)}, ${formatClock(at, zone)} ${exactZoneAbbreviation(at, zone)}`
  const wall = wallTimeOf(at, zone)
  const twice = [-HOUR, HOUR].some((step) => wallTimeOf(new Date(Date.parse(at) + step), zone) === wall)
  return twice ? `${reads}. The clocks show this time twice that night; saving means the first.` : reads
}

/** Turns the database's answer into the form. */
export function toEditor({ event, pools, types, figures, currency, now }: EditorAnswer): EventEditor {
  const zone = event.time_zone
  const wall = (at: string | null | undefined) => (at ? wallTimeOf(at, zone) : '')
  const keys = new Map(pools.map((pool, place) => [pool.id, `p${place + 1}`]))
  const taken: EventEditor['taken'] = {}
  for (const { id, sold, held } of [...pools, ...types.flatMap((type) => type.releases)])
    taken[id] = { sold, held }
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    status: event.status,
    statusNote: event.status_note || null,
    endsAt: event.ends_at,
    figures: {
      sold: figures.sold,
      held: figures.held,
      capacity: figures.capacity,
      grossCents: figures.gross_cents,
      inNow: figures.in_now,
    },
    taken,
    reads: {
      doorsAt: readsAs(event.doors_at, zone),
      startsAt: readsAs(event.starts_at, zone),
      endsAt: readsAs(event.ends_at, zone),
    },
    values: {
      version: event.updated_at,
      title: event.title,
      summary: event.summary,
      description: event.description,
      visibility: event.visibility,
      isTest: event.is_test,
      venueName: event.venue_name,
      address: event.address,
      neighborhood: event.neighborhood,
      city: event.city,
      region: event.region,
      country: event.country,
      timeZone: zone,
      doorsAt: wall(event.doors_at),
      startsAt: wall(event.starts_at),
      endsAt: wall(event.ends_at),
      minAge: String(event.min_age),
      dressCode: event.dress_code,
      idPolicy: event.id_policy,
      genres: event.genres,
      lineUp: event.line_up.map((act) => ({ name: act.name, role: act.role ?? '', at: wall(act.at) })),
      imagePath: event.image_path ?? '',
      imageAlt: event.image_alt,
      feeFixed: dollarsText(event.fee_fixed_cents),
      feePercent: dollarsText(event.fee_bps),
      taxPercent: dollarsText(event.tax_bps),
      maxPerPerson: event.max_per_person === null ? '' : String(event.max_per_person),
      salesPaused: event.sales_paused_at !== null,
      pools: pools.map((pool) => ({
        id: pool.id,
        key: keys.get(pool.id) ?? '',
        name: pool.name,
        capacity: String(pool.capacity),
      })),
      types: types.map((type) => ({
        id: type.id,
        name: type.name,
        description: type.description,
        visibility: type.visibility,
        minPerOrder: String(type.min_per_order),
        maxPerOrder: String(type.max_per_order),
        saleStartsAt: wall(type.sale_starts_at),
        saleEndsAt: wall(type.sale_ends_at),
        paused: type.paused,
        pools: type.pools.flatMap((id) => keys.get(id) ?? []),
        releases: type.releases.map((release) => ({
          id: release.id,
          name: release.name,
          price: dollarsText(release.face_cents),
          quantity: release.quantity === null ? '' : String(release.quantity),
          endsAt: wall(release.ends_at),
        })),
      })),
    },
    currency,
    now,
  }
}
