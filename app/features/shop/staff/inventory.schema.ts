/** Parses what staff ask for and send about stock. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { largestStockKilobytes, stockUpload } from './stock-file.rules.ts'

/** Kinds of variants that the list shows. */
export const inventoryFilters = ['all', 'low', 'out', 'archived'] as const
/** Orders of the list; `-` begins at the other end. */
const sorts = [
  'product',
  '-product',
  'sku',
  '-sku',
  'on_hand',
  '-on_hand',
  'sold',
  '-sold',
  'available',
  '-available',
] as const

const id = z.uuid().nullable().catch(null).default(null)

/** Reads the filters of the inventory from its address. Ignores values that are not valid. */
export const inventoryQuerySchema = z.object({
  show: z.enum(inventoryFilters).catch('all').default('all'),
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  collection: id,
  product: id,
  sort: z.enum(sorts).catch('product').default('product'),
  after: id,
})
export type InventoryQuery = z.output<typeof inventoryQuerySchema>

/** Adjusts the units of a variant at one place. */
export const adjustStockSchema = z
  .object({
    reason: z.enum(['received', 'damaged', 'count', 'moved']),
    place: z.uuid('Choose a place'),
    units: wholeNumber('Units', 0, 100_000),
    /** Where moved units go. */
    to: z.uuid().optional(),
    note: z
      .string()
      .trim()
      .max(300, 'The note can have at most 300 characters')
      .refine(isOneLine, strangeText)
      .default(''),
    idempotencyKey: z.uuid(),
  })
  .superRefine((form, ctx) => {
    if (form.reason !== 'count' && form.units === 0)
      ctx.addIssue({ code: 'custom', path: ['units'], message: 'Units must be at least 1' })
    if (form.reason === 'moved' && (!form.to || form.to === form.place))
      ctx.addIssue({ code: 'custom', path: ['to'], message: 'Choose another place' })
  })
export type AdjustStock = z.output<typeof adjustStockSchema>

const tooLarge = `The file can have at most ${largestStockKilobytes} kB`

/** A stock file to look at. */
export const stockFileSchema = z.object({
  file: z
    .file({ error: 'Choose a CSV file' })
    .min(1, 'Choose a CSV file')
    .max(stockUpload.largestFile, tooLarge),
})

/** Confirms the preview of a stock file: the text that was read, and the digest of its preview. */
export const confirmStockFileSchema = z.object({
  /** Forms send every line break as two characters, which the file may not have had. */
  text: z
    .string('Choose a CSV file')
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(stockUpload.largestFile, tooLarge),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Adds, renames or archives a place of stock. */
export const stockPlaceSchema = z.object({
  id: z.uuid().optional(),
  name: z
    .string('Enter a name')
    .trim()
    .min(2, 'Use at least 2 characters')
    .max(60, 'Please use at most 60 characters')
    .refine(isOneLine, strangeText),
})
