/** Parses what is done to a code that buyers type in. */
import * as z from 'zod'
import '#core/form-messages.ts'

/** Pauses a code, lets it go on, or archives it. */
export const codeStateSchema = z.strictObject({
  intent: z.literal('state'),
  id: z.uuid('Please reload the page and try again'),
  state: z.enum(['active', 'paused', 'archived']),
})
