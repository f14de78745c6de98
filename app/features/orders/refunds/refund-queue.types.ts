import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { ticketStatuses } from '#core/states.ts'

const cents = z.int()
const status = z.enum([
  'requested',
  'approved',
  'submitted',
  'succeeded',
  'failed',
  'rejected',
  'withdrawn',
  'external',
])
const kind = z.string()
/** Says what a refund waits for (`private.refund_needs`); null while it goes by itself and once it is done. */
const needs = z.enum(['decision', 'retry', 'payment', 'check', 'tickets']).nullable()
export type RefundNeeds = z.output<typeof needs>

/** The filters of the queue, in the order of its tabs. */
export const REFUND_FILTERS = ['open', 'requested', 'failing', 'check', 'external', 'all'] as const
export type RefundFilter = (typeof REFUND_FILTERS)[number]

const event = z.object({ id: z.uuid(), title: z.string() }).nullable()

const queuedSchema = z.object({
  id: z.uuid(),
  amountCents: cents,
  currency: z.string(),
  status,
  kind,
  reason: z.string(),
  needs,
  attempts: z.int(),
  error: z.string().nullable(),
  /** Says when the worker sends it again; null where it doesn't. */
  nextTryAt: instant.nullable(),
  requestedBy: z.string().nullable(),
  /** True for an admin who asked for it, approved it first, or says to have paid it: another one has to decide. */
  isOwn: z.boolean(),
  createdAt: instant,
  orderCode: z.string(),
  buyer: z.string(),
  isTest: z.boolean(),
  event,
})
export type QueuedRefund = z.output<typeof queuedSchema>

/** Describes the result of `list_refunds`. */
export const refundListSchema = z.object({
  refunds: z.array(queuedSchema),
  /** Reads the next page; null on the last one. */
  next: z.string().nullable(),
  total: listTotalSchema,
  counts: z.object({
    open: z.int(),
    requested: z.int(),
    failing: z.int(),
    check: z.int(),
    external: z.int(),
  }),
  /** Of the sum. */
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
})
export type RefundList = z.output<typeof refundListSchema>

/** The ways in which a refund is paid by hand, with their names. */
export const manualMethods = {
  bank_transfer: 'Bank transfer',
  check: 'Check',
  cash: 'Cash',
  card: 'Another card',
  other: 'Something else',
} as const
const methods = ['bank_transfer', 'check', 'cash', 'card', 'other'] as const

/** Describes the result of `read_refund`. */
export const refundDetailSchema = z.object({
  id: z.uuid(),
  amountCents: cents,
  keptCents: cents,
  currency: z.string(),
  status,
  kind,
  reason: z.string(),
  /** Says why it was turned down. */
  decision: z.string().nullable(),
  needs,
  attempts: z.int(),
  error: z.string().nullable(),
  nextTryAt: instant.nullable(),
  requestedBy: z.string().nullable(),
  /** The first of the two admins that a large refund of a buyer needs. */
  endorsedBy: z.string().nullable(),
  isOwn: z.boolean(),
  /** Says how it was paid after the provider's tries failed. */
  manual: z
    .object({
      method: z.enum(methods),
      reference: z.string(),
      reason: z.string(),
      by: z.string().nullable(),
      isOwn: z.boolean(),
    })
    .nullable(),
  provider: z.string(),
  paymentRef: z.string().nullable(),
  refundRef: z.string().nullable(),
  notify: z.boolean(),
  restock: z.boolean(),
  tickets: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      name: z.string(),
      holder: z.string(),
      status: z.enum(ticketStatuses),
      isInside: z.boolean(),
      amountCents: cents,
      keptCents: cents,
    }),
  ),
  orderCode: z.string(),
  buyer: z.string(),
  email: z.string(),
  isTest: z.boolean(),
  event,
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  needsSecondPerson: z.boolean(),
  timeZone: z.string(),
  now: instant,
})
export type RefundDetail = z.output<typeof refundDetailSchema>
