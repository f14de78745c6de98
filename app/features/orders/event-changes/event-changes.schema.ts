import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'

/** Holds what the holder of an order of a rescheduled event chooses. */
export const eventChoiceFormSchema = z.object({ choice: z.enum(['keep', 'refund'], reload) })

/** Tries once more what failed of a change of an event. */
export const retryChangeSchema = z.object({
  change: z.uuid(reload),
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
})
