/** Parses what staff send about events: the tabs of the editor, a change of status, the confirmation of an end. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { isTimeZone } from '#core/event-time.ts'
import { line, oneLineText, text, tooLong } from '#core/form-fields.ts'
import { degrees, dollars, percent, wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { EVENT_VISIBILITIES, GENRES, LOCATION_VISIBILITIES } from '../event-values.ts'

const wallTime = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:\d\d)?$/, `${label} must be a date and a time`)

/** A wall time of the event's own zone that may be left empty: null. */
export const optionalWallTime = (label: string) => wallTime(label).nullable().default(null)

const reload = 'Please reload the page and try again'
const key = z.string().regex(/^p\d{1,3}$/)

const poolSchema = z.object({
  id: z.uuid().optional(),
  key,
  name: line('Name', 80),
  capacity: wholeNumber('Capacity', 1, 100_000),
})

const releaseSchema = z.object({
  id: z.uuid().optional(),
  name: line('Name', 80),
  faceCents: dollars(),
  quantity: wholeNumber('Quantity', 1, 100_000).nullable().default(null),
  endsAt: optionalWallTime('End time'),
})

const typeSchema = z.object({
  id: z.uuid().optional(),
  name: line('Name', 80),
  description: text('Description', 500),
  visibility: z.enum(['public', 'code', 'members', 'staff']).default('public'),
  minPerOrder: wholeNumber('Minimum', 1, 20).default(1),
  maxPerOrder: wholeNumber('Maximum', 1, 20).default(10),
  saleStartsAt: optionalWallTime('Sale start'),
  membersSaleStartsAt: optionalWallTime("Members' sale start"),
  saleEndsAt: optionalWallTime('Sale end'),
  paused: z.boolean().default(false),
  includesStream: z.boolean().default(false),
  pools: z.array(key, 'Choose at least one room').min(1, 'Choose at least one room').max(10),
  releases: z
    .array(releaseSchema)
    .min(1, 'Add at least one price')
    .max(12, 'A ticket type can have up to 12 prices'),
})

const lineUpSchema = z.object({
  name: line('Name', 80),
  role: text('Role', 60),
  at: optionalWallTime('Set time'),
})

const timeZone = z.string({ error: 'Choose a time zone' }).refine(isTimeZone, 'Choose a time zone')
const times = {
  doorsAt: optionalWallTime('Door time'),
  startsAt: wallTime('Start time'),
  endsAt: wallTime('End time'),
}

type Fail = (path: (string | number)[], message: string) => void
const failOf =
  (ctx: z.RefinementCtx): Fail =>
  (path, message) =>
    ctx.addIssue({ code: 'custom', path, message })

/** Refuses times that are out of order. Wall times of one zone compare as text. */
function checkTimes(form: { doorsAt: string | null; startsAt: string; endsAt: string }, fail: Fail) {
  if (form.endsAt <= form.startsAt) fail(['endsAt'], 'The end must be after the start')
  if (form.doorsAt && form.doorsAt > form.startsAt) fail(['doorsAt'], 'Doors must open by the start')
}

/** Holds what every tab of the editor sends: the version of the event that it was filled in from, and its values then. */
export const tab = {
  version: z.string(reload).max(40, reload).refine(isOneLine, reload).optional(),
  /** JSON of the form's values as `event.values` has them; tells apart what two people changed at once. */
  base: z.string(reload).max(300_000, reload).refine(isPlainText, reload).optional(),
}

/**
 * The forms of the editor, one for each tab (`eventTabs`), each with the fields that it alone saves. Their names are those of
 * `save_event`. Times are wall times in the event's own zone; `eventPayload` turns them into instants. An empty field is empty
 * text or null, never missing, so that saving empties it.
 */
export const detailsFormSchema = z
  .object({
    ...tab,
    title: line('Title', 120, 3),
    summary: text('Tagline', 200),
    description: text('Description', 10_000),
    genres: z.array(z.enum(GENRES)).max(4, 'Choose up to 4 genres').default([]),
    visibility: z.enum(EVENT_VISIBILITIES).default('public'),
    showGoing: z.boolean().default(false),
    seriesId: z.uuid('Choose a series').nullable().default(null),
    /** Names a series that is made for the event; it counts before the chosen one. */
    newSeries: z
      .string()
      .trim()
      .min(3, 'Series name must have at least 3 characters')
      .max(80, tooLong('Series name', 80))
      .refine(isOneLine, strangeText)
      .nullable()
      .default(null),
    timeZone,
    ...times,
    /** Left out keeps what is stored: a form without it must not reveal a venue. */
    locationVisibility: z.enum(LOCATION_VISIBILITIES).optional(),
    locationHours: wholeNumber('Hours before doors', 1, 336).nullable().default(null),
    venueName: oneLineText('Venue', 120),
    address: oneLineText('Address', 200),
    latitude: degrees('Latitude', 90, '40.67842').nullable().default(null),
    longitude: degrees('Longitude', 180, '-73.94419').nullable().default(null),
    neighborhood: text('Neighborhood', 80),
    city: line('City', 80),
    region: oneLineText('State or region', 80),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Use the two-letter country code')
      .default('US'),
  })
  .superRefine((form, ctx) => {
    const fail = failOf(ctx)
    checkTimes(form, fail)
    if ((form.latitude === null) !== (form.longitude === null))
      fail([form.latitude === null ? 'latitude' : 'longitude'], 'Enter both, or leave both empty')
  })
export type DetailsFormInput = z.input<typeof detailsFormSchema>

