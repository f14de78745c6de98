import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { roles } from '#core/role-names.ts'
import { viewPages } from '#core/staff-lists.ts'
import { orderStatuses } from '#core/states.ts'

const frameEventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
  status: z.string(),
})
/** An event that the event switcher offers. */
export type FrameEvent = z.output<typeof frameEventSchema>

const savedViewSchema = z.object({
  id: z.uuid(),
  page: z.enum(viewPages),
  name: z.string(),
  /** The query string of the list's address, without its question mark. */
  query: z.string(),
})
export type SavedView = z.output<typeof savedViewSchema>

/** Result of `read_staff_frame`: what surrounds every staff page; null for people who are not staff. */
export const staffFrameSchema = z
  .object({ now: instant, events: z.array(frameEventSchema), views: z.array(savedViewSchema) })
  .nullable()
export type StaffFrame = NonNullable<z.output<typeof staffFrameSchema>>

/** Result of `search_staff`. */
export const staffSearchSchema = z.object({
  now: instant,
  events: z.array(frameEventSchema.omit({ endsAt: true }).extend({ city: z.string() })),
  people: z.array(
    z.object({
      id: z.uuid(),
      displayName: z.string(),
      username: z.string().nullable(),
      /** Only admins get it. */
      role: z.enum(roles).nullable(),
    }),
  ),
  orders: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      status: z.enum(orderStatuses),
      totalCents: z.int(),
      currency: z.string(),
      createdAt: instant,
    }),
  ),
})
export type StaffSearch = z.output<typeof staffSearchSchema>

/** One thing that the palette leads to. Ids are unique among all. */
export type StaffHit = { id: string; to: string; title: string; facts: string }

/** Holds the hits of one kind; groups without hits are left out. */
export type StaffHitGroup = { label: 'Pages' | 'Events' | 'People' | 'Orders'; hits: StaffHit[] }

/**
 * Holds what a staff route gives its layout through `handle`.
 * `crumb` names what comes after the page's own name in the breadcrumbs; `event` names for the event switcher which event the
 * page shows and where the same page of another event is.
 */
export type StaffHandle<Data = unknown> = {
  crumbs?: (data: Data, params: Record<string, string | undefined>) => { label: string; to?: string }[]
  event?: {
    /** `kept`: the one that staff looked at last. */
    of: (data: Data, params: Record<string, string | undefined>) => string | null
    to: (id: string) => string
    /** The address of the page for all events, where it has one. */
    all?: string
  }
}
