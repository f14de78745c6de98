import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { refundPolicySchema } from '#core/refund-policy.ts'
import { orderStatuses, ticketStatuses } from '#core/states.ts'

/**
 * Describes what the assistant takes of the reads of the pages: what is not named here is dropped, so that it reaches no answer. The
 * screens' own schemas say what else there is.
 */

const placeSchema = {
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  startsAt: instant,
  timeZone: z.string(),
}

/** The fields used of `list_events`. */
export const foundEventsSchema = z.object({
  events: z.array(
    z.object({
      ...placeSchema,
      endsAt: instant,
      venueName: z.string().nullable(),
      city: z.string().nullable(),
      status: z.string(),
      fromCents: z.int().nullable(),
      state: z.string(),
    }),
  ),
  currency: z.string(),
  now: instant,
})
export type FoundEvents = z.output<typeof foundEventsSchema>

/** The fields used of `read_event_page`. */
export const eventInfoSchema = z
  .object({
    event: z.object({
      ...placeSchema,
      doorsAt: instant,
      endsAt: instant,
      lastEntryAt: instant.nullish(),
      reentries: z.int().nullish(),
      minAge: z.int().nullish(),
      dressCode: z.string().nullish(),
      idPolicy: z.string().nullish(),
      lineUp: z.array(z.object({ name: z.string() })).nullish(),
      status: z.string(),
      statusNote: z.string().nullish(),
      venueName: z.string().nullish(),
      address: z.string().nullish(),
      city: z.string().nullish(),
      venueHidden: z.enum(['holders', 'hours']).nullish(),
      venueRevealsAt: instant.nullish(),
      locked: z.boolean(),
    }),
    offer: z.array(
      z.object({
        name: z.string(),
        state: z.string(),
        priceCents: z.int().nullable(),
        feeCents: z.int(),
        taxCents: z.int(),
        left: z.int().nullable(),
        saleStartsAt: instant.nullable(),
      }),
    ),
    refundPolicy: refundPolicySchema.nullable(),
    state: z.string(),
    /** Whether an alert for the sale can be asked for; null where it can't. */
    alert: z.object({ state: z.string() }).nullish(),
    saleStartsAt: instant.nullable(),
    currency: z.string(),
    now: instant,
  })
  .nullable()
export type EventInfo = NonNullable<z.output<typeof eventInfoSchema>>

/** The fields used of `read_my_tickets`. */
export const myTicketsSchema = z.array(
  z.object({
    event: z.object({ ...placeSchema, doorsAt: instant, endsAt: instant, venueName: z.string().nullable() }),
    qrVisibleAt: instant,
    tickets: z.array(
      z.object({
        id: z.uuid(),
        orderCode: z.string(),
        typeName: z.string(),
        status: z.enum(ticketStatuses),
        custody: z.enum(['held', 'offered', 'listed']),
      }),
    ),
  }),
)
export type MyTickets = z.output<typeof myTicketsSchema>

/** The fields used of `read_my_orders`. */
export const myOrdersSchema = z.array(
  z.object({
    code: z.string(),
    status: z.enum(orderStatuses),
    createdAt: instant,
    currency: z.string(),
    totalCents: z.int(),
    refundedCents: z.int(),
    hasReceipt: z.boolean(),
    hasGoods: z.boolean(),
    event: z.object({ title: z.string() }).nullable(),
    lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
    timeZone: z.string(),
  }),
)
export type MyOrders = z.output<typeof myOrdersSchema>

/** The fields used of `read_own_refund`. */
export const refundTermsSchema = z
  .object({
    code: z.string(),
    currency: z.string(),
    event: z.object({ title: z.string() }).nullable(),
    timeZone: z.string(),
    policy: refundPolicySchema.nullable(),
    until: instant.nullable(),
    closed: z.string().nullable(),
    units: z.array(
      z.object({
        name: z.string(),
        tickets: z.array(z.uuid()),
        paidCents: z.int(),
        keptCents: z.int(),
        backCents: z.int(),
        reason: z.string().nullable(),
      }),
    ),
    /** What a refund of the named tickets would be. */
    choice: z
      .object({ tickets: z.array(z.uuid()), backCents: z.int(), keptCents: z.int(), isLate: z.boolean() })
      .nullable(),
    refunds: z.array(z.object({ amountCents: z.int(), status: z.string(), createdAt: instant })),
    now: instant,
  })
  .nullable()
export type RefundTerms = NonNullable<z.output<typeof refundTermsSchema>>

/** Describes the result of `read_own_charge`. */
export const chargeSchema = z
  .object({
    code: z.string(),
    currency: z.string(),
    paidAt: instant,
    totalCents: z.int(),
    /** What is left of it after `returned`. */
    restCents: z.int(),
    title: z.string().nullable(),
    timeZone: z.string(),
    lines: z.array(
      z.object({
        name: z.string(),
        detail: z.string().nullable(),
        quantity: z.int(),
        faceCents: z.int(),
        /** Negative. */
        discountCents: z.int(),
        feeCents: z.int(),
        taxCents: z.int(),
        totalCents: z.int(),
      }),
    ),
    /** What the ledger took back; negative. */
    returned: z.array(z.object({ cents: z.int(), at: instant })),
  })
  .nullable()
export type Charge = NonNullable<z.output<typeof chargeSchema>>

/** The fields used of `list_products`. */
export const foundProductsSchema = z.object({
  products: z.array(
    z.object({ id: z.uuid(), slug: z.string(), name: z.string(), state: z.string(), fromCents: z.int() }),
  ),
  currency: z.string(),
})
export type FoundProducts = z.output<typeof foundProductsSchema>

/** The fields used of `read_product`. */
export const productInfoSchema = z
  .object({
    variants: z
      .array(
        z.object({ id: z.uuid(), values: z.array(z.string()), priceCents: z.int(), soldOut: z.boolean() }),
      )
      .default([]),
    currency: z.string().default('USD'),
  })
  .nullable()
export type ProductInfo = NonNullable<z.output<typeof productInfoSchema>>

/** The fields used of `read_my_waitlist`. */
export const waitlistSchema = z.array(
  z.object({
    id: z.uuid(),
    status: z.string(),
    quantity: z.int(),
    band: z.int().nullable(),
    event: z.object(placeSchema),
    offer: z
      .object({ expiresAt: instant, isOver: z.boolean(), totalCents: z.int(), currency: z.string() })
      .nullable(),
  }),
)
export type Waitlist = z.output<typeof waitlistSchema>

/** The fields used of `read_cart`. */
export const ownCartSchema = z.object({
  currency: z.string(),
  /** The sum of the goods, before tax and shipping. */
  goodsCents: z.int(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), totalCents: z.int() })),
  hold: z
    .object({
      expiresAt: instant,
      serverNow: instant,
      event: z.object({ title: z.string() }).nullable(),
      lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
      totals: z.object({ totalCents: z.int(), currency: z.string() }),
    })
    .nullable(),
})
export type OwnCart = z.output<typeof ownCartSchema>
