import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'

/** Describes the result of `read_supplement`: what a buyer is asked to pay for a dearer type of a ticket; null when there is none. */
export const supplementSchema = z
  .object({
    orderId: z.uuid(),
    /** The buyer, whose payment it is; for the server alone. */
    ownerId: z.uuid().nullable(),
    orderCode: z.string(),
    /** Code of the order that the ticket is of. */
    ticketOrderCode: z.string(),
    currency: z.string(),
    faceCents: z.int(),
    feeCents: z.int(),
    taxCents: z.int(),
    totalCents: z.int(),
    isTest: z.boolean(),
    fromName: z.string(),
    toName: z.string(),
    holderName: z.string(),
    /** Until when it can be paid. */
    expiresAt: instant,
    now: instant,
    event: eventBriefSchema,
    /** `over`: its time has passed, staff called it off, or the ticket can't change its type any more. */
    state: z.enum(['open', 'processing', 'paid', 'refunded', 'over']),
    /** True if the last payment failed. */
    hasFailed: z.boolean(),
  })
  .nullable()

/** A supplement as its buyer sees it. */
export type Supplement = Omit<NonNullable<z.output<typeof supplementSchema>>, 'orderId' | 'ownerId'>
