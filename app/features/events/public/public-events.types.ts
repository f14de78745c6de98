/** Describes what the public events screens are handed. */
import * as z from 'zod'
import { codeEffects, codeStates } from '#core/code-values.ts'
import { instant } from '#core/columns.ts'
import { extraKinds } from '#core/line-kinds.ts'
import { refundPolicySchema } from '#core/refund-policy.ts'
import { CARD_STATES, EVENT_STATUSES, OFFER_STATES } from '../event-values.ts'
import { eventFieldsSchema, shownActSchema, whole } from '../events.types.ts'

/** An event in a list. */
const eventCardSchema = eventFieldsSchema
  .pick({
    id: true,
    title: true,
    summary: true,
    city: true,
    region: true,
    venueName: true,
    timeZone: true,
    doorsAt: true,
    startsAt: true,
    endsAt: true,
    minAge: true,
    genres: true,
    imagePath: true,
    visibility: true,
  })
  .extend({
    slug: z.string(),
    status: z.enum(EVENT_STATUSES),
    neighborhood: z.string().nullable(),
    imageAlt: z.string().nullable(),
    /** The lowest price on sale (or, before the sale, the lowest to come), all mandatory fees included. */
    fromCents: whole.nullable(),
    state: z.enum(CARD_STATES),
    /** The next opening of sales, while `state` is `not_yet`. */
    saleStartsAt: instant.nullable(),
  })
export type EventCard = z.output<typeof eventCardSchema>

/**
 * Says why a reader does not see the venue (`private.event_place`): `holders` or `hours`, and when it becomes public; both null where it is
 * shown, and where none is set.
 */
const hiddenVenue = {
  venueHidden: z.enum(['holders', 'hours']).nullable(),
  venueRevealsAt: instant.nullable(),
}

/** The event as its own page shows it. `address` is null where the reader may not see it. */
const eventDetailSchema = eventFieldsSchema
  .omit({
    feeFixedCents: true,
    feeBps: true,
    taxBps: true,
    taxOnFees: true,
    maxPerPerson: true,
    ticketSharing: true,
    refundHours: true,
    refundKeepsFee: true,
    refundKeptPercent: true,
    salesPaused: true,
    showGoing: true,
    seriesId: true,
    locationVisibility: true,
    locationHours: true,
  })
  .extend({
    slug: z.string(),
    status: z.enum(EVENT_STATUSES),
    statusNote: z.string().nullable(),
    /** The start that no longer holds, when a new date was announced; null for an event that kept its date. */
    previousStartsAt: instant.nullable(),
    address: z.string().nullable(),
    ...hiddenVenue,
    neighborhood: z.string().nullable(),
    dressCode: z.string().nullable(),
    idPolicy: z.string().nullable(),
    imageAlt: z.string().nullable(),
    lineUp: z.array(shownActSchema),
    /** Counts who has a ticket, rounded down to tens; null where staff do not show it and while they are few. */
    going: whole.nullable(),
    /** True if the reader has to sign in as a member to see the place and the tickets. */
    locked: z.boolean(),
    updatedAt: instant,
  })
export type EventDetail = z.output<typeof eventDetailSchema>

/**
 * One ticket type as a buyer sees it now. Amounts are cents and come from the function that prices carts, with the reader's
 * code.
 */
const offerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  state: z.enum(OFFER_STATES),
  /** Holds the price of one, mandatory fees included, tax not; null while no release is priced. */
  priceCents: whole.nullable(),
  /** The same without the reader's code, where that makes a difference. */
  fullPriceCents: whole.nullable(),
  /** The part of `priceCents` that is fees. */
  feeCents: whole,
  /** Tax that is added on top at checkout. */
  taxCents: whole,
  /**
   * Holds what 1, 2, ... of it cost together: the price, the part of it that is fees, and the tax on top. Shorter than `maxPerOrder`
   * where no more have a price; empty while it is not on sale.
   */
  totals: z.array(z.tuple([whole, whole, whole])),
  releaseName: z.string().nullable(),
  /** Counts what is left, only while the state is `low`. */
  left: whole.nullable(),
  minPerOrder: whole,
  maxPerOrder: whole,
  /** Holds when the sale begins for the reader. */
  saleStartsAt: instant.nullable(),
  /** Holds when it begins for members, if they may buy before everybody else. */
  membersSaleStartsAt: instant.nullable(),
  saleEndsAt: instant.nullable(),
})
export type Offer = z.output<typeof offerSchema>

/** The code that the reader typed in for an event. */
const unlockedCodeSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  state: z.enum(codeStates),
  effect: z.enum(codeEffects),
  percent: whole.nullable(),
  amountCents: whole.nullable(),
  /** Counts the units of one order that it covers at most; null without a limit. */
  mostPerOrder: whole.nullable(),
  endsAt: instant.nullable(),
  /** True if several things may cost more than the sum of their prices, because the code covers only some of them. */
  limited: z.boolean(),
})
export type UnlockedCode = z.output<typeof unlockedCodeSchema>

