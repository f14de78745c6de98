import '#core/form-messages.ts'
import * as z from 'zod'
import { strangeText } from '#core/plain-text.ts'

/** The form that sets the password of an event. bcrypt reads 72 bytes at most. */
export const eventAccessSchema = z.object({
  password: z
    .string('Password must be at least 6 characters')
    .trim()
    .min(6, 'Password must be at least 6 characters')
    .refine((value) => new TextEncoder().encode(value).length <= 72, 'Password must be at most 72 characters')
    .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText),
})
