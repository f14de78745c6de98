import * as z from 'zod'
import { listTotalSchema } from '#core/list-total.ts'

/** When commission is due: for each ticket sold, or for each guest who arrived. */
export const commissionBases = ['sold', 'arrived'] as const

const termsSchema = z.object({
  basis: z.enum(commissionBases),
  commissionCents: z.int().nullable(),
  commissionBps: z.int().nullable(),
})
/** Terms of commission: cents per ticket, or hundredths of a percent of its price after discounts; one of them is null. */
export type CommissionTerms = z.output<typeof termsSchema>

const promoterEventSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  startsAt: z.string(),
  timeZone: z.string(),
})

const commissionSchema = z.object({
  expectedCents: z.int(),
  dueCents: z.int(),
  paidCents: z.int(),
})

/** `read_event_promoter`; null for none. */
export const eventPromoterSchema = z.object({
  id: z.uuid(),
  promoterId: z.uuid(),
  name: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  linkCode: z.string(),
  promoCode: z.string().nullable(),
  ...termsSchema.shape,
  endedAt: z.string().nullable(),
  event: promoterEventSchema,
  clicks: z.int(),
  orders: z.int(),
  tickets: z.int(),
  arrived: z.int(),
  revenueCents: z.int(),
  ...commissionSchema.shape,
})
/** A promoter of one event as admins see them, with figures. */
export type EventPromoter = z.output<typeof eventPromoterSchema>

/** `list_event_promoters` */
export const eventPromotersSchema = z.object({
  currency: z.string(),
  timeZone: z.string(),
  promoters: z.array(eventPromoterSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
})
export type EventPromoters = z.output<typeof eventPromotersSchema>

const statementRowSchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  eventTitle: z.string(),
  ticketType: z.string(),
  kind: z.enum(['accrued', 'matured', 'paid', 'reversed', 'recovered']),
  orderCode: z.string().nullable(),
  ...commissionSchema.shape,
  reference: z.string().nullable(),
})
export type StatementRow = z.output<typeof statementRowSchema>

/** `read_promoter_statement` for admins, `read_my_statement` for the promoter: the same rows, theirs without orders. */
export const statementSchema = z.object({
  promoterId: z.uuid(),
  name: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  ...commissionSchema.shape,
  rows: z.array(statementRowSchema),
})
export type Statement = z.output<typeof statementSchema>

const promoterListSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  closesAt: z.string(),
  isClosed: z.boolean(),
  allowed: z.int(),
  heads: z.int(),
  arrived: z.int(),
  entries: z.array(z.object({ id: z.uuid(), name: z.string(), plusOnes: z.int(), arrived: z.int() })),
})
/** A guest list as its promoter sees it: names, never contact data. */
export type PromoterList = z.output<typeof promoterListSchema>

const ownEventSchema = z.object({
  id: z.uuid(),
  linkCode: z.string(),
  endedAt: z.string().nullable(),
  promoCode: z.string().nullable(),
  ...termsSchema.shape,
  event: promoterEventSchema,
  isOver: z.boolean(),
  lists: z.array(promoterListSchema),
  clicks: z.int(),
  tickets: z.int(),
  arrived: z.int(),
  revenue: z.object({ fromCents: z.int(), toCents: z.int().nullable() }),
  ...commissionSchema.shape,
})
export type OwnPromotedEvent = z.output<typeof ownEventSchema>

/** `read_promoter_page` */
export const promoterPageSchema = z.object({
  name: z.string(),
  currency: z.string(),
  events: z.array(ownEventSchema),
})
export type PromoterPage = z.output<typeof promoterPageSchema>

const attributionSchema = z.object({
  id: z.uuid(),
  eventPromoterId: z.uuid().nullable(),
  name: z.string().nullable(),
  source: z.enum(['code', 'list', 'link', 'staff']),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  attributedAt: z.string(),
  supersededAt: z.string().nullable(),
})
export type Attribution = z.output<typeof attributionSchema>

/** `read_order_attribution` */
export const orderAttributionSchema = z.object({
  orderId: z.uuid(),
  code: z.string(),
  eventId: z.uuid().nullable(),
  timeZone: z.string(),
  attributions: z.array(attributionSchema),
  promoters: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type OrderAttribution = z.output<typeof orderAttributionSchema>
