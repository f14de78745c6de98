import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { goodsGroupSchema } from '#core/goods-group.ts'
import { lineKindNames } from '#core/line-kinds.ts'
import { refundPolicySchema } from '#core/refund-policy.ts'
import { orderStatuses, ticketStatuses } from '#core/states.ts'

const cents = z.int()

const ticketSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  type: z.string(),
  holder: z.string(),
  status: z.enum(ticketStatuses),
  voidReason: z.string().nullable(),
  /** True while a dispute keeps a valid ticket from being admitted. */
  isBlocked: z.boolean(),
  isInside: z.boolean(),
  /** Says whether it is on offer to somebody, or listed for return. */
  custody: z.enum(['held', 'offered', 'listed']),
  /** The door welcomes its holder by hand. */
  isVip: z.boolean(),
  lineId: z.uuid(),
  /** Holds what it cost with discount, fee and tax. */
  cents,
  /** Says what its buyer is asked to pay for a dearer type; null where nothing is. */
  supplement: z
    .object({
      orderCode: z.string(),
      typeName: z.string(),
      totalCents: cents,
      currency: z.string(),
      expiresAt: instant,
    })
    .nullable(),
  /** Names the earlier type of a ticket that is blocked because what was paid for its type was lost to a dispute; else null. */
  unpaidFrom: z.string().nullable(),
})
export type DeskTicket = z.output<typeof ticketSchema>

const addOnSchema = z.object({
  /** Id of its fulfilment. */
  id: z.uuid(),
  name: z.string(),
  quantity: z.int(),
  cents,
  state: z.enum(['waiting', 'handed', 'ended']),
})
export type DeskAddOn = z.output<typeof addOnSchema>

const refundSchema = z.object({
  id: z.uuid(),
  amountCents: cents,
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
  reason: z.string(),
  kind: z.string(),
  voidsTickets: z.boolean(),
  attempts: z.int(),
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  /** True for the admin who asked for it, who may not approve it. */
  isOwn: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type DeskRefund = z.output<typeof refundSchema>

const paymentSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  status: z.enum(['created', 'processing', 'succeeded', 'failed', 'cancelled']),
  amountCents: cents,
  /** The provider's code for why it failed. */
  failure: z.string().nullable(),
  /** The card as its provider names it, null where it is not told. */
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  createdAt: instant,
  /** When it paid the order. */
  settledAt: instant.nullable(),
})
export type DeskPayment = z.output<typeof paymentSchema>

const entrySchema = z.object({
  at: instant,
  /** Says where the entry is from: a state machine, a payment, a mail, a scan, what staff did, a note. */
  kind: z.enum([
    'comp',
    'event_choice',
    'hold',
    'order',
    'ticket',
    'fulfilment',
    'refund',
    'dispute',
    'payment',
    'payment_event',
    'mail',
    'scan',
    'audit',
    'note',
  ]),
  name: z.string(),
  from: z.string().nullable(),
  detail: z.string().nullable(),
  cents: cents.nullable(),
  actor: z.string().nullable(),
  /** Id of the mail that the entry is about. */
  mailId: z.uuid().nullable(),
})
export type DeskEntry = z.output<typeof entrySchema>

/** Result of `read_staff_order`: one order with everything that happened to it. */
export const staffOrderDetailSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  status: z.enum(orderStatuses),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  currency: z.string(),
  faceCents: cents,
  feeCents: cents,
  taxCents: cents,
  discountCents: cents,
  totalCents: cents,
  refundedCents: cents,
  /** Counts what was paid and not given back. */
  refundableCents: cents,
  isTest: z.boolean(),
  lateRescue: z.boolean(),
  termsVersion: z.string(),
  createdAt: instant,
  paidAt: instant.nullable(),
  /** Attempts to pay, the first one first. */
  payments: z.array(paymentSchema),
  /** Its goods by what goes together. */
  parcels: z.array(goodsGroupSchema),
  /** Code of the order whose ticket this one pays a dearer type for; null for every other order. */
  supplementOf: z.string().nullable(),
  /** Orders that pay a dearer type for a ticket of this one. */
  supplements: z.array(
    z.object({
      code: z.string(),
      status: z.enum(orderStatuses),
      totalCents: cents,
      refundedCents: cents,
      name: z.string(),
      detail: z.string(),
      ticketCode: z.string(),
    }),
  ),
  isMember: z.boolean(),
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  event: z.object({ id: z.uuid(), title: z.string(), startsAt: instant, timeZone: z.string() }).nullable(),
  lines: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(lineKindNames),
      name: z.string(),
      detail: z.string(),
      quantity: z.int(),
      unitFaceCents: cents,
      discountCents: cents,
      feeCents: cents,
      taxCents: cents,
      totalCents: cents,
    }),
  ),
  tickets: z.array(ticketSchema),
  addOns: z.array(addOnSchema),
  refunds: z.array(refundSchema),
  disputes: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(['open', 'evidence_sent', 'won', 'lost']),
      amountCents: cents,
      isInquiry: z.boolean(),
      dueAt: instant.nullable(),
    }),
  ),
  timeline: z.array(entrySchema),
  timeZone: z.string(),
  now: instant,
})
export type StaffOrderDetail = z.output<typeof staffOrderDetailSchema>

/** Result of `preview_refund`. */
export const refundPreviewSchema = z.object({
  amountCents: cents,
  /** Holds what it can be at most. */
  mostCents: cents,
  /** Lists the add-ons that end with the tickets, and what of each goes back; those handed over stay with their buyer. */
  addOns: z.array(z.object({ name: z.string(), quantity: z.int(), backCents: cents, isHanded: z.boolean() })),
  /** Holds what goes back with it of what was paid for a dearer type of the tickets, if they end. */
  supplementCents: cents,
  /** Counts what of the payment stays with the seller. */
  keptCents: cents,
  /** Holds what goes back if the tickets end, their add-ons included. */
  endingCents: cents,
  /** Holds what of the payment stays then. */
  keptEndingCents: cents,
  tickets: z.int(),
  /** Tickets among them whose holder is inside. */
  inside: z.int(),
  needsSecondPerson: z.boolean(),
  /** True if the tickets are a part of a package or a table, which only a split refunds. */
  isPart: z.boolean(),
  /** The policy that the order was placed under; null: its buyer can't return tickets. */
  policy: refundPolicySchema.nullable(),
  /** Holds what the policy gives back for the tickets; null without any. */
  policyCents: cents.nullable(),
})
export type RefundPreview = z.output<typeof refundPreviewSchema>

/** Result of `refund_order` and `decide_refund`. */
export const refundResultSchema = z.object({
  refundId: z.uuid().nullable(),
  status: z.string(),
  voided: z.int(),
})
export type RefundResult = z.output<typeof refundResultSchema>