/** An extra as a buyer sees it now, with the fields of a ticket type. */
const extraOfferSchema = offerSchema.extend({
  kind: z.enum(extraKinds),
  /** Names the tickets in a package, or says where a table is; null for an add-on. */
  detail: z.string().nullable(),
  /** Holds what booking a table means, in cents: its price is the deposit. Null for what is no table. */
  table: z
    .object({
      section: z.string(),
      minGuests: whole,
      maxGuests: whole,
      lastArrivalAt: instant.nullable(),
      minimumSpendCents: whole,
      depositCents: whole,
      /** Holds what remains of the minimum spend, to pay at the venue. */
      remainderCents: whole,
      gratuityBps: whole,
      /** The gratuity on the minimum spend, to pay at the venue. */
      gratuityCents: whole,
    })
    .nullable(),
})
export type ExtraOffer = z.output<typeof extraOfferSchema>

/** Describes the result of `read_event_page`; null for an event that the reader may not see. */
export const eventPageSchema = z
  .object({
    event: eventDetailSchema,
    offer: z.array(offerSchema),
    /** Packages, add-ons and tables, in the order they are shown. */
    extras: z.array(extraOfferSchema),
    /** Says how its tickets can be returned; null: they can't. */
    refundPolicy: refundPolicySchema.nullable(),
    /** Null where the reader typed none in. */
    code: unlockedCodeSchema.nullable(),
    /** The reader's current hold for it; null without one. */
    hold: z.object({ id: z.uuid(), expiresAt: instant, units: whole }).nullable(),
    state: z.enum(CARD_STATES),
    /** As on the event's card: the lowest price on sale or to come, with fees, and the next opening of sales. */
    fromCents: whole.nullable(),
    saleStartsAt: instant.nullable(),
    /**
     * Says what the page tells about the event's alerts before the sale: offered, requested (the member has not confirmed the address
     * yet) or active, the address of the reader's account, and when the sale opens to members and to everybody, where that is
     * planned. Null where none can be asked for.
     */
    alert: z
      .object({
        state: z.enum(['offered', 'requested', 'active']),
        email: z.string().nullable(),
        membersFrom: instant.nullable(),
        everybodyFrom: instant.nullable(),
      })
      .nullable(),
    /** Ids of the artists and the series of the event that the reader follows. */
    followed: z.array(z.uuid()),
    /** The series that the event is a date of, with its other dates to come; null without one. */
    series: z
      .object({
        id: z.uuid(),
        name: z.string(),
        slug: z.string(),
        description: z.string(),
        dates: z.array(
          z.object({
            id: z.uuid(),
            slug: z.string(),
            title: z.string(),
            startsAt: instant,
            timeZone: z.string(),
            city: z.string(),
          }),
        ),
      })
      .nullable(),
    /** Coming events of the same city or music. */
    more: z.array(eventCardSchema),
    /** The most tickets one order may hold over all types. */
    maxPerOrder: whole,
    /** The most tickets one person may have over all orders. */
    maxPerPerson: whole,
    currency: z.string(),
    now: instant,
  })
  .nullable()
export type EventPage = NonNullable<z.output<typeof eventPageSchema>>

/** Describes the result of `list_events`. */
export const eventListSchema = z.object({
  events: z.array(eventCardSchema),
  nextCursor: z.string().nullable(),
  /** Holds the soonest event, offered when nothing is found; `sameFilters` is true if it matches all filters but the date. */
  nearest: z
    .object({
      id: z.uuid(),
      slug: z.string(),
      title: z.string(),
      city: z.string(),
      startsAt: instant,
      timeZone: z.string(),
      sameFilters: z.boolean(),
    })
    .nullable(),
  cities: z.array(z.string()),
  months: z.array(z.string()),
  currency: z.string(),
  now: instant,
})
export type EventList = z.output<typeof eventListSchema>

/** Describes the result of `read_home`. */
export const homeEventsSchema = z.object({
  hero: eventCardSchema.nullable(),
  /** The others of this evening, and of this weekend. */
  tonight: z.array(eventCardSchema),
  weekend: z.array(eventCardSchema),
  /** Events after those, or the next ones in the city. */
  upcoming: z.array(eventCardSchema),
  /** The city that was asked for, as events write it; null for none, and for one without events. */
  city: z.string().nullable(),
  cities: z.array(z.string()),
  currency: z.string(),
  now: instant,
})
export type HomeEvents = z.output<typeof homeEventsSchema>

/** Describes the result of `list_sitemap_years`: the years (UTC) of which the sitemap has events. */
export const sitemapYearsSchema = z.array(z.int())
export type SitemapYears = z.output<typeof sitemapYearsSchema>

/** Describes the result of `list_sitemap_events`: the events that the sitemap lists, with the instant when each last changed. */
export const sitemapEventsSchema = z.array(z.object({ id: z.uuid(), slug: z.string(), updatedAt: instant }))
export type SitemapEvents = z.output<typeof sitemapEventsSchema>

/** Describes the result of `read_share_card`: what the picture of a shared link is drawn from. */
export const shareCardSchema = eventCardSchema
  .pick({
    id: true,
    title: true,
    status: true,
    visibility: true,
    startsAt: true,
    timeZone: true,
    venueName: true,
    neighborhood: true,
    city: true,
    region: true,
    imagePath: true,
  })
  .extend({
    brand: z.string(),
    country: z.string(),
    /** Holds where the venue is, in degrees; null where it is not known to everybody. */
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
export type ShareCard = z.output<typeof shareCardSchema>
