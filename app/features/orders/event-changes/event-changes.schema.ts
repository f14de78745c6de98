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

const id = z.uuid().nullable().catch(null).default(null)

/** Reads from an address which change of which event is reported, and the order after which a page begins. */
export const changeReportQuerySchema = z.object({ event: id, change: id, after: id })
export type ChangeReportQuery = z.output<typeof changeReportQuerySchema>
