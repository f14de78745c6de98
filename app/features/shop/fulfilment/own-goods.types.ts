import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { parcelSchema, pickupPointSchema } from '#core/goods.ts'
import { goodsChoiceSchema } from '#core/goods-choice.ts'
import { fulfilmentStatuses } from '#core/states.ts'

const cents = z.int()

const addressSchema = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
})

const ownReturnSchema = z.object({
  id: z.uuid(),
  reason: z.string(),
  isFaulty: z.boolean(),
  units: z.int(),
  /** Says why it was declined. */
  decision: z.string().nullable(),
  hasPicture: z.boolean(),
  askedAt: instant,
  inspection: z.enum(['restocked', 'written_off']).nullable(),
  /** Says what went back for it; null until then. */
  refundCents: cents.nullable(),
})

const ownItemSchema = z.object({
  /** Id of the fulfilment. */
  id: z.uuid(),
  name: z.string(),
  detail: z.string().nullable(),
  quantity: z.int(),
  status: z.enum(fulfilmentStatuses),
  delivery: z.enum(['ship', 'pickup']).nullable(),
  movedAt: instant,
  handedAt: instant.nullable(),
  unclaimedAt: instant.nullable(),
  /** It was lost and sent again. */
  isReplaced: z.boolean(),
  shipment: parcelSchema.nullable(),
  point: pickupPointSchema.nullable(),
  /** Says what happened to it, oldest first. */
  steps: z.array(z.object({ state: z.enum(fulfilmentStatuses), at: instant })),
  mayCancel: z.boolean(),
  /** A final sale is returned only when it came broken. */
  isFinal: z.boolean(),
  returnUntil: instant.nullable(),
  mayReturn: z.boolean(),
  unitCents: cents,
  return: ownReturnSchema.nullable(),
})
export type OwnItem = z.output<typeof ownItemSchema>

/** Result of `read_own_goods` and `read_goods_by_link`; null for an order without goods, and for everybody else. */
export const ownGoodsSchema = z
  .object({
    orderId: z.uuid(),
    code: z.string(),
    currency: z.string(),
    isTest: z.boolean(),
    paidAt: instant,
    email: z.string(),
    isDisputed: z.boolean(),
    /** Says whether it was paid with money. */
    hasReceipt: z.boolean(),
    timeZone: z.string(),
    cancelUntil: instant,
    /** Says what the way back costs unless the goods were faulty. */
    labelCents: cents,
    /** Where returns are sent; null where the settings name no address. */
    sellerAddress: z.string().nullable(),
    address: addressSchema.nullable(),
    goods: z.array(ownItemSchema),
    /** The choices of their buyer for goods that nobody picks up where they are; null where there is nothing to choose. */
    choice: goodsChoiceSchema
      .extend({
        /** Ids of those goods. */
        items: z.array(z.uuid()),
        /** Where else they can be picked up. */
        points: z.array(pickupPointSchema),
        /** Suggested to have them shipped to. */
        address: addressSchema.nullable(),
        /** The states that goods are shipped to. */
        states: z.array(z.object({ code: z.string(), name: z.string() })),
        /** The order of a shipping that is not paid yet; for the server alone. */
        openOrder: z.uuid().nullable(),
      })
      .nullable(),
    refunds: z.array(z.object({ id: z.uuid(), amountCents: cents, status: z.string(), createdAt: instant })),
    now: instant,
  })
  .nullable()
export type OwnGoods = NonNullable<z.output<typeof ownGoodsSchema>>
