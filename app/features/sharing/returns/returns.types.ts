import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Why a ticket cannot be listed for return, from `private.return_stop`; `not_held` while it is on offer or listed. */
export const returnStops = [
  'void',
  'unpaid',
  'used',
  'blocked',
  'refund_open',
  'personal',
  'in_package',
  'supplement_open',
  'too_late',
  'off',
  'transferred',
  'free',
  'closing',
  'not_on_sale',
  'not_sold_out',
  'not_held',
] as const

/** Result of `read_returns` and `read_returns_by_link`: the tickets that their reader bought. */
export const returnsSchema = z.array(
  z.object({
    ticketId: z.uuid(),
    /** Says why it can't be listed now; null where it can. */
    stop: z.enum(returnStops).nullable(),
    isListed: z.boolean(),
    /** The cents that its buyer gets back once somebody bought its place. */
    backCents: z.int(),
    currency: z.string(),
    /** When it comes back unsold, and the last moment to list it. */
    returnsAt: instant,
  }),
)
export type TicketReturns = z.output<typeof returnsSchema>

/** Result of `return_ticket`. */
export const listedTicketSchema = z.object({ listingId: z.uuid(), backCents: z.int(), returnsAt: instant })
