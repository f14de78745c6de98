/** Describes what the events screens of staff are handed. */
import * as z from 'zod'
import { codeEffects } from '#core/code-values.ts'
import { instant } from '#core/columns.ts'
import { codeFields, codeUses } from '#core/promo-codes.ts'
import { CARD_STATES, EVENT_STATUSES, EVENT_VISIBILITIES } from '../event-values.ts'
import { eventFieldsSchema, whole } from '../events.types.ts'

/** Holds the sales of an event. Money is the sum of its ledger: what was paid, less refunds and disputes. */
const figures = { sold: whole, held: whole, capacity: whole, netCents: z.int() }

/** A row of the staff's list. */
const staffEventSchema = z.object({
  ...figures,
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  visibility: z.enum(EVENT_VISIBILITIES),
  isTest: z.boolean(),
  city: z.string(),
  venueName: z.string(),
  timeZone: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: z.enum(CARD_STATES),
  /** Counts the people who asked to be told when tickets go on sale. */
  waiting: whole,
})
export type StaffEvent = z.output<typeof staffEventSchema>

/** Describes the result of `list_staff_events`. */
export const staffEventListSchema = z.object({
  events: z.array(staffEventSchema),
  /** Counts of each kind; STAFF_COUNT_LIMIT means that many or more. */
  counts: z.object({ upcoming: whole, draft: whole, past: whole, cancelled: whole }),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
  /** All series, by name. */
  series: z.array(z.object({ id: z.uuid(), name: z.string(), description: z.string() })),
  currency: z.string(),
  now: instant,
})
export type StaffEventList = z.output<typeof staffEventListSchema>

/** Describes the result of `read_event_ending`: what cancelling or postponing an event would do now; null when there is no such event. */
export const eventEndingSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    status: z.enum(EVENT_STATUSES),
    doorsAt: instant,
    startsAt: instant,
    endsAt: instant,
    timeZone: z.string(),
    now: instant,
    currency: z.string(),
    /** True when the password was given, or the person signed in, within the last 10 minutes. */
    isProven: z.boolean(),
    tickets: whole,
    carts: whole,
    /** Payments that are under way: their money goes back when it arrives. */
    payments: whole,
    orders: whole,
    /** Orders with a valid ticket. */
    holders: whole,
    refundCents: whole,
    /** Counts what was paid for goods that are not of the event: it stays, and so do the goods. */
    goodsCents: whole,
    /** Counts the orders with goods to be picked up at the event, and what those cost. */
    pickups: z.object({ orders: whole, cents: whole }),
    /** Lists what goes back through each payment provider. */
    providers: z.array(z.object({ provider: z.string(), orders: whole, cents: whole })),
    /** Orders whose bank has taken the money because of a dispute: they are refunded when it has ended. */
    disputed: whole,
    /** Orders of which an earlier refund failed. */
    failedRefunds: whole,
  })
  .nullable()
export type EventEnding = NonNullable<z.output<typeof eventEndingSchema>>

/** Lists what `private.publish_checklist` looks at. */
export const checklistCodes = [
  'title',
  'date',
  'place',
  'picture',
  'tickets',
  'sale_window',
  'prices',
  'id_policy',
  'password',
  'about',
  'line_up',
] as const
export type ChecklistCode = (typeof checklistCodes)[number]

/** Counts what is sold and on hold of a pool, a price, a package, an add-on or a table. */
const taken = { sold: whole, held: whole }

/** Lists the fields that packages, add-ons and tables have in common. */
const extra = {
  ...taken,
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  visibility: z.string(),
  paused: z.boolean(),
}

/** Describes what a person typed into a form and did not save. */
const keptFormSchema = z.object({ form: z.record(z.string(), z.unknown()), savedAt: instant })
export type KeptForm = z.output<typeof keptFormSchema>

/** Describes the rows of `event_drafts` with the form of a new event. */
export const keptNewEventSchema = z
  .object({ form: z.record(z.string(), z.unknown()), saved_at: instant })
  .transform(({ form, saved_at: savedAt }): KeptForm => ({ form, savedAt }))
  .nullable()

/** Describes the result of `read_event_editor`: an event with all it sells, under the names of the form; null when there is no such event. */
export const storedEventSchema = z
  .object({
    event: eventFieldsSchema.extend({
      slug: z.string(),
      status: z.enum(EVENT_STATUSES),
      statusNote: z.string().nullable(),
      /** True if a password was set, whether the event asks for it or not. */
      hasPassword: z.boolean(),
      /** Sent back with the form as the version that was read, so not a character of it may change. */
      version: z.string(),
    }),
    pools: z.array(z.object({ ...taken, id: z.uuid(), key: z.string(), name: z.string(), capacity: whole })),
    types: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        description: z.string(),
        visibility: z.string(),
        minPerOrder: whole,
        maxPerOrder: whole,
        saleStartsAt: instant.nullable(),
        membersSaleStartsAt: instant.nullable(),
        saleEndsAt: instant.nullable(),
        paused: z.boolean(),
        /** Its holders watch the streams of the event, too. */
        includesStream: z.boolean(),
        /** Keys of the pools that the type draws on. */
        pools: z.array(z.string()),
        releases: z.array(
          z.object({
            ...taken,
            id: z.uuid(),
            name: z.string(),
            faceCents: whole,
            quantity: whole.nullable(),
            endsAt: instant.nullable(),
          }),
        ),
      }),
    ),
    packages: z.array(
      z.object({
        ...extra,
        priceCents: whole,
        maxPerOrder: whole,
        saleStartsAt: instant.nullable(),
        saleEndsAt: instant.nullable(),
        components: z.array(z.object({ typeId: z.uuid(), units: whole })),
      }),
    ),
    addOns: z.array(z.object({ ...extra, priceCents: whole, capacity: whole, maxPerTicket: whole })),
    tables: z.array(
      z.object({
        ...extra,
        typeId: z.uuid(),
        section: z.string(),
        minGuests: whole,
        maxGuests: whole,
        minimumSpendCents: whole,
        /** The deposit, or else `depositBps` of the minimum spend. */
        depositCents: whole.nullable(),
        depositBps: whole.nullable(),
        gratuityBps: whole,
        lastArrivalAt: instant.nullable(),
      }),
    ),
    figures: z.object({ ...figures, inNow: whole }),
    /** Lists what the event needs before it may be published, and what is worth adding. */
    checklist: z.array(
      z.object({ code: z.enum(checklistCodes), isRequired: z.boolean(), isDone: z.boolean() }),
    ),
    /** All series, by name. */
    series: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** Holds what the reader typed into tabs and did not save: the fields as the browser sent them. */
    drafts: z.array(keptFormSchema.extend({ tab: z.string() })),
    currency: z.string(),
    now: instant,
  })
  .nullable()
