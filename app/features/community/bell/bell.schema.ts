import * as z from 'zod'
import '#core/form-messages.ts'

/**
 * Parses the form that marks notifications as read: those up to `until`, which was the latest of the page that was shown. `seen`: by
 * themselves, because the page was open for a while.
 */
export const readBellSchema = z.strictObject({
  until: z.iso.datetime({ offset: true }),
  seen: z.literal('yes').optional(),
})
