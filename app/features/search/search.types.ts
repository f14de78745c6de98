import * as z from 'zod'
import { instant } from '#core/columns.ts'

const foundEventSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
  venueName: z.string(),
  city: z.string(),
  imagePath: z.string().nullable(),
  status: z.string(),
  visibility: z.string(),
})
export type FoundEvent = z.output<typeof foundEventSchema>

const foundProductSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  priceCents: z.int(),
  imagePath: z.string().nullable(),
})
export type FoundProduct = z.output<typeof foundProductSchema>

const foundPostSchema = z.object({
  id: z.uuid(),
  body: z.string(),
  createdAt: instant,
  author: z.object({ name: z.string(), avatar: z.string().nullable() }),
})
export type FoundPost = z.output<typeof foundPostSchema>

/** Describes the result of `search_site`: the hits of each kind, and what is needed to print them (the instant, the brand's zone and currency). */
export const foundSchema = z.object({
  events: z.array(foundEventSchema),
  products: z.array(foundProductSchema),
  posts: z.array(foundPostSchema),
  now: instant,
  timeZone: z.string(),
  currency: z.string(),
})
export type Found = z.output<typeof foundSchema>

/** One hit, ready to show. */
export type SearchHit = {
  id: string
  /** The page that shows it. */
  to: string
  title: string
  /** Says when and where, the price, or the author. */
  facts: string
  /** Names its state: over, cancelled, for members. */
  note: string | null
  /** The picture beside it: of the thing (a drawn sky where it has none), or of its author. */
  face: { kind: 'thing'; path: string | null } | { kind: 'person'; name: string; avatar: string | null }
}

/** The hits of one kind. Groups without hits are left out. */
export type SearchGroup = { label: 'Events' | 'Merch' | 'Posts'; hits: SearchHit[] }

/**
 * The outcome of a query.
 * - `idle`: too short to search for
 * - `refused`: not searched; the message says how to correct the query
 * - `failed`: the database did not respond
 */
export type SearchOutcome =
  | { state: 'idle'; query: string }
  | { state: 'refused'; query: string; message: string }
  | { state: 'failed'; query: string }
  | { state: 'found'; query: string; groups: SearchGroup[] }
