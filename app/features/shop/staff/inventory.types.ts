/** Describes what the inventory of staff is handed. */
import * as z from 'zod'
import { instant } from '#core/columns.ts'

const whole = z.int().nonnegative()

/** Why units came, left or moved, as `stock_entries.reason` lists it. */
export const stockReasons = [
  'received',
  'damaged',
  'count',
  'moved',
  'shipped',
  'picked_up',
  'returned',
  'written_off',
  'lost',
] as const
export type StockReason = (typeof stockReasons)[number]

/** One variant with its stock (`private.variant_rows`). */
const variantStockSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  product: z.string(),
  status: z.enum(['draft', 'active', 'archived']),
  /** Its values, such as `Bone / M`; empty for a product of one variant. */
  variant: z.string(),
  sku: z.string(),
  archived: z.boolean(),
  imagePath: z.string().nullable(),
  /** Counts the units on the shelves of all places. */
  onHand: whole,
  held: whole,
  sold: whole,
  /** Counts the units that are sold and still on a shelf. */
  waiting: whole,
  available: whole,
  lowStockAt: whole.nullable(),
  isLow: z.boolean(),
  /** The places with units. */
  places: z.array(z.object({ id: z.uuid(), name: z.string(), units: whole })),
})
export type VariantStock = z.output<typeof variantStockSchema>

/** Result of `list_inventory`. */
export const inventorySchema = z.object({
  rows: z.array(variantStockSchema),
  counts: z.object({ all: whole, low: whole, out: whole, archived: whole }),
  /** The variant after which the next page begins. */
  next: z.uuid().nullable(),
  /** The name of the product that the list is narrowed to. */
  product: z.string().nullable(),
  collections: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Inventory = z.output<typeof inventorySchema>

/** Result of `read_variant_stock`: one variant with its ledger, newest first. */
export const variantLedgerSchema = z
  .object({
    variant: variantStockSchema,
    /** Every place in use. */
    places: z.array(z.object({ id: z.uuid(), name: z.string(), onHand: whole })),
    entries: z.array(
      z.object({
        id: z.int(),
        at: instant,
        /** Signed. */
        units: z.int(),
        reason: z.enum(stockReasons),
        note: z.string().nullable(),
        place: z.string().nullable(),
        /** The code of the order that it is about. */
        order: z.string().nullable(),
        actor: z.string().nullable(),
      }),
    ),
    next: z.int().nullable(),
    timeZone: z.string(),
  })
  .nullable()
export type VariantLedger = NonNullable<z.output<typeof variantLedgerSchema>>
export type StockEntry = VariantLedger['entries'][number]

/** Why a line of a stock file can't be booked, as `private.stock_file_lines` names it. */
export const stockFileProblems = ['unknown_sku', 'unknown_place', 'twice', 'not_there', 'taken'] as const
export type StockFileProblem = (typeof stockFileProblems)[number]

/** Result of `preview_stock_file`: what each line would do; nulls where its SKU or place is unknown. */
export const stockFilePreviewSchema = z.object({
  digest: z.string(),
  lines: z.array(
    z.object({
      line: whole,
      product: z.string().nullable(),
      sku: z.string(),
      place: z.string(),
      before: z.int(),
      after: z.int(),
      units: z.int(),
      reason: z.enum(['received', 'damaged', 'count']),
      problem: z.enum(stockFileProblems).nullable(),
    }),
  ),
})
export type StockFilePreview = z.output<typeof stockFilePreviewSchema>

/** A row of `stock_places`. */
export const stockPlacesSchema = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(['warehouse', 'event', 'store']),
    archivedAt: instant.nullable(),
  }),
)
export type StockPlaces = z.output<typeof stockPlacesSchema>
