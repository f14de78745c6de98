import * as z from 'zod'
import { codeFields, codeUses } from '#core/promo-codes.ts'

const instant = z.iso.datetime({ offset: true })
const choices = z.array(z.object({ id: z.uuid(), name: z.string() }))

/** Says what a code for goods does to the price of each unit. */
export const shopCodeEffects = ['percent', 'fixed', 'price'] as const

const shopCodeFields = {
  ...codeFields,
  effect: z.enum(shopCodeEffects),
  /** Says whether it is for the whole shop, or for what is listed. */
  goods: z.enum(['all', 'listed']),
  /** Says whether it is for all that events sell, too. */
  forTickets: z.boolean(),
  /** The least sum of an order's goods, before discounts, for which the code counts; null for any sum. */
  minGoodsCents: z.int().nullable(),
}

const listedShopCodeSchema = z.object({
  ...shopCodeFields,
  ...codeUses,
  validFromAt: instant.nullable(),
  validUntilAt: instant.nullable(),
})
/** A code for goods as its list shows it, with its uses by live holds and paid orders. Money is cents. */
export type ListedShopCode = z.output<typeof listedShopCodeSchema>

/** Describes the result of `read_shop_codes`. */
export const shopCodesSchema = z.object({
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
  codes: z.array(listedShopCodeSchema),
  /** The code after which the next page begins; null on the last one. */
  next: z.uuid().nullable(),
})
export type ShopCodes = z.output<typeof shopCodesSchema>

const shopCodeSchema = z.object({
  ...shopCodeFields,
  /** Goes back to `save_shop_code`: another save since is refused. */
  version: z.string(),
  products: z.array(z.uuid()),
  collections: z.array(z.uuid()),
  /** Clocks in the brand's zone. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
})
/** A code for goods as its form takes it. Money is cents. */
export type ShopCode = z.output<typeof shopCodeSchema>

/** Describes the result of `read_shop_code`. */
export const shopCodeEditorSchema = z.object({
  code: shopCodeSchema.nullable(),
  /** The products that are chosen now. */
  chosen: z.array(z.uuid()),
  /** The chosen ones, then some of the others. */
  products: choices,
  /** Says whether more products match than are here. */
  hasMore: z.boolean(),
  collections: choices,
})
export type ShopCodeEditor = z.output<typeof shopCodeEditorSchema>

/** Products to choose from, those that match `search`. */
export type ProductChoices = Pick<ShopCodeEditor, 'chosen' | 'products' | 'hasMore'> & { search: string }
