import * as z from 'zod'
import { instant } from './columns.ts'
import { goodsItemSchema, parcelSchema, pickupPointSchema } from './goods.ts'
import { fulfilmentStatuses } from './states.ts'

/** Goods of one order that go together, as the shop desk and the order desk show them to staff. */

/** Where goods are shipped to. */
const shippingAddressSchema = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
})

/** Goods of one order that go together: one parcel, or what one person picks up. */
export const goodsGroupSchema = z.object({
  /** Id of any one of its fulfilments, which stands for all of them. */
  id: z.uuid(),
  orderId: z.uuid(),
  code: z.string(),
  name: z.string(),
  status: z.enum(fulfilmentStatuses),
  /** Null for goods whose delivery is not known. */
  delivery: z.enum(['ship', 'pickup']).nullable(),
  isTest: z.boolean(),
  isDisputed: z.boolean(),
  placedAt: instant,
  since: instant,
  /** When its buyer was asked about what was not picked up. */
  unclaimedAt: instant.nullable(),
  items: z.array(goodsItemSchema),
  shipment: parcelSchema.nullable(),
  point: pickupPointSchema.nullable(),
  /** The place that it is taken from. */
  place: z.string().nullable(),
  address: shippingAddressSchema.nullable(),
})
export type GoodsGroup = z.output<typeof goodsGroupSchema>
