import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { refundPolicySchema } from '#core/refund-policy.ts'

const cents = z.int()

/** Says why a ticket can't be returned by its buyer now. `too_late` can be asked for. */
export const notRefundable = [
  'void',
  'used',
  'blocked',
  'transferred',
  'not_held',
  'refund_open',
  'free',
  'not_paid',
  'event_cancelled',
  'event_postponed',
  'event_over',
  'no_policy',
  'too_late',
  'nothing_back',
] as const
export type NotRefundable = (typeof notRefundable)[number]

const unitSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** True for a package or a table, which is returned with all its tickets. */
  isWhole: z.boolean(),
  holders: z.array(z.string()),
  tickets: z.array(z.uuid()),
  paidCents: cents,
  keptCents: cents,
  backCents: cents,
  /** Cents paid later for a dearer type of its tickets, and not refunded. */
  supplementCents: cents,
  /** Null where it can be returned at once. */
  reason: z.enum(notRefundable).nullable(),
})
/** Lists what is returned whole: a ticket, or all tickets of a package or a table. */
export type RefundUnit = z.output<typeof unitSchema>

const refundSchema = z.object({
  id: z.uuid(),
  amountCents: cents,
  keptCents: cents,
  status: z.enum([
    'requested',
    'approved',
    'submitted',
    'succeeded',
    'failed',
    'rejected',
    'withdrawn',
    'external',
  ]),
  /** True if the buyer asked for it. */
  isOwn: z.boolean(),
  /** Says why it was turned down. */
  decision: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  tickets: z.int(),
})
export type OwnRefund = z.output<typeof refundSchema>

/** Describes the result of `read_own_refund` and `read_refund_by_link`. */
export const ownRefundPageSchema = z.object({
  code: z.string(),
  currency: z.string(),
  isTest: z.boolean(),
  email: z.string(),
  event: z
    .object({ id: z.uuid(), slug: z.string(), title: z.string(), startsAt: instant, timeZone: z.string() })
    .nullable(),
  timeZone: z.string(),
  /** The policy that the order was placed under; null: its tickets can't be returned. */
  policy: refundPolicySchema.nullable(),
  /** Until when the policy lets tickets be returned. */
  until: instant.nullable(),
  /** Says why no ticket at all can be returned at once; null where the policy allows it. */
  closed: z.enum(notRefundable).nullable(),
  /** Holds what a refund of the named tickets would be; null when none of them can be returned. */
  choice: z
    .object({
      /** With the other tickets of their packages and tables. */
      tickets: z.array(z.uuid()),
      paidCents: cents,
      keptCents: cents,
      backCents: cents,
      /** True if an admin has to agree, because the deadline has passed. */
      isLate: z.boolean(),
      /** Lists the add-ons that end with the tickets, the last valid ones of the order; the amounts include them. */
      addOns: z.array(z.object({ name: z.string(), quantity: z.int(), backCents: cents })),
    })
    .nullable(),
  units: z.array(unitSchema),
  /** Lists the add-ons that were not refunded. They end with the last ticket, unless they were handed over. */
  addOns: z.array(z.object({ name: z.string(), quantity: z.int(), paidCents: cents, isHanded: z.boolean() })),
  refunds: z.array(refundSchema),
  now: instant,
})
export type OwnAddOn = z.output<typeof ownRefundPageSchema>['addOns'][number]
export type RefundChoice = NonNullable<z.output<typeof ownRefundPageSchema>['choice']>
export type OwnRefundPage = z.output<typeof ownRefundPageSchema>

/** Describes the result of `ask_own_refund` and `ask_refund_by_link`. */
export const askedRefundSchema = z.object({
  refundId: z.uuid(),
  status: z.enum(['approved', 'requested']),
  amountCents: cents,
  keptCents: cents,
})
export type AskedRefund = z.output<typeof askedRefundSchema>
