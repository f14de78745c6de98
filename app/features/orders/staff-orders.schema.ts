import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { ORDER_FILTERS, orderSorts } from './orders.types.ts'

const code = z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/)

const day = z.iso.date().nullable().catch(null).default(null)

/** Rows that a page of a list can have. Actions take as many at once as the longest page has. */
export const pageSizes = ['50', '200'] as const

/** Orders whose tickets can be mailed again at once. */
export const mostOrders = 200

/** @returns the codes of selected orders in an address; leaves out what is no code */
export function selectedCodes(query: URLSearchParams): string[] {
  const codes = query.getAll('id').filter((id) => code.safeParse(id).success)
  return [...new Set(codes)].slice(0, mostOrders)
}

/** The orders whose tickets are mailed again. */
export const resendTicketsSchema = z.object({
  id: z.array(code).min(1, 'Select at least one order').max(mostOrders, 'Select at most 200 orders'),
  /** Says why orders whose tickets were emailed in the last 10 minutes are emailed too; empty leaves them out. */
  hurryReason: z
    .string()
    .trim()
    .min(3, 'Say why it can’t wait')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  idempotencyKey: z
    .string()
    .max(200, 'Please reload the page and try again')
    .refine(isOneLine, 'Please reload the page and try again')
    .optional(),
})

/** Reads the filters of the staff's list of orders from its address. Ignores values that are not valid. */
export const staffOrdersQuerySchema = z.object({
  show: z.enum(ORDER_FILTERS).catch('all'),
  q: z.string().trim().max(254).refine(isOneLine).catch(''),
  /** Only orders of this event. `all` in the address means every event, as no event does. */
  event: z.uuid().nullable().catch(null).default(null),
  sort: z.enum(orderSorts).catch('-placed').default('-placed'),
  /** Placed on these days of the brand's time zone, `2026-11-22`. */
  from: day,
  to: day,
  /** Counts the orders of a page. */
  rows: z.enum(pageSizes).catch('50').default('50'),
  after: code.nullable().catch(null).default(null),
})
export type StaffOrdersQuery = z.output<typeof staffOrdersQuerySchema>
