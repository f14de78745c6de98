import '#core/form-messages.ts'
import * as z from 'zod'
import { isPlainText, strangeText } from '#core/plain-text.ts'

const staleForm = 'Please reload the page and try again'

/** A message for a person of the team; `conversation` is there only where its sender agreed to send it along. */
export const askPersonSchema = z.object({
  message: z
    .string('Write your message first')
    .trim()
    .min(3, 'Write your message first')
    .max(2000, 'Please use at most 2000 characters')
    .refine(isPlainText, strangeText),
  conversation: z.uuid(staleForm).optional(),
})

/** The answer to a message. */
export const answerRequestSchema = z.object({
  request: z.uuid(staleForm),
  reply: z
    .string('Write an answer first')
    .trim()
    .min(2, 'Write an answer first')
    .max(4000, 'Please use at most 4000 characters')
    .refine(isPlainText, strangeText),
})
