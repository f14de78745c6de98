import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'
import { GENRES } from '../event-values.ts'

const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/**
 * The filters of `/events` as its address carries them. An unknown value is dropped, not refused: a link that somebody
 * shortened by hand still shows a list.
 */
export const eventFiltersSchema = z.object({
  city: lenient(z.string().trim().min(1).max(80).refine(isOneLine)),
  when: lenient(z.union([z.enum(['tonight', 'weekend']), z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)])),
  genre: lenient(z.enum(GENRES)),
  price: lenient(z.enum(['free', 'paid'])),
  age: lenient(z.enum(['all', '18', '21'])),
  tab: lenient(z.literal('past')),
  after: lenient(z.string().regex(/^[\w-]{1,120}$/)),
})
export type EventFilters = z.output<typeof eventFiltersSchema>
