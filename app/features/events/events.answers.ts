/** The database's answers about events, parsed into what screens take. */
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import {
  CARD_STATES,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  type EventCard,
  type EventDetail,
  type EventList,
  type EventPage,
  type HomeEvents,
  OFFER_STATES,
  type TicketOffer,
} from './events.types.ts'

const cents = z.number().int()
/** The tables keep empty text where there is nothing to say; screens ask for null. */
export const wordsOrNull = z.string().transform((words) => words || null)

const lineUpEntry = z.object({
  name: z.string(),
  role: z.string().nullish(),
  at: z.string().nullish(),
})

const heading = {
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  city: z.string(),
  region: z.string(),
  venue_name: z.string(),
  neighborhood: wordsOrNull,
  time_zone: z.string(),
  doors_at: instant,
  starts_at: instant,
  ends_at: instant,
  min_age: z.number().int(),
  genres: z.array(z.string()),
  image_path: z.string().nullable(),
  image_alt: wordsOrNull,
  status: z.enum(EVENT_STATUSES),
  visibility: z.enum(EVENT_VISIBILITIES),
}
type Heading = z.output<z.ZodObject<typeof heading>>

const toHeading = (row: Heading) => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  city: row.city,
  region: row.region,
  venueName: row.venue_name,
  neighborhood: row.neighborhood,
  timeZone: row.time_zone,
  doorsAt: row.doors_at,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  minAge: row.min_age,
  genres: row.genres,
  imagePath: row.image_path,
  imageAlt: row.image_alt,
  status: row.status,
  visibility: row.visibility,
})

const card = z
  .object({
    ...heading,
    from_cents: cents.nullable(),
    state: z.enum(CARD_STATES),
    sale_starts_at: instant.nullable(),
  })
  .transform(
    (row): EventCard => ({
      ...toHeading(row),
      fromCents: row.from_cents,
      state: row.state,
      saleStartsAt: row.sale_starts_at,
    }),
  )

const offer = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: wordsOrNull,
    state: z.enum(OFFER_STATES),
    price_cents: cents.nullable(),
    fee_cents: cents.nullable(),
    tax_cents: cents.nullable(),
    release_name: z.string().nullable(),
    left: z.number().int().nullable(),
    min: z.number().int(),
    max: z.number().int(),
    sale_starts_at: instant.nullable(),
    sale_ends_at: instant.nullable(),
  })
  .transform(
    (row): TicketOffer => ({
      id: row.id,
      name: row.name,
      description: row.description,
      state: row.state,
      priceCents: row.price_cents,
      feeCents: row.fee_cents ?? 0,
      taxCents: row.tax_cents ?? 0,
      releaseName: row.release_name,
      left: row.left,
      minPerOrder: row.min,
      maxPerOrder: row.max,
      saleStartsAt: row.sale_starts_at,
      saleEndsAt: row.sale_ends_at,
    }),
  )

const detail = z
  .object({
    ...heading,
    description: z.string(),
    status_note: wordsOrNull,
    locked: z.boolean(),
    address: wordsOrNull,
    country: z.string(),
    dress_code: wordsOrNull,
    id_policy: wordsOrNull,
    line_up: z.array(lineUpEntry),
    is_test: z.boolean(),
    updated_at: instant,
  })
  .transform(
    (row): EventDetail => ({
      ...toHeading(row),
      description: row.description,
      statusNote: row.status_note,
      locked: row.locked,
      address: row.address,
      country: row.country,
      dressCode: row.dress_code,
      idPolicy: row.id_policy,
      lineUp: row.line_up.map((act) => ({ name: act.name, role: act.role || null, at: act.at || null })),
      isTest: row.is_test,
      updatedAt: row.updated_at,
    }),
  )

/** The answer of `list_events`. */
export const eventListAnswer = z
  .object({
    events: z.array(card),
    next_cursor: z.string().nullable(),
    nearest: z
      .object({
        id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        city: z.string(),
        starts_at: instant,
        time_zone: z.string(),
        same_filters: z.boolean(),
      })
      .nullable(),
    cities: z.array(z.string()),
    months: z.array(z.string()),
    currency: z.string(),
    now: instant,
  })
  .transform(
    ({ nearest, ...row }): EventList => ({
      events: row.events,
      nextCursor: row.next_cursor,
      nearest: nearest && {
        id: nearest.id,
        slug: nearest.slug,
        title: nearest.title,
        city: nearest.city,
        startsAt: nearest.starts_at,
        timeZone: nearest.time_zone,
        sameFilters: nearest.same_filters,
      },
      cities: row.cities,
      months: row.months,
      currency: row.currency,
      now: row.now,
    }),
  )

/** The answer of `read_home`. */
export const homeAnswer = z
  .object({ hero: card.nullable(), upcoming: z.array(card), currency: z.string(), now: instant })
  .transform((row): HomeEvents => row)

/** The answer of `read_event_page`; null for an event that the reader may not see. */
export const eventPageAnswer = z
  .object({
    event: detail,
    offer: z.array(offer),
    state: z.enum(CARD_STATES),
    max_per_order: z.number().int(),
    currency: z.string(),
    now: instant,
  })
  .nullable()
  .transform(
    (row): EventPage | null =>
      row && {
        event: row.event,
        offer: row.offer,
        state: row.state,
        maxPerOrder: row.max_per_order,
        currency: row.currency,
        now: row.now,
      },
  )
