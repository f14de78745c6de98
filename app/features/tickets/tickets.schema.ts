import * as z from 'zod'
import '#core/form-messages.ts'

/** The address to which links to its tickets are sent. */
export const ticketLinksSchema = z.strictObject({
  intent: z.literal('send'),
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
})
