import * as z from 'zod'
import '#core/form-messages.ts'
import { shownNumber, wholeNumber } from '#core/number-input.ts'
import { isOneLine } from '#core/plain-text.ts'

const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
/** Whole dollars, with or without the sign. */
const price = z
  .string()
  .transform((text) => text.trim().replace(/^\$/, ''))
  .pipe(wholeNumber('Price', 0, 999_999))
  .optional()

/**
 * The filters of `/shop` as its address carries them. An unknown value is dropped, not refused: a link that somebody
 * shortened by hand still shows a list. Prices are typed, so they are refused.
 */
export const shopFiltersSchema = z.object({
  q: lenient(z.string().trim().min(1).max(80).refine(isOneLine)),
  collection: lenient(z.string().regex(/^[a-z0-9-]{1,80}$/)),
  size: lenient(z.string().trim().min(1).max(24).refine(isOneLine)),
  min: price,
  max: price,
  sort: lenient(z.enum(['newest', 'price', '-price'])),
  page: lenient(shownNumber(1000).refine((page) => page > 1)),
})
export type ShopFilters = Partial<z.output<typeof shopFiltersSchema>>
/** Prices that can't be read, by their field: what was typed, and what is wrong with it. */
export type FilterFaults = Partial<Record<'min' | 'max', { text: string; message: string }>>

/** Reads the filters of an address; prices that can't be read are left out of them and returned as faults. */
export function readShopFilters(query: URLSearchParams): { filters: ShopFilters; faults: FilterFaults } {
  const filled = Object.fromEntries([...query].filter(([, text]) => text.trim() !== ''))
  const read = shopFiltersSchema.safeParse(filled)
  if (read.success) return { filters: read.data, faults: {} }
  const faults = Object.fromEntries(
    read.error.issues.map(({ path: [name = ''], message }) => [
      name,
      { text: filled[String(name)], message },
    ]),
  )
  const rest = Object.fromEntries(Object.entries(filled).filter(([name]) => !(name in faults)))
  return { filters: shopFiltersSchema.parse(rest), faults }
}
