import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'

const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
/** Whole dollars. */
const dollars = z
  .string()
  .trim()
  .regex(/^\$?\d{1,6}$/)
  .transform((text) => Number(text.replace('$', '')))

/**
 * The filters of `/shop` as its address carries them. An unknown value is dropped, not refused: a link that somebody
 * shortened by hand still shows a list.
 */
export const shopFiltersSchema = z.object({
  q: lenient(z.string().trim().min(1).max(80).refine(isOneLine)),
  collection: lenient(z.string().regex(/^[a-z0-9-]{1,80}$/)),
  size: lenient(z.string().trim().min(1).max(24).refine(isOneLine)),
  min: lenient(dollars),
  max: lenient(dollars),
  sort: lenient(z.enum(['newest', 'price', '-price'])),
  page: lenient(z.coerce.number().int().min(2).max(1000)),
})
export type ShopFilters = Partial<z.output<typeof shopFiltersSchema>>
