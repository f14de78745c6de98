import '#core/form-messages.ts'
import * as z from 'zod'
import { shownNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'

/** The tickets that a refund page is opened with, in its address. What is not valid is ignored. */
export const chosenTicketsSchema = z.array(z.uuid()).max(100).catch([])

/** Confirms a refund: the tickets and the amount that were shown. After the deadline it needs a reason, which the database asks for. */
export const askRefundSchema = z.object({
  intent: z.literal('ask'),
  ticket: z.array(z.uuid(reload)).min(1, 'Choose at least one ticket').max(100, reload),
  amountCents: shownNumber(),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  idempotencyKey: z.string().max(200, reload).refine(isOneLine, reload).optional(),
})

/** Withdraws a refund that waits for a decision. */
export const withdrawRefundSchema = z.object({ intent: z.literal('withdraw'), refund: z.uuid(reload) })