export const lineUpFormSchema = z.object({
  ...tab,
  lineUp: z.array(lineUpSchema).max(30, 'A lineup can have up to 30 names').default([]),
})
export type LineUpFormInput = z.input<typeof lineUpFormSchema>

export const ticketsFormSchema = z
  .object({
    ...tab,
    pools: z.array(poolSchema).min(1, 'Add at least one room').max(12, 'An event can have up to 12 rooms'),
    types: z.array(typeSchema).max(20, 'An event can have up to 20 ticket types').default([]),
    feeFixedCents: dollars().default(0),
    feeBps: percent('Fee', 3000).default(0),
    taxBps: percent('Tax', 3000).default(0),
    taxOnFees: z.boolean().default(false),
    maxPerPerson: wholeNumber('Limit per person', 1, 20).nullable().default(null),
    ticketSharing: z.enum(['transfers', 'returns', 'off'], reload).default('off'),
    refundHours: wholeNumber('Hours before doors', 1, 2160).nullable().default(null),
    refundKeepsFee: z.boolean().default(false),
    refundKeptPercent: wholeNumber('Percent kept', 0, 90).default(0),
    salesPaused: z.boolean().default(false),
  })
  .superRefine((form, ctx) => {
    const fail = failOf(ctx)
    const known = new Set(form.pools.map((pool) => pool.key))
    if (known.size < form.pools.length) fail(['pools'], reload)
    form.types.forEach((type, at) => {
      if (type.minPerOrder > type.maxPerOrder)
        fail(['types', at, 'maxPerOrder'], "Can't be below the minimum")
      if (type.pools.some((pool) => !known.has(pool)))
        fail(['types', at, 'pools'], 'Choose one of the rooms above')
      if (type.saleStartsAt && type.saleEndsAt && type.saleEndsAt <= type.saleStartsAt) {
        fail(['types', at, 'saleEndsAt'], 'Sales must end after they start')
      }
      if (type.membersSaleStartsAt && !(type.saleStartsAt && type.membersSaleStartsAt < type.saleStartsAt)) {
        fail(['types', at, 'membersSaleStartsAt'], 'Members must be able to buy before the sale starts')
      }
      type.releases.slice(0, -1).forEach((release, position) => {
        if (release.quantity === null && release.endsAt === null) {
          fail(
            ['types', at, 'releases', position, 'quantity'],
            'Add a quantity or an end date, or the next price will never start',
          )
        }
      })
    })
  })
export type TicketsFormInput = z.input<typeof ticketsFormSchema>
export type TicketTypeInput = z.input<typeof typeSchema>
export type ReleaseInput = z.input<typeof releaseSchema>

export const doorFormSchema = z.object({
  ...tab,
  minAge: z.enum(['0', '18', '21']).default('0').transform(Number),
  reentries: z.enum(['0', '1', '2', '3', '20']).default('0').transform(Number),
  idPolicy: text('ID policy', 300),
  dressCode: text('Dress code', 200),
  lastEntryAt: optionalWallTime('Last entry'),
})
export type DoorFormInput = z.input<typeof doorFormSchema>

/** The test mode of an event, on the tab that publishes it. */
export const testModeFormSchema = z.object({ ...tab, isTest: z.boolean().default(false) })

/** Lists how much later the next date of an event is. */
export const nextDateSchema = z.object({ step: z.enum(['week', 'month'], reload) })

/** A new event, as a draft: the little that it can't be without. Everything else is on the tabs. */
export const newEventSchema = z
  .object({
    title: line('Title', 120, 3),
    timeZone,
    ...times,
    venueName: oneLineText('Venue', 120),
    city: line('City', 80),
    region: oneLineText('State or region', 80),
  })
  .superRefine((form, ctx) => checkTimes(form, failOf(ctx)))
export type NewEventInput = z.input<typeof newEventSchema>

/** Reads that staff publish an event. The other changes of its status have their own page with a confirmation. */
export const eventStatusSchema = z.object({
  status: z.enum(['published'], "That can't be done here. Please reload the page."),
})

const statusNote = z
  .string()
  .trim()
  .max(500, 'The note can have at most 500 characters')
  .refine(isPlainText, strangeText)
  .optional()
const currentPassword = z
  .string()
  .max(200, "That's not your password.")
  .refine(isOneLine, strangeText)
  .optional()

/** Case, spaces and the kind of apostrophe don't matter where a title is typed again. */
const plainTitle = (title: string) =>
  title
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * Ending an event for good.
 * @param title the title to type for confirmation; null where nothing is refunded
 */
export const endEventSchema = (title: string | null) =>
  z.object({
    title:
      title === null
        ? z.string().refine(isOneLine, strangeText).optional()
        : z
            .string(`Type “${title}” to confirm`)
            .refine((typed) => plainTitle(typed) === plainTitle(title), `Type “${title}” to confirm`),
    note: statusNote,
    goods: z.enum(['ask', 'refund']).default('ask'),
    currentPassword,
  })

/** Putting an event off: with a new start it moves to that date, without one its date is to follow. */
export const postponeEventSchema = z
  .object({
    doorsAt: optionalWallTime('Door time'),
    startsAt: optionalWallTime('Start time'),
    endsAt: optionalWallTime('End time'),
    note: statusNote,
    currentPassword,
  })
  .superRefine(({ doorsAt, startsAt, endsAt }, ctx) => {
    const fail = failOf(ctx)
    if (startsAt && endsAt) checkTimes({ doorsAt, startsAt, endsAt }, fail)
    else if (startsAt) fail(['endsAt'], 'End time is required')
    else if (doorsAt || endsAt) fail(['startsAt'], 'Start time is required')
  })
