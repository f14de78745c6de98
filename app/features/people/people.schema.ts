import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'

/** Reads the filters of the list of people from its address. Ignores values that are not valid. */
export const peopleQuerySchema = z.object({
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  after: z.uuid().optional().catch(undefined),
})
export type PeopleQuery = z.output<typeof peopleQuerySchema>
