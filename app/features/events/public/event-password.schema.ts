import '#core/form-messages.ts'
import * as z from 'zod'
import { strangeText } from '#core/plain-text.ts'

const missing = 'Please enter the password'

/** The password that people enter to open an event. */
export const eventPasswordSchema = z.object({
  password: z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(72, 'Password must be at most 72 characters')
    .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText),
})
