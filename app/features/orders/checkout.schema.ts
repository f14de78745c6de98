import * as z from 'zod'
import '#core/form-messages.ts'
import { cartCodeSchema, dropCodeSchema } from './cart/cart.schema.ts'
import { deliverySchema } from './delivery/delivery.schema.ts'
import {
  holdAgainSchema,
  holdTicketsSchema,
  placeOrderSchema,
  releaseHoldSchema,
  retryPaymentSchema,
} from './orders.schema.ts'

/** Holds the goods of the cart, beside the tickets that are held; with `take` as many as are left. */
const startCheckoutSchema = z.strictObject({
  intent: z.literal('start'),
  take: z.literal('on').optional(),
  /** The code of the cart by which its prices were shown; left out without one. */
  code: z.uuid().optional(),
})

/** Everything that may be posted to the checkout. */
export const checkoutSchema = z.discriminatedUnion('intent', [
  holdTicketsSchema,
  startCheckoutSchema,
  cartCodeSchema,
  dropCodeSchema,
  deliverySchema,
  placeOrderSchema,
  retryPaymentSchema,
  releaseHoldSchema,
  holdAgainSchema,
])
