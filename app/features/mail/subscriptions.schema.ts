import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const emailInvalid = 'Please enter a valid email address'

/** Parses what the form of the mailing list sends. `website` is invisible: a person leaves it empty, a program fills it in. */
export const subscriptionRequestSchema = z.strictObject({
  intent: z.literal('subscribe'),
  email: z
    .string(emailInvalid)
    .trim()
    .refine(isOneLine, strangeText)
    .toLowerCase()
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid)),
  consent: z.literal('on', 'Please tick the box to join'),
  website: z.string().refine(isOneLine, strangeText).optional(),
})
