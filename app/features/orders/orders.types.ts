import * as z from 'zod'
import { handlingSchema, instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'
import { type LineKind, lineKindNames } from '#core/line-kinds.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { refundPolicySchema } from '#core/refund-policy.ts'
import { orderStatuses } from '#core/states.ts'
import type { TableTerms } from '#core/table-terms.ts'

/** Lists why a ticket type can or cannot be chosen now; the database decides, never the clock of a browser. */
export type ChoiceState = 'on_sale' | 'low' | 'sold_out' | 'not_yet' | 'ended' | 'paused' | 'members_only'

/** One ticket type or extra as an event's page reads it. Amounts are cents of the event's currency. */
export type Offered = {
  id: string
  /** Left out for a ticket type. */
  kind?: LineKind
  /** Names the tickets in a package, or says where a table is. */
  detail?: string | null
  /** Says what booking a table means; its price is the deposit. */
  table?: (TableTerms & { maxGuests: number }) | null
  name: string
  description: string | null
  state: ChoiceState
  /** Holds the price of one with every mandatory fee, without tax. Null when nothing is priced. */
  priceCents: number | null
  /** The same without the reader's code, where that makes a difference. */
  fullPriceCents: number | null
  /** The part of `priceCents` that is fees. */
  feeCents: number
  /** Tax on one, added on top at checkout. */
  taxCents: number
  /** Holds what 1, 2, ... of it cost together, as the database prices them: the price, the part of it that is fees, the tax on top. */
  totals: [price: number, fee: number, tax: number][]
  releaseName: string | null
  /** Counts what is left; null unless few are. */
  left: number | null
  minPerOrder: number
  maxPerOrder: number
  saleStartsAt: string | null
}

/** One of them as the picker shows it, with its words (`choiceOf`). */
export type Choice = Pick<
  Offered,
  'id' | 'kind' | 'name' | 'priceCents' | 'fullPriceCents' | 'feeCents' | 'totals'
> & {
  /** The quantities on offer, 0 first. */
  quantities: number[]
  /** Stands beside its name: that few are left; empty for nothing. */
  badge: string
  /** Say below its name what it is. */
  lines: string[]
  /** Stands below its price; empty for nothing. */
  note: string
  /** Says why it can't be chosen; empty while it can. */
  closed: string
  /** Answers a number above the most that can be chosen. */
  limit: string
}

/** Describes the result of `quote_cart`: what a choice would be held for now. */
export const quoteSchema = z.object({
  /** Holds what the units of each item cost; several lines of one item where its units cost differently. */
  lines: z.array(
    z.object({
      itemId: z.uuid(),
      quantity: z.int(),
      /** The price of one with its fees, after the discount. */
      eachCents: z.int(),
      /** True if the code makes it cheaper. */
      byCode: z.boolean(),
    }),
  ),
  /** Counts what the code has left beyond the choice; null where it has no such limit. */
  codeLeft: z.object({ units: z.int().nullable(), cents: z.int().nullable() }),
  units: z.int(),
  priceCents: z.int(),
  feeCents: z.int(),
  totalCents: z.int(),
})
export type Quote = z.output<typeof quoteSchema>

const holdStatus = z.enum(['active', 'pinned', 'converted', 'released', 'expired'])
const orderStatus = z.enum(orderStatuses)

const tableTermsSchema = z.object({
  guests: z.int(),
  lastArrivalAt: instant.nullable(),
  minimumSpendCents: z.int(),
  depositCents: z.int(),
  /** Holds what remains of the minimum spend, to pay at the venue. */
  remainderCents: z.int(),
  gratuityBps: z.int(),
  /** The gratuity on the minimum spend, to pay at the venue. */
  gratuityCents: z.int(),
})

/** Describes where something is picked up: a stand at an event, or a store day. */
export const pickupSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['event', 'store']),
  name: z.string(),
  address: z.string().nullable(),
  /** The title of its event. */
  event: z.string().nullable(),
  opensAt: instant,
  closesAt: instant,
  timeZone: z.string(),
})
export type Pickup = z.output<typeof pickupSchema>

/** Describes a postal address in the US. */
export const addressSchema = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  /** Two letters. */
  state: z.string(),
  postalCode: z.string(),
})
export type Address = z.output<typeof addressSchema>

