import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** The kinds of what can fail for good, in the order of their tabs. */
export const FAILURE_KINDS = ['mail', 'refund', 'payment', 'change', 'pass', 'type', 'job'] as const

/** The tabs of the list beside all: `other` is every kind that has no queue of its own on the start page. */
export const FAILURE_TABS = [...FAILURE_KINDS, 'other'] as const

const failureSchema = z.object({
  kind: z.enum(FAILURE_KINDS),
  /** Names it within its kind. */
  id: z.string(),
  /** Says which one of its kind: a kind of mail, of refund, of event, a wallet, the earlier type of a ticket, a job. */
  what: z.string(),
  /** The last error, or a code of why. */
  reason: z.string(),
  attempts: z.int(),
  at: instant,
  /** Says whom or what it is about: an address, a provider's reference, a holder. */
  about: z.string().nullable(),
  orderCode: z.string().nullable(),
  eventId: z.uuid().nullable(),
})
export type Failure = z.output<typeof failureSchema>

const count = z.int().min(0)

/** Result of `list_failures`. */
export const failureListSchema = z.object({
  failures: z.array(failureSchema),
  counts: z.object({
    total: count,
    mail: count,
    refund: count,
    payment: count,
    change: count,
    pass: count,
    type: count,
    job: count,
    other: count,
  }),
  /** Where the next page begins; null on the last one. */
  next: z.object({ at: instant, id: z.string() }).nullable(),
  timeZone: z.string(),
  now: instant,
})
export type FailureList = z.output<typeof failureListSchema>
