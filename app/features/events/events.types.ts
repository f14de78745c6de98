/** What the events screens are handed: plain data, instants as ISO strings, money in whole cents. */
import * as z from 'zod'

export const GENRES = ['soca', 'dancehall', 'afrobeats', 'reggae', 'kompa', 'day-fete', 'cruise'] as const
export type Genre = (typeof GENRES)[number]

export const EVENT_STATUSES = ['draft', 'published', 'postponed', 'cancelled', 'archived'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const EVENT_VISIBILITIES = ['public', 'unlisted', 'members'] as const
export type EventVisibility = (typeof EVENT_VISIBILITIES)[number]

/** What a card says about tickets. The database computes it from stock and its own clock. */
export const CARD_STATES = [
  'on_sale',
  'low',
  'free',
  'not_yet',
  'sold_out',
  'ended',
  'paused',
  'members_only',
  'cancelled',
  'postponed',
] as const
export type CardState = (typeof CARD_STATES)[number]

export const OFFER_STATES = [
  'on_sale',
  'low',
  'sold_out',
  'not_yet',
  'ended',
  'paused',
  'members_only',
] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** An event in a list. */
export type EventCard = {
  id: string
  slug: string
  title: string
  summary: string
  city: string
  region: string
  venueName: string
  neighborhood: string | null
  timeZone: string
  doorsAt: string
  startsAt: string
  endsAt: string
  minAge: number
  genres: string[]
  imagePath: string | null
  imageAlt: string | null
  status: EventStatus
  visibility: EventVisibility
  /** The lowest price on sale (or, before the sale, the lowest to come), all mandatory fees included. */
  fromCents: number | null
  state: CardState
  /** The next opening of sales, while `state` is `not_yet`. */
  saleStartsAt: string | null
}

export type LineUpEntry = { name: string; role: string | null; at: string | null }

/** The event as its own page shows it. `address` is null where the reader may not see it. */
export type EventDetail = Omit<EventCard, 'fromCents' | 'state' | 'saleStartsAt'> & {
  description: string
  address: string | null
  country: string
  dressCode: string | null
  idPolicy: string | null
  lineUp: LineUpEntry[]
  statusNote: string | null
  /** Whether the reader has to sign in as a member to see the place and the tickets. */
  locked: boolean
  /** Made for trying things out: kept out of lists and search engines. */
  isTest: boolean
  updatedAt: string
}

/** One ticket type as a buyer sees it now. */
export type TicketOffer = {
  id: string
  name: string
  description: string | null
  state: OfferState
  /** What one ticket costs before tax, all mandatory fees included; null while no release is priced. */
  priceCents: number | null
  /** The part of `priceCents` that is fees. */
  feeCents: number
  /** Tax that is added on top at checkout. */
  taxCents: number
  releaseName: string | null
  /** How many are left, only while the state is `low`. */
  left: number | null
  minPerOrder: number
  maxPerOrder: number
  saleStartsAt: string | null
  saleEndsAt: string | null
}

export type EventPage = {
  event: EventDetail
  offer: TicketOffer[]
  state: CardState
  /** The most tickets one order may hold over all types. */
  maxPerOrder: number
  currency: string
  now: string
}

export type EventList = {
  events: EventCard[]
  nextCursor: string | null
  /** The soonest event, offered where nothing is found; `sameFilters` tells whether it matches everything but the date. */
  nearest: {
    id: string
    slug: string
    title: string
    city: string
    startsAt: string
    timeZone: string
    sameFilters: boolean
  } | null
  cities: string[]
  months: string[]
  currency: string
  now: string
}

export type HomeEvents = { hero: EventCard | null; upcoming: EventCard[]; currency: string; now: string }

export const STAFF_FILTERS = ['upcoming', 'draft', 'past', 'cancelled'] as const
export type StaffFilter = (typeof STAFF_FILTERS)[number]

/** How an event stands. Money is what was paid minus what went back. */
export type EventFigures = { sold: number; held: number; capacity: number; grossCents: number }

/** A row of the staff's list. */
export type StaffEvent = EventFigures & {
  id: string
  slug: string
  title: string
  status: EventStatus
  visibility: EventVisibility
  isTest: boolean
  city: string
  venueName: string
  timeZone: string
  startsAt: string
  endsAt: string
  state: CardState
}

/** As far as the database counts events of a kind. */
export const STAFF_COUNT_LIMIT = 1000

export type StaffEventList = {
  events: StaffEvent[]
  /** Counts of each kind; STAFF_COUNT_LIMIT means that many or more. */
  counts: Record<StaffFilter, number>
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
  currency: string
  now: string
}

/** One of tonight's events with the people inside. */
export type TonightEvent = EventFigures & {
  id: string
  slug: string
  title: string
  venueName: string
  city: string
  timeZone: string
  status: EventStatus
  doorsAt: string
  startsAt: string
  endsAt: string
  inNow: number
}

/** What staff see first: tonight, today's money, what goes on sale next, what waits for somebody. */
export type Tonight = {
  now: string
  currency: string
  timeZone: string
  tonight: TonightEvent[]
  money: { grossCents: number; refundedCents: number; orders: number; tickets: number }
  nextOnSale: {
    eventId: string
    slug: string
    title: string
    typeName: string
    timeZone: string
    saleStartsAt: string
  } | null
  counts: {
    upcoming: number
    drafts: number
    awaitingPayment: number
    failedMails: number
    openRefunds: number
  }
}

/** The event form's starting values: text, as fields take it. Rooms and prices carry what is sold and held of them. */
export type EditorPool = { id?: string; key: string; name: string; capacity: string }
export type EditorRelease = { id?: string; name: string; price: string; quantity: string; endsAt: string }
export type EditorType = {
  id?: string
  name: string
  description: string
  visibility: string
  minPerOrder: string
  maxPerOrder: string
  saleStartsAt: string
  saleEndsAt: string
  paused: boolean
  pools: string[]
  releases: EditorRelease[]
}
export type EditorValues = {
  version?: string
  title: string
  summary: string
  description: string
  visibility: string
  isTest: boolean
  venueName: string
  address: string
  neighborhood: string
  city: string
  region: string
  country: string
  timeZone: string
  doorsAt: string
  startsAt: string
  endsAt: string
  minAge: string
  dressCode: string
  idPolicy: string
  genres: string[]
  lineUp: { name: string; role: string; at: string }[]
  imagePath: string
  imageAlt: string
  feeFixed: string
  feePercent: string
  taxPercent: string
  maxPerPerson: string
  salesPaused: boolean
  pools: EditorPool[]
  types: EditorType[]
}

/** An event as its form shows it. */
export type EventEditor = {
  id: string
  slug: string
  title: string
  status: EventStatus
  statusNote: string | null
  endsAt: string
  figures: EventFigures & { inNow: number }
  /** Of rooms and prices, by id: what is sold and what is on hold. */
  taken: Record<string, { sold: number; held: number }>
  /** How the three main times read with the name of their zone, and whether the clocks show them twice. */
  reads: Record<'doorsAt' | 'startsAt' | 'endsAt', string>
  values: EditorValues
  currency: string
  now: string
}

/** An event that staff are about to end, and what that would do at this moment. Money is whole cents. */
export type EventEnding = {
  id: string
  title: string
  status: EventStatus
  startsAt: string
  endsAt: string
  timeZone: string
  now: string
  currency: string
  /** True when the password was given, or the person signed in, within the last 10 minutes. */
  isProven: boolean
  tickets: number
  carts: number
  orders: number
  refundCents: number
}

/** The years (UTC) of which the sitemap has events. */
export const sitemapYearsSchema = z.array(z.int())
export type SitemapYears = z.output<typeof sitemapYearsSchema>

/** The events that the sitemap lists, with the instant when each last changed. */
export const sitemapEventsSchema = z.array(
  z.object({ id: z.uuid(), slug: z.string(), updatedAt: z.string() }),
)
export type SitemapEvents = z.output<typeof sitemapEventsSchema>
