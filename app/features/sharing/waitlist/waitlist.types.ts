import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { waitlistEntryStatuses } from '#core/states.ts'

const statusSchema = z.enum(waitlistEntryStatuses)

/** Describes an entry of a waitlist as its owner sees it. */
export const waitlistEntrySchema = z.object({
  id: z.uuid(),
  status: statusSchema,
  quantity: z.int(),
  /** True if fewer than `quantity` will do. */
  allowsPartial: z.boolean(),
  /** The one type that the person accepts; null for any. */
  typeName: z.string().nullable(),
  /** The band in the queue: 25 = among the first 25; null beyond 1,000, and while the entry does not wait. */
  band: z.int().nullable(),
  event: z.object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    startsAt: instant,
    timeZone: z.string(),
  }),
  /** The offer that is open: a hold, until when, and what it costs. */
  offer: z
    .object({
      holdId: z.uuid(),
      expiresAt: instant,
      isOver: z.boolean(),
      units: z.int(),
      typeName: z.string(),
      totalCents: z.int(),
      currency: z.string(),
    })
    .nullable(),
})
export type WaitlistEntry = z.output<typeof waitlistEntrySchema>

/** Describes the result of `read_my_waitlist`. */
export const myWaitlistSchema = z.array(waitlistEntrySchema)

/** Describes the result of `read_waitlist_link`; null for a link that has ended. */
export const waitlistLinkSchema = z
  .object({
    purpose: z.enum(['waitlist_confirm', 'waitlist_entry']),
    email: z.string(),
    entry: waitlistEntrySchema,
    now: instant,
  })
  .nullable()
export type WaitlistLink = NonNullable<z.output<typeof waitlistLinkSchema>>

/** Describes the result of `join_waitlist`: on the list, or the address has to be confirmed first. */
export const joinedSchema = z.enum(['waiting', 'requested'])

const staffEntrySchema = z.object({
  id: z.uuid(),
  status: statusSchema,
  /** Its place among those who wait; null when it does not. */
  place: z.int().nullable(),
  /** The name of the account; null for guests and visitors. */
  name: z.string().nullable(),
  personId: z.uuid().nullable(),
  /** Null for who may not see addresses. */
  email: z.string().nullable(),
  quantity: z.int(),
  allowsPartial: z.boolean(),
  typeName: z.string().nullable(),
  skips: z.int(),
  joinedAt: instant.nullable(),
  offerEndsAt: instant.nullable(),
})
export type StaffWaitlistEntry = z.output<typeof staffEntrySchema>

/** Describes the result of `list_waitlist`; null for an event that the caller may not see. */
export const staffWaitlistSchema = z
  .object({
    event: z.object({ id: z.uuid(), title: z.string(), timeZone: z.string() }),
    /** True if freed places are offered here before the public can buy them. */
    goesFirst: z.boolean(),
    mayChange: z.boolean(),
    now: instant,
    /** By the type that people accept; null for any. */
    sums: z.array(
      z.object({
        typeId: z.uuid().nullable(),
        typeName: z.string().nullable(),
        people: z.int(),
        units: z.int(),
        offered: z.int(),
      }),
    ),
    total: listTotalSchema.nullable(),
    next: z.uuid().nullable(),
    entries: z.array(staffEntrySchema),
  })
  .nullable()
export type StaffWaitlist = NonNullable<z.output<typeof staffWaitlistSchema>>
