import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'

const kindSchema = z.enum(['cancelled', 'postponed', 'rescheduled'])
export type EventChangeKind = z.output<typeof kindSchema>
const statusSchema = z.enum(['pending', 'refunding', 'refunded', 'kept', 'failed'])
export type ChangedOrderStatus = z.output<typeof statusSchema>
const count = z.int()

/** Describes the result of `read_event_change`: how far a change of an event is; null for an event that was never changed. */
export const eventChangeSchema = z
  .object({
    event: z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.string(),
      startsAt: instant,
      timeZone: z.string(),
    }),
    currency: z.string(),
    now: instant,
    /** True when the password was given, or the person signed in, within the last 10 minutes. */
    isProven: z.boolean(),
    change: z.object({
      id: z.uuid(),
      kind: kindSchema,
      note: z.string().nullable(),
      previousStartsAt: instant,
      startsAt: instant.nullable(),
      choiceEndsAt: instant.nullable(),
      refundAt: instant.nullable(),
      announcedAt: instant,
      announcedBy: z.string().nullable(),
      /** Says when a later change took its place. */
      supersededAt: instant.nullable(),
      /** Says when no order was left to work on. */
      finishedAt: instant.nullable(),
    }),
    figures: z.object({
      orders: count,
      pending: count,
      refunding: count,
      refunded: count,
      kept: count,
      failed: count,
      /** Kept orders whose holder chose a refund that is not due yet. */
      choseRefund: count,
      mailed: count,
      refundCents: count,
      refundingCents: count,
      refundedCents: count,
    }),
    /** Says why orders failed, the most frequent reason first; `cents` = what those orders cost. */
    reasons: z.array(z.object({ reason: z.string(), orders: count, cents: count })),
    /** The first 100 orders that failed; `retryAt` = when the job tries again by itself. */
    failed: z.array(
      z.object({
        orderCode: z.string(),
        name: z.string(),
        cents: count,
        reason: z.string(),
        retryAt: instant.nullable(),
      }),
    ),
    /** Payments that are still under way. */
    inFlight: count,
    /** Orders with goods to be picked up at the event: waiting, asked what becomes of them, ended; and what was decided for them. */
    pickups: z.object({
      orders: count,
      cents: count,
      asked: count,
      ended: count,
      goods: z.enum(['ask', 'refund']),
    }),
    /** Other changes of the event, the latest first. */
    others: z.array(z.object({ id: z.uuid(), kind: kindSchema, announcedAt: instant })),
  })
  .nullable()
export type EventChange = NonNullable<z.output<typeof eventChangeSchema>>

/** Describes the result of `list_event_change_orders`. */
export const changedOrdersSchema = z.array(
  z.object({
    id: z.uuid(),
    orderCode: z.string(),
    name: z.string(),
    email: z.string(),
    status: statusSchema,
    choice: z.enum(['keep', 'refund']).nullable(),
    totalCents: count,
    refundCents: count,
    currency: z.string(),
    reason: z.string().nullable(),
    mailedAt: instant.nullable(),
    refundedAt: instant.nullable(),
  }),
)
export type ChangedOrders = z.output<typeof changedOrdersSchema>

/** Describes the result of `read_event_choice`: what a holder may choose; null when there is no such order or no change. */
export const eventChoiceSchema = z
  .object({
    orderCode: z.string(),
    currency: z.string(),
    /** Holds what a refund gives back, fees included. */
    refundCents: count,
    /** Holds what stays with the buyer, because it was paid for goods that are not of the event. */
    keptCents: count,
    ticketCount: count,
    event: eventBriefSchema,
    kind: kindSchema,
    note: z.string().nullable(),
    previousStartsAt: instant,
    choiceEndsAt: instant.nullable(),
    refundAt: instant.nullable(),
    status: statusSchema,
    choice: z.enum(['keep', 'refund']),
    /** True while a choice is taken. */
    isOpen: z.boolean(),
    now: instant,
  })
  .nullable()
export type EventChoice = NonNullable<z.output<typeof eventChoiceSchema>>
