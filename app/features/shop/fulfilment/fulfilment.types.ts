import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { goodsItemSchema, pickupPointSchema } from '#core/goods.ts'
import { goodsGroupSchema } from '#core/goods-group.ts'
import { listTotalSchema } from '#core/list-total.ts'

/** The tabs of the shop desk, as `list_fulfilments` takes them. */
export const fulfilmentTabs = ['pack', 'packing', 'shipped', 'ready', 'unclaimed', 'lost'] as const
export type FulfilmentTab = (typeof fulfilmentTabs)[number]

/** Says what staff do to goods, as `act_on_goods` takes it. */
export const goodsActions = [
  'pack',
  'ready',
  'ship',
  'delivered',
  'lost',
  'resend',
  'move',
  'refund',
  'cancel',
] as const
export type GoodsAction = (typeof goodsActions)[number]

const counts = z.object({
  pack: z.int(),
  packing: z.int(),
  shipped: z.int(),
  ready: z.int(),
  unclaimed: z.int(),
  lost: z.int(),
})

/** Result of `list_fulfilments`. */
export const fulfilmentListSchema = z.object({
  parcels: z.array(goodsGroupSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
  counts,
  /** Events at which something is still to be picked up. */
  events: z.array(z.object({ id: z.uuid(), title: z.string(), startsAt: instant })),
  places: z.array(z.object({ id: z.uuid(), name: z.string() })),
  timeZone: z.string(),
  now: instant,
})
export type FulfilmentList = z.output<typeof fulfilmentListSchema>

const targetSchema = goodsGroupSchema.extend({
  /** Says why the action skips it; null where it does not. */
  reason: z.string().nullable(),
  /** Where a pickup can be moved to; empty for every other action. */
  points: z.array(pickupPointSchema),
  /** Says what goes back to its buyer; null where no money moves. */
  backCents: z.int().nullable(),
})
export type GoodsTarget = z.output<typeof targetSchema>

/** Result of `preview_goods_action`. */
export const goodsPreviewSchema = z.object({
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
  parcels: z.array(targetSchema),
  /** Says what goes back for those that are not skipped, in cents. */
  backCents: z.int(),
})
export type GoodsPreview = z.output<typeof goodsPreviewSchema>

/** Result of `act_on_goods`. */
export const goodsResultSchema = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.uuid(), code: z.string(), name: z.string(), reason: z.string() })),
})
export type GoodsResult = z.output<typeof goodsResultSchema>

/** Result of `read_pick_list`: what to fetch, by place and SKU. */
export const pickListSchema = z.object({
  now: instant,
  timeZone: z.string(),
  lines: z.array(
    z.object({
      placeId: z.uuid(),
      place: z.string(),
      sku: z.string(),
      name: z.string(),
      detail: z.string().nullable(),
      units: z.int(),
      onHand: z.int(),
      orders: z.array(z.object({ code: z.string(), units: z.int() })),
    }),
  ),
})
export type PickList = z.output<typeof pickListSchema>

/** Result of `read_packing_slip`; null where there are no such goods. */
export const packingSlipSchema = goodsGroupSchema
  .extend({
    brand: z.string(),
    company: z.string(),
    postalAddress: z.string().nullable(),
    contactEmail: z.string().nullable(),
    timeZone: z.string(),
    now: instant,
    /** Says what of the order comes in other parcels. */
    others: z.array(goodsItemSchema),
  })
  .nullable()
export type PackingSlip = NonNullable<z.output<typeof packingSlipSchema>>