export type StoredEvent = NonNullable<z.output<typeof storedEventSchema>>

const timesSchema = z.object({ doorsAt: instant, startsAt: instant, endsAt: instant, timeZone: z.string() })

const placeSchema = z.object({ venueName: z.string(), address: z.string(), city: z.string() })

/** Lists what is common to all consequences. `key` is sent back by a person who agrees; `sold` and `held` count tickets or units. */
const consequence = { key: z.string(), sold: whole, held: whole }

/** Describes the result of `preview_event_save`: what saving a form means for people who bought or hold. */
export const saveConsequencesSchema = z.array(
  z.discriminatedUnion('code', [
    z.object({
      code: z.literal('times'),
      key: z.string(),
      was: timesSchema,
      becomes: timesSchema,
      tickets: whole,
      /** Orders whose buyers get a mail. */
      orders: whole,
    }),
    z.object({
      code: z.literal('venue'),
      key: z.string(),
      was: placeSchema,
      becomes: placeSchema,
      tickets: whole,
      /** Orders whose buyers get a mail. */
      orders: whole,
    }),
    z.object({ ...consequence, code: z.literal('removed'), name: z.string() }),
    z.object({
      ...consequence,
      code: z.literal('price'),
      name: z.string(),
      wasCents: whole,
      becomesCents: whole,
    }),
    /** The deposit, minimum spend or gratuity of a table. */
    z.object({ ...consequence, code: z.literal('terms'), name: z.string() }),
    z.object({ code: z.literal('fees'), key: z.string(), sold: whole }),
  ]),
)
export type SaveConsequence = z.output<typeof saveConsequencesSchema>[number]

const choices = z.array(z.object({ id: z.uuid(), name: z.string() }))

const eventCodeFields = {
  ...codeFields,
  effect: z.enum(codeEffects),
  /** Lists what it is for, by id; empty for everything. */
  items: z.array(z.uuid()),
  /** Says what of the shop it is for, in orders with something of the event. */
  goods: z.enum(['none', 'all', 'listed']),
  validFromAt: instant.nullable(),
  validUntilAt: instant.nullable(),
  earlyAccessAt: instant.nullable(),
  blockPoolId: z.uuid().nullable(),
  /** The places that it keeps back now. */
  blockPlaces: whole,
  blockEndsAt: instant.nullable(),
}

const listedEventCodeSchema = z.object({
  ...eventCodeFields,
  ...codeUses,
  /** Says whether the code is for all events; such a code is shown, not edited here. */
  everywhere: z.boolean(),
})
/** A code as the tab Codes lists it, with its uses by live holds and paid orders. Instants are ISO 8601, money is cents. */
export type ListedEventCode = z.output<typeof listedEventCodeSchema>

const eventCodeFrame = {
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
  /** Lists what of the event a code can be for. */
  items: z.array(z.object({ kind: z.string(), id: z.uuid(), name: z.string() })),
  /** The rooms that a code can keep places of, with the places that are free. */
  pools: z.array(z.object({ id: z.uuid(), name: z.string(), left: whole })),
}

/** Describes the result of `read_event_codes`. */
export const eventCodesSchema = z.object({
  ...eventCodeFrame,
  codes: z.array(listedEventCodeSchema),
  /** The code after which the next page begins; null on the last one. */
  next: z.uuid().nullable(),
  /** Draft keys of what the reader typed into codes that were archived since. */
  archivedDrafts: z.array(z.string()),
})
export type EventCodes = z.output<typeof eventCodesSchema>

const eventCodeSchema = z.object({
  ...eventCodeFields,
  /** Goes back to `save_code`: another save since is refused. */
  version: z.string(),
  products: z.array(z.uuid()),
  collections: z.array(z.uuid()),
})
/** A code as its form takes it. Instants are ISO 8601, money is cents. */
export type EventCode = z.output<typeof eventCodeSchema>

/** Describes the result of `read_event_code`. */
export const eventCodeEditorSchema = z.object({
  ...eventCodeFrame,
  /** Lists what of the shop a code can be for. */
  shop: z.object({
    /** The products that are chosen now, saved or not. */
    chosen: z.array(z.uuid()),
    /** The chosen and the saved ones, then some of the others. */
    products: choices,
    /** Says whether the shop has more products than are here. */
    hasMore: z.boolean(),
    collections: choices,
  }),
  code: eventCodeSchema.nullable(),
})
export type EventCodeEditor = z.output<typeof eventCodeEditorSchema>
