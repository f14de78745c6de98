import * as z from 'zod'
import '#core/form-messages.ts'

/** What the page of a stream sends: buying a pass, or a reminder asked for or not any more. */
export const liveFormSchema = z.object({
  intent: z.enum(['pass', 'remind', 'forget']),
  stream: z.uuid(),
})
export type LiveForm = z.output<typeof liveFormSchema>