const lineSchema = z.object({
  id: z.uuid(),
  kind: z.enum(lineKindNames),
  /** The row of the kind's catalogue: a ticket type, a product variant. */
  itemId: z.uuid(),
  name: z.string(),
  /** Names the variant: the price release of a ticket, the size of a product. */
  detail: z.string().nullable(),
  quantity: z.int(),
  /** The price with its fees, after the discount, before tax: of the whole line, and of each unit. */
  priceCents: z.int(),
  eachCents: z.int(),
  /** Covers the whole line, like fee, tax and total. */
  discountCents: z.int(),
  /** True if the discount is that of the code, false if it is that of a price rule. */
  byCode: z.boolean(),
  feeCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  /** Says how goods reach the buyer; null where it is not chosen yet, and for what is not goods. */
  delivery: z.enum(['ship', 'pickup']).nullable(),
  pickup: pickupSchema.nullable(),
  /** The terms on which a table is booked, in cents, as they were when it was held; null for other lines. */
  table: tableTermsSchema.nullable().default(null),
})
/** One line of a hold or an order, at the prices that were fixed when it was held. */
export type OrderLine = z.output<typeof lineSchema>

/** The code that a hold or an order uses, with its terms. */
const codeBriefSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  effect: z.enum(['percent', 'fixed', 'price', 'access']),
  percent: z.int().nullable(),
  amountCents: z.int().nullable(),
  mostPerOrder: z.int().nullable(),
})

const totalsSchema = z.object({
  faceCents: z.int(),
  discountCents: z.int(),
  feeCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  currency: z.string(),
})
/** Sums of the lines of a hold or an order, in cents; `totalCents` is the amount to pay. */
export type OrderTotals = z.output<typeof totalsSchema>

/** Describes the result of `read_checkout`. */
export const checkoutPageSchema = z
  .object({
    holdId: z.uuid(),
    /** False for places that were kept for the buyer, such as an offer of the waitlist: they are bought as they are. */
    isCart: z.boolean(),
    holdStatus,
    expiresAt: instant,
    /** The database's clock when it was read; the countdown is measured from it. */
    serverNow: instant,
    /** The brand's time zone, for what has no event. */
    timeZone: z.string(),
    /** The one event that its tickets are for; null when it has none. */
    event: eventBriefSchema.nullable(),
    /** Says how the event's tickets can be returned; null: they can't. */
    refundPolicy: refundPolicySchema.nullable(),
    promoCode: codeBriefSchema.nullable(),
    lines: z.array(lineSchema),
    totals: totalsSchema,
    /** Says how its goods can be delivered; null when it has none. */
    delivery: z
      .object({
        isChosen: z.boolean(),
        /** The address that was chosen, else that of the buyer's last order. */
        address: addressSchema.nullable(),
        /** The states that goods are shipped to. */
        states: z.array(z.object({ code: z.string(), name: z.string() })),
        /** Says what shipping all of it costs, before tax, in cents: least and most over all zones; null where it can't be shipped. */
        shipping: z.object({ fromCents: z.int(), toCents: z.int() }).nullable(),
        handling: handlingSchema,
        /** Lists where the buyer can pick goods up. */
        points: z.array(pickupSchema),
      })
      .nullable(),
    /** Counts the goods in the cart that are not held with it. */
    waitingGoods: z.int(),
    /** The order placed from it, with the buyer's data. */
    order: z
      .object({
        code: z.string(),
        status: orderStatus,
        email: z.string(),
        name: z.string(),
        phone: z.string().nullable(),
      })
      .nullable(),
  })
  .nullable()
/** Holds what the checkout page shows: the visitor's own hold and, once details were given, its order. */
export type Checkout = NonNullable<z.output<typeof checkoutPageSchema>>

/** Describes the result of `read_order`. */
export const placedOrderSchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    status: orderStatus,
    email: z.string(),
    name: z.string(),
    timeZone: z.string(),
    event: eventBriefSchema.nullable(),
    promoCode: codeBriefSchema.nullable(),
    lines: z.array(lineSchema),
    totals: totalsSchema,
    refundedCents: z.int(),
    /** Says where its goods are shipped to. */
    address: addressSchema.nullable(),
    handling: handlingSchema,
    ticketCount: z.int(),
    isTest: z.boolean(),
    /** The contact for questions about it. */
    contactEmail: z.string().nullable(),
    createdAt: instant,
    paidAt: instant.nullable(),
    hold: z.object({ id: z.uuid(), status: holdStatus, expiresAt: instant }).nullable(),
    /** Holds the provider's code for the failure of the latest payment. */
    failureCode: z.string().nullable(),
    serverNow: instant,
  })
  .nullable()
