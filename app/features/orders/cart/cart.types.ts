import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { checkoutPageSchema } from '../orders.types.ts'

/** Says what becomes of goods in a cart at this moment: whether all, some or none of the wanted units can be held. */
const goodsState = z.enum(['available', 'few', 'short', 'sold_out', 'not_yet', 'members_only', 'gone'])
export type GoodsState = z.output<typeof goodsState>

const cartItemSchema = z.object({
  variantId: z.uuid(),
  productId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** The values of its options: "Bone / M". */
  detail: z.string().nullable(),
  imagePath: z.string().nullable(),
  imageAlt: z.string().nullable(),
  quantity: z.int(),
  /** The price of one, before what a rule takes off; the rest is of all units (of those left, where it is short), without tax and shipping. */
  eachCents: z.int(),
  discountCents: z.int(),
  /** The parts of the discount that are the code's and a rule's. */
  codeCents: z.int(),
  ruleCents: z.int(),
  totalCents: z.int(),
  state: goodsState,
  /** Counts what is left; null unless few are, or fewer than wanted. */
  left: z.int().nullable(),
  /** When its sale begins for the reader; null for what has no such time. */
  opensAt: instant.nullable(),
  /** How many the reader may choose. */
  most: z.int(),
  /** True if it is held already, with the time of the hold. */
  isHeld: z.boolean(),
})
export type CartItem = z.output<typeof cartItemSchema>

/** Describes the result of `read_cart`. */
export const cartSchema = z.object({
  serverNow: instant,
  timeZone: z.string(),
  currency: z.string(),
  /** The live hold with its tickets; null without one. */
  hold: checkoutPageSchema,
  /** The code of the cart; null without one. */
  code: z
    .object({
      id: z.uuid(),
      code: z.string(),
      state: z.enum(['active', 'not_yet', 'paused', 'ended', 'used_up']),
      effect: z.enum(['percent', 'fixed', 'price', 'access']),
      percent: z.int().nullable(),
      amountCents: z.int().nullable(),
      mostPerOrder: z.int().nullable(),
      /** The least sum of goods, before discounts, for which the code counts; null for any sum. */
      minGoodsCents: z.int().nullable(),
      /** True if it takes something off, or opens something. */
      isUsed: z.boolean(),
    })
    .nullable(),
  items: z.array(cartItemSchema),
  /** Says what the lines of the hold that are not goods cost before tax, by their id. */
  lineCents: z.record(z.uuid(), z.int()),
  ticketsCents: z.int(),
  goodsCents: z.int(),
  subtotalCents: z.int(),
})
/** Holds what is in a person's cart: what is held, and goods that reserve nothing yet. */
export type Cart = z.output<typeof cartSchema>

/** Describes the result of `change_cart`. */
export const cartChangeSchema = z.object({ quantity: z.int(), units: z.int() })
export type CartChange = z.output<typeof cartChangeSchema>

/** Describes the result of `start_checkout`: the hold, or what stands in its way. */
export const startedCheckoutSchema = z.object({
  holdId: z.uuid().nullable(),
  refused: z.array(z.object({ variantId: z.uuid(), state: goodsState, left: z.int() })),
})
export type StartedCheckout = z.output<typeof startedCheckoutSchema>
