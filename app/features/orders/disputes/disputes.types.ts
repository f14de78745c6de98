import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

const status = z.enum(['open', 'evidence_sent', 'won', 'lost'])
export type DisputeStatus = z.output<typeof status>

const factsSchema = {
  id: z.uuid(),
  orderCode: z.string(),
  buyer: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  /** The provider's code for why the buyer disputes the payment. */
  reasonCode: z.string(),
  /** True while the bank only asks and has not taken the money. */
  isInquiry: z.boolean(),
  status,
  /** Until when the provider takes evidence; null without a deadline. */
  dueAt: instant.nullable(),
  openedAt: instant,
  closedAt: instant.nullable(),
}

/** Result of `list_disputes`. */
export const disputeListSchema = z.object({
  disputes: z.array(z.object(factsSchema)),
  /** The last dispute shown when there are more after it. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
  /** Of the sum. */
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
})
export type DisputeList = z.output<typeof disputeListSchema>

/** Result of `read_dispute`: a dispute with all that its evidence is made of. */
export const disputeSchema = z.object({
  ...factsSchema,
  sentAt: instant.nullable(),
  sentBy: z.string().nullable(),
  provider: z.string(),
  providerRef: z.string(),
  paymentRef: z.string().nullable(),
  ownerId: z.uuid().nullable(),
  email: z.string(),
  paidAt: instant.nullable(),
  termsVersion: z.string(),
  termsAcceptedAt: instant,
  /** The refund policy of the order: hours before doors until which tickets can be returned; null for none. */
  refundHours: z.int().nullable(),
  refundKeptPercent: z.int(),
  refundKeepsFee: z.boolean(),
  /** IP address and browser that paid; null once they are deleted. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  event: z.object({ title: z.string(), startsAt: instant, timeZone: z.string() }).nullable(),
  lines: z.array(z.object({ quantity: z.int(), name: z.string(), totalCents: z.int() })),
  timeline: z.array(
    z.object({ at: instant, kind: z.string(), name: z.string(), detail: z.string().nullable() }),
  ),
  isProven: z.boolean(),
  timeZone: z.string(),
  now: instant,
})
export type Dispute = z.output<typeof disputeSchema>

const blockKind = z.enum(['email', 'account', 'card', 'network'])
export type BlockKind = z.output<typeof blockKind>

/** Result of `list_buyer_blocks`. */
export const buyerBlocksSchema = z.object({
  blocks: z.array(
    z.object({
      id: z.uuid(),
      kind: blockKind,
      /** The blocked value in words: an address, the name of a card, the owner of an account. */
      label: z.string(),
      reason: z.string(),
      /** The account that is blocked; null for other kinds. */
      personId: z.uuid().nullable(),
      /** The order it was made from; null for other ways. */
      orderCode: z.string().nullable(),
      /** The person who made it; null once their account is gone. */
      by: z.string().nullable(),
      createdAt: instant,
      expiresAt: instant.nullable(),
    }),
  ),
  timeZone: z.string(),
  now: instant,
})
export type BuyerBlocks = z.output<typeof buyerBlocksSchema>
export type BuyerBlock = BuyerBlocks['blocks'][number]

/** Result of `read_buyer_facts`: what can be blocked of the buyer of an order, or of a person. */
export const buyerFactsSchema = z.object({
  orderId: z.uuid().nullable(),
  orderCode: z.string().nullable(),
  personId: z.uuid().nullable(),
  name: z.string(),
  facts: z.array(z.object({ kind: blockKind, labels: z.array(z.string()), isBlocked: z.boolean() })),
})
export type BuyerFacts = z.output<typeof buyerFactsSchema>
