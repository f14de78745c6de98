/** Parses the words that admins put into mails of the site. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { shownNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const lines = z
  .string()
  .trim()
  .max(1000, 'Please use at most 1000 characters')
  .refine(isPlainText, strangeText)
  .default('')

export const wordingFormSchema = z.object({
  version: shownNumber(2_147_483_647),
  subject: z
    .string()
    .trim()
    .max(150, 'The subject can have at most 150 characters')
    .refine(isOneLine, strangeText)
    .default(''),
  intro: lines,
  closing: lines,
})
