import type { EventBrief } from '#core/event-brief.ts'

/** Why a ticket type can or cannot be chosen now; decided by the database, never by the clock of a browser. */
export type ChoiceState = 'on_sale' | 'low' | 'sold_out' | 'not_yet' | 'ended' | 'paused' | 'members_only'

/** One ticket type as the picker shows it. Prices are cents of the event's currency. */
export type TicketChoice = {
  id: string
  name: string
  description: string | null
  state: ChoiceState
  /** What one ticket costs with every mandatory fee; tax is shown before payment. Null when nothing is priced. */
  priceCents: number | null
  /** The part of `priceCents` that is fees. */
  feeCents: number
  /** Tax on one ticket, added on top at checkout. */
  taxCents: number
  releaseName: string | null
  /** How many are left; known only when few are. */
  left: number | null
  minPerOrder: number
  maxPerOrder: number
  saleStartsAt: string | null
  saleEndsAt: string | null
}

/** One line of a hold or an order, at the prices that were fixed when it was held. */
export type OrderLine = {
  id: string
  ticketTypeId: string
  typeName: string
  releaseName: string | null
  quantity: number
  unitFaceCents: number
  unitFeeCents: number
  unitTaxCents: number
}

/** Sums of a hold or an order, in cents; `totalCents` is what the card is asked for. */
export type OrderTotals = {
  faceCents: number
  feeCents: number
  taxCents: number
  discountCents: number
  totalCents: number
  currency: string
}

export type OrderStatus =
  | 'awaiting_payment'
  | 'processing'
  | 'paid'
  | 'payment_failed'
  | 'expired'
  | 'cancelled'

export type HoldStatus = 'active' | 'pinned' | 'converted' | 'released' | 'expired'

/** What the checkout page shows: the visitor's own hold and, once details were given, its order. */
export type Checkout = {
  holdId: string
  holdStatus: HoldStatus
  expiresAt: string
  /** The database's clock when the answer was made; the countdown is measured from it. */
  serverNow: string
  event: EventBrief
  lines: OrderLine[]
  totals: OrderTotals
  /** The order placed from it, with what the buyer said of themselves. */
  order: { code: string; status: OrderStatus; email: string; name: string; phone: string | null } | null
}

/** One order as its owner reads it. */
export type PlacedOrder = {
  id: string
  code: string
  status: OrderStatus
  email: string
  name: string
  event: EventBrief
  lines: OrderLine[]
  totals: OrderTotals
  refundedCents: number
  ticketCount: number
  isTest: boolean
  /** Whom to ask when something is wrong with it. */
  contactEmail: string | null
  createdAt: string
  paidAt: string | null
  hold: { id: string; status: HoldStatus; expiresAt: string } | null
  /** Why the latest payment did not go through, as the provider's word. */
  failureCode: string | null
  serverNow: string
}

/** What the checkout answers to a picker whose choice could not be held. */
export type HoldReply = { intent: 'hold'; refusal: string }

/** One line of a person's order history. Cents of `currency`; instants are ISO 8601. */
export type PastOrder = {
  code: string
  status: 'paid' | 'processing' | 'cancelled'
  createdAt: string
  currency: string
  totalCents: number
  refundedCents: number
  isTest: boolean
  tickets: number
  event: { id: string; slug: string; title: string; startsAt: string; timeZone: string }
}

/** Filters of the staff's list of orders. */
export const ORDER_FILTERS = ['all', 'paid', 'pending', 'cancelled', 'refunds'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** One order as the staff's list shows it. Cents of `currency`; instants are ISO 8601. */
export type StaffOrder = {
  code: string
  status: OrderStatus
  name: string
  email: string
  currency: string
  totalCents: number
  refundedCents: number
  isTest: boolean
  createdAt: string
  tickets: number
  event: { id: string; title: string }
  /** Refunds that are not done: waiting for a second admin, or on their way. */
  refunds: {
    id: string
    amountCents: number
    status: 'requested' | 'approved' | 'submitted' | 'failed' | 'external'
  }[]
}

/** A page of the staff's list; `next` is the code to continue after, null on the last page. */
export type StaffOrderList = { orders: StaffOrder[]; next: string | null; timeZone: string; now: string }
