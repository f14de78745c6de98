import * as z from 'zod'
import { instant } from '#core/columns.ts'
import {
  ARTIST_LINK_KINDS,
  artistLinkSites,
  EVENT_VISIBILITIES,
  LOCATION_VISIBILITIES,
} from './event-values.ts'

/** Numbers of people and tickets, and money in cents. */
export const whole = z.number().int()

const lineUpEntrySchema = z.object({
  name: z.string(),
  role: z.string().nullable().default(null),
  at: instant.nullable().default(null),
})

const artistSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  /** The key of a picture of which only the square crop exists. */
  imagePath: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** `site` is the name of the place that a link leads to. */
  links: z.array(
    z
      .object({ kind: z.enum(ARTIST_LINK_KINDS), url: z.url() })
      .transform((link) => ({ ...link, site: artistLinkSites[link.kind] })),
  ),
})

/** An entry of a lineup as the event's page shows it; `artist` is null where the site knows no artist of that name. */
export const shownActSchema = lineUpEntrySchema.extend({ artist: artistSchema.nullable() })
export type ShownAct = z.output<typeof shownActSchema>

/** Describes the result of `read_artists`. */
export const artistListSchema = z.array(artistSchema.extend({ name: z.string() }))
export type Artist = z.output<typeof artistListSchema>[number]

/**
 * The fields of an event that staff edit, as `private.event_fields` names them. Instants are ISO 8601, money is whole cents, rates
 * are basis points. The editor takes them all; the event's page shows all but those that `eventDetailSchema` leaves out.
 */
export const eventFieldsSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  visibility: z.enum(EVENT_VISIBILITIES),
  locationVisibility: z.enum(LOCATION_VISIBILITIES),
  /** Hours before doors at which the venue becomes public; null for the other rules. */
  locationHours: whole.nullable(),
  /** Made for trying things out: kept out of lists and search engines. */
  isTest: z.boolean(),
  venueName: z.string(),
  address: z.string(),
  /** Degrees, both or neither. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  neighborhood: z.string(),
  city: z.string(),
  region: z.string(),
  country: z.string(),
  timeZone: z.string(),
  doorsAt: instant,
  startsAt: instant,
  endsAt: instant,
  /** Until when guests are let in; null for until the end. */
  lastEntryAt: instant.nullable(),
  /** How often somebody who left may come back in. */
  reentries: whole,
  minAge: whole,
  dressCode: z.string(),
  idPolicy: z.string(),
  genres: z.array(z.string()),
  lineUp: z.array(lineUpEntrySchema),
  imagePath: z.string().nullable(),
  imageAlt: z.string(),
  feeFixedCents: whole,
  feeBps: whole,
  taxBps: whole,
  /** Says whether the fee is taxed as well as the face price. */
  taxOnFees: z.boolean(),
  maxPerPerson: whole.nullable(),
  /** Says what holders may do with tickets they can't use: hand them on or return them, only return them, or neither. */
  ticketSharing: z.enum(['transfers', 'returns', 'off']),
  /** Until how many hours before doors buyers may return tickets by themselves; null: they may not. */
  refundHours: whole.nullable(),
  /** Says whether such a refund leaves the service fee with the seller. */
  refundKeepsFee: z.boolean(),
  /** The percentage of the price that such a refund leaves with the seller. */
  refundKeptPercent: whole,
  salesPaused: z.boolean(),
  /** Says on the event's page how many are going, from ten on. */
  showGoing: z.boolean(),
  /** The series that the event is a date of. */
  seriesId: z.uuid().nullable(),
})
export type EventFields = z.output<typeof eventFieldsSchema>
