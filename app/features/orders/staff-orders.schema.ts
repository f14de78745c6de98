import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine } from '#core/plain-text.ts'
import { ORDER_FILTERS } from './orders.types.ts'

/** Reads the filters of the staff's list of orders from its address. Ignores values that are not valid. */
export const staffOrdersQuerySchema = z.object({
  show: z.enum(ORDER_FILTERS).catch('all'),
  q: z.string().trim().max(254).refine(isOneLine).catch(''),
  after: z
    .string()
    .regex(/^[2-9A-HJ-NP-Z]{8}$/)
    .nullable()
    .catch(null),
})