/** One order as its owner reads it. */
export type PlacedOrder = NonNullable<z.output<typeof placedOrderSchema>>

/** Holds the checkout's response to a picker whose choice could not be held. */
export type HoldReply = { intent: 'hold'; refusal: string }

/** Holds the event page's response to a code that was typed in or removed. */
export type CodeReply = { intent: 'code'; refusal: RefusedCode | null }

/** A code as it was typed in, and why it was refused. */
export type RefusedCode = { typed: string; sentence: string }

const pastOrderSchema = z.object({
  code: z.string(),
  status: orderStatus,
  createdAt: instant,
  currency: z.string(),
  totalCents: z.int(),
  refundedCents: z.int(),
  isTest: z.boolean(),
  /** Says whether it has a receipt: it was paid with money. */
  hasReceipt: z.boolean(),
  /** It has things that are shipped or picked up. */
  hasGoods: z.boolean(),
  tickets: z.int(),
  event: z
    .object({ id: z.uuid(), slug: z.string(), title: z.string(), startsAt: instant, timeZone: z.string() })
    .nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
  timeZone: z.string(),
})
/** One line of a person's order history. Cents of `currency`; instants are ISO 8601. */
export type PastOrder = z.output<typeof pastOrderSchema>

/** Describes the result of `read_my_orders`. */
export const pastOrdersSchema = z.array(pastOrderSchema)

/** Filters of the staff's list of orders. */
export const ORDER_FILTERS = [
  'all',
  'paid',
  'pending',
  'cancelled',
  'refunds',
  'part_refunded',
  'refunded',
  'disputed',
] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** Orders of that list, as `list_staff_orders` takes them; `-` sorts from the largest. */
export const orderSorts = ['-placed', 'placed', '-total', 'total', 'buyer', '-buyer'] as const

const staffOrderSchema = z.object({
  code: z.string(),
  status: orderStatus,
  name: z.string(),
  email: z.string(),
  currency: z.string(),
  totalCents: z.int(),
  refundedCents: z.int(),
  isTest: z.boolean(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  createdAt: instant,
  tickets: z.int(),
  event: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  /** Refunds that are not done: waiting for a second admin, or on their way. */
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amountCents: z.int(),
      status: z.enum(['requested', 'approved', 'submitted', 'failed', 'external']),
    }),
  ),
})
/** One order as the staff's list shows it. Cents of `currency`; instants are ISO 8601. */
export type StaffOrder = z.output<typeof staffOrderSchema>

/** Describes the result of `list_staff_orders`. */
export const staffOrderListSchema = z.object({
  orders: z.array(staffOrderSchema),
  /** The code to continue after, null on the last page. */
  next: z.string().nullable(),
  total: listTotalSchema,
  /** The event that the list was asked for, null for all. */
  event: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  timeZone: z.string(),
  /** Of the sum. */
  currency: z.string(),
  now: instant,
})
export type StaffOrderList = z.output<typeof staffOrderListSchema>

/** Says why the tickets of an order are not mailed again, as `private.ticket_mail_targets` says. */
const mailSkipReason = z.enum([
  'unknown',
  'erased',
  'cancelled',
  'unpaid',
  'no_tickets',
  'event_over',
  'on_its_way',
  'just_sent',
])
export type MailSkipReason = z.output<typeof mailSkipReason>

/** Result of `preview_ticket_mails`. */
export const ticketMailPreviewSchema = z.object({
  /** Mails to send: orders of one address share one. */
  mails: z.int(),
  orders: z.array(
    z.object({
      code: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      /** The event's title. */
      event: z.string().nullable(),
      /** Null where the tickets can be mailed. */
      reason: mailSkipReason.nullable(),
    }),
  ),
})
export type TicketMailPreview = z.output<typeof ticketMailPreviewSchema>

/** Result of `resend_ticket_mails`. */
export const ticketMailResultSchema = z.object({
  mails: z.int(),
  orders: z.array(z.object({ code: z.string(), reason: mailSkipReason.nullable() })),
})
export type TicketMailResult = z.output<typeof ticketMailResultSchema>
