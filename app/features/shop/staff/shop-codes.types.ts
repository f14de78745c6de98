import * as z from 'zod'

const instant = z.iso.datetime({ offset: true })
const choices = z.array(z.object({ id: z.uuid(), name: z.string() }))

/** Says what a code for goods does to the price of each unit. */
export const shopCodeEffects = ['percent', 'fixed', 'price'] as const

const shopCodeSchema = z.object({
  id: z.uuid(),
  /** Goes back to `save_shop_code`: another save since is refused. */
  version: z.string(),
  code: z.string(),
  label: z.string(),
  state: z.enum(['active', 'not_yet', 'paused', 'ended', 'used_up']),
  paused: z.boolean(),
  effect: z.enum(shopCodeEffects),
  percent: z.int().nullable(),
  /** Cents off each unit, or the price of each unit. */
  amountCents: z.int().nullable(),
  /** Says whether it is for the whole shop, or for what is listed. */
  goods: z.enum(['all', 'listed']),
  products: z.array(z.uuid()),
  collections: z.array(z.uuid()),
  /** Says whether it is for all that events sell, too. */
  forTickets: z.boolean(),
  /** The least sum of an order's goods, before discounts, for which the code counts; null for any sum. */
  minGoodsCents: z.int().nullable(),
  validFromAt: instant.nullable(),
  validUntilAt: instant.nullable(),
  /** The same as clocks in the brand's zone, for the form. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  maxOrders: z.int().nullable(),
  maxUnits: z.int().nullable(),
  maxPerPerson: z.int().nullable(),
  maxUnitsPerOrder: z.int().nullable(),
  budgetCents: z.int().nullable(),
  ordersHeld: z.int(),
  ordersUsed: z.int(),
  unitsHeld: z.int(),
  unitsUsed: z.int(),
  centsHeld: z.int(),
  centsUsed: z.int(),
})
/** A code for goods as its page shows it, with its uses by live holds and paid orders. Money is cents. */
export type ShopCode = z.output<typeof shopCodeSchema>

/** Describes the result of `read_shop_codes`. */
export const shopCodesSchema = z.object({
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
  products: choices,
  collections: choices,
  codes: z.array(shopCodeSchema),
})
export type ShopCodes = z.output<typeof shopCodesSchema>
