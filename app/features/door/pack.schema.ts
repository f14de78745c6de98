import * as z from 'zod'
import '#core/form-messages.ts'

/** The query with which a scanner asks for its pack: `since` is the version that it has, left out for all of it. */
export const packQuerySchema = z.object({
  event: z.uuid(),
  device: z.uuid(),
  since: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
