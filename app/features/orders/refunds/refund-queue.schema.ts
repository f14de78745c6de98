import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { REFUND_FILTERS } from './refund-queue.types.ts'

const password = z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional()
const reason = (empty: string) =>
  z
    .string(empty)
    .trim()
    .min(3, empty)
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)

/** The filter and the page of the queue, in its address. What is not valid is ignored. */
export const refundQueueQuerySchema = z.object({
  show: z.enum(REFUND_FILTERS).catch('open').default('open'),
  after: z
    .string()
    .regex(/^[0-9a-f_-]{1,60}$/)
    .nullable()
    .catch(null)
    .default(null),
})
export type RefundQueueQuery = z.output<typeof refundQueueQuerySchema>

/** Approves or turns down a refund that waits for a decision; turning down needs a text, which the buyer reads. */
export const decideCaseSchema = z.object({
  intent: z.literal('decide'),
  decision: z.enum(['approve', 'reject'], 'Choose approve or reject'),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  currentPassword: password,
})

/** Has a failed refund sent once more. */
export const retryCaseSchema = z.object({ intent: z.literal('retry'), currentPassword: password })

/** Enters how a refund was paid after the provider's tries failed. */
export const resolveCaseSchema = z.object({
  intent: z.literal('resolve'),
  method: z.enum(['bank_transfer', 'check', 'cash', 'card', 'other'], 'Choose how it was paid'),
  reference: z
    .string('Enter the reference of the payment')
    .trim()
    .min(1, 'Enter the reference of the payment')
    .max(120, 'The reference can have at most 120 characters')
    .refine(isOneLine, strangeText),
  reason: reason('Please give a reason'),
  currentPassword: password,
})

/** Confirms that a refund was paid by hand, or says that it was not. */
export const confirmCaseSchema = z.object({
  intent: z.literal('confirm'),
  decision: z.enum(['yes', 'no'], 'Choose whether it was paid'),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  currentPassword: password,
})

/** Writes down what was decided about the tickets of a refund that was made at the provider. */
export const closeCaseSchema = z.object({
  intent: z.literal('close'),
  reason: reason('Say what should happen to the tickets'),
})
