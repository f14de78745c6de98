import '#core/form-messages.ts'
import * as z from 'zod'
import { emailField } from '#core/account-fields.ts'
import { dollars, shownNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const key = z
  .string()
  .max(200, 'Please reload the page and try again')
  .refine(isOneLine, 'Please reload the page and try again')
  .optional()
const reason = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(500, 'The reason can have at most 500 characters')
  .refine(isPlainText, strangeText)
const password = z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional()

/** Parses what a refund is of, in the address of its page: ids that are none are ignored, an amount that can't be read is refused. */
export const refundQuerySchema = z.object({
  id: z.array(z.uuid()).max(100).catch([]),
  amount: dollars()
    .refine((cents) => cents > 0, 'Enter an amount above $0')
    .optional(),
})

/** Confirms a refund: the amount that was shown, and whether its tickets end with it. */
export const refundFormSchema = z.object({
  amountCents: shownNumber(),
  id: z.array(z.uuid()).max(100, 'Please reload the page and try again').default([]),
  sendMoney: z.literal('on').optional(),
  voidTickets: z.literal('on').optional(),
  overrideInside: z.literal('on').optional(),
  restock: z.literal('on').optional(),
  notify: z.literal('on').optional(),
  split: z.literal('on').optional(),
  reason,
  currentPassword: password,
  idempotencyKey: key,
})

/** Corrects the email of an order. */
export const correctEmailSchema = z.object({
  email: emailField,
  newCodes: z.literal('on').optional(),
  reason,
  currentPassword: password,
  idempotencyKey: key,
})

/** Sends the tickets of an order to another address, once. */
export const sendOnceSchema = correctEmailSchema.omit({ newCodes: true })

/** A decision about a refund that waits for a second admin. */
export const decideRefundSchema = z.object({
  refund: z.uuid('Please reload the page and try again'),
  decision: z.enum(['approve', 'reject'], 'Choose approve or reject'),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  currentPassword: password,
})

/** A note about an order. */
export const orderNoteSchema = z.object({
  text: z
    .string('Write a note first')
    .trim()
    .min(1, 'Write a note first')
    .max(2000, 'A note can have at most 2,000 characters')
    .refine(isPlainText, strangeText),
  idempotencyKey: key,
})
