import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** Sends the evidence of a dispute to the provider. */
export const sendEvidenceSchema = z.object({
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
})

/** Adds to the list of who may not buy. */
export const addBlockSchema = z.object({
  kind: z.enum(['email', 'card', 'account', 'network'], 'Choose what to block'),
  label: z
    .string('Say what to block')
    .trim()
    .min(1, 'Say what to block')
    .max(254, 'This can have at most 254 characters')
    .refine(isOneLine, strangeText),
  reason: z
    .string('Say why, for the books')
    .trim()
    .min(3, 'Say why, for the books')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
  /** Days until it ends; empty for good. */
  days: z.coerce.number('Use whole days, 1 to 3650').int().min(1).max(3650).optional(),
})

export const liftBlockSchema = z.object({ block: z.uuid('Please reload the page and try again') })
