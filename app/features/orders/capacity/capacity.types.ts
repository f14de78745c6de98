import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { extraKinds } from '#core/line-kinds.ts'

const count = z.int().min(0)

const poolSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** `places` are room for people, `add_on` the stock of an add-on. */
  purpose: z.string(),
  capacity: count,
  sold: count,
  /** In live carts. */
  held: count,
  /** Set aside for codes and guests. */
  blocked: count,
  /** In open waitlist offers. */
  offered: count,
  left: z.int(),
  /** Says whether every ticket type draws on it, so that it limits the whole event. */
  ofAll: z.boolean(),
})
/** A pool of an event with its counters. */
export type CapacityPool = z.output<typeof poolSchema>

/** Says which of a type's releases is on sale: `open`; `later` ones wait for it. */
export const releaseStates = ['open', 'later', 'sold_out', 'ended'] as const

const releaseSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null = as many as the pools give. */
  quantity: count.nullable(),
  endsAt: instant.nullable(),
  sold: count,
  held: count,
  offered: count,
  left: z.int().nullable(),
  state: z.enum(releaseStates),
  /** With the mandatory fee; null for those who see no money. */
  priceCents: count.nullable(),
})
/** A release of a ticket type with its counters. */
export type CapacityRelease = z.output<typeof releaseSchema>

/** The states of a type's offer, `archived` for types that left the offer with tickets sold. */
export const typeStates = [
  'on_sale',
  'low',
  'sold_out',
  'paused',
  'not_yet',
  'ended',
  'members_only',
  'hidden',
  'archived',
] as const
export type TypeState = (typeof typeStates)[number]

const typeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility: z.string(),
  state: z.enum(typeStates),
  paused: z.boolean(),
  saleStartsAt: instant.nullable(),
  saleEndsAt: instant,
  /** Places of its smallest pool. */
  capacity: count,
  sold: count,
  held: count,
  offered: count,
  /** Counts what the picker offers. */
  left: z.int(),
  priceCents: count.nullable(),
  /** Names of the pools it draws on. */
  pools: z.array(z.string()),
  releases: z.array(releaseSchema),
})
/** A ticket type with its counters, whatever its tickets are sold in, and its releases, which count single ones. */
export type CapacityType = z.output<typeof typeSchema>

const extraSchema = z.object({
  id: z.uuid(),
  kind: z.enum(extraKinds),
  name: z.string(),
  /** The tickets in a package, or where a table is. */
  detail: z.string().nullable(),
  state: z.enum(typeStates),
  paused: z.boolean(),
  saleEndsAt: instant,
  sold: count,
  held: count,
  offered: count,
  /** Null where it draws on nothing that is counted. */
  left: z.int().nullable(),
  priceCents: count.nullable(),
  /** Names of the pools it draws on. */
  pools: z.array(z.string()),
})
/** Holds what an event sells beside single tickets, with its counters. */
export type CapacityExtra = z.output<typeof extraSchema>

const rowsSchema = z.object({
  pools: z.array(poolSchema),
  types: z.array(typeSchema),
  extras: z.array(extraSchema),
})
export type CapacityRows = z.output<typeof rowsSchema>

const paceSchema = z.object({
  /** The id of a pool or of an item that is sold. */
  id: z.uuid(),
  /** Units paid for in the last 60 minutes. */
  lastHour: count,
  /** Units paid for in each of the last 24 clock hours; the last one still runs. */
  hours: z.array(count).length(24),
})
export type Pace = z.output<typeof paceSchema>

const boardSchema = rowsSchema.extend({
  event: z.object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    status: z.string(),
    timeZone: z.string(),
    startsAt: instant,
    endsAt: instant,
    isTest: z.boolean(),
    salesPaused: z.boolean(),
  }),
  /** Says whether the reader may change how it sells. */
  mayChange: z.boolean(),
  currency: z.string(),
  /** Holds when the first hour of each pace begins. */
  paceFrom: instant,
  /** Lists the items that sold in that time; all others sold nothing. */
  pace: z.array(paceSchema),
})
export type CapacityBoard = z.output<typeof boardSchema>

/** Result of `read_capacity_board`; null for an event that the reader may not see. */
export const capacityBoardSchema = z.object({ now: instant, board: boardSchema.nullable() }).nullable()
export type CapacityBoardRead = NonNullable<z.output<typeof capacityBoardSchema>>

const factsSchema = z.looseObject({
  /** The name of the pool, type or item that is changed. */
  name: z.string().optional(),
  /** Units in carts that may still be paid for. */
  held: count.optional(),
  /** The release before a new one. */
  after: z.string().nullable().optional(),
  /** False where the release before a new one never ends. */
  opens: z.boolean().optional(),
})
/** Result of `change_sale`. */
export const saleChangeFactsSchema = factsSchema
export type SaleChangeFacts = z.output<typeof factsSchema>

/** Result of `preview_sale_change`; null when there is no such event. */
export const saleChangePreviewSchema = z
  .object({
    now: instant,
    version: z.string(),
    currency: z.string(),
    event: boardSchema.shape.event.pick({
      id: true,
      title: true,
      timeZone: true,
      endsAt: true,
      salesPaused: true,
    }),
    before: rowsSchema,
    facts: factsSchema.nullable(),
    after: rowsSchema.nullable(),
  })
  .nullable()
export type SaleChangePreview = NonNullable<z.output<typeof saleChangePreviewSchema>>
