import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'

/** What the list of people is asked for by its address; what makes no sense counts as not said. */
export const peopleQuerySchema = z.object({
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  after: z.uuid().optional().catch(undefined),
})
export type PeopleQuery = z.output<typeof peopleQuerySchema>
