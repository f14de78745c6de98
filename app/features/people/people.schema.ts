import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'

/** Orders of the list: by name, or by when people joined; `-` begins at the other end. */
export const peopleSorts = ['name', '-name', 'joined', '-joined'] as const

/** Reads the filters of the list of people from its address. Ignores values that are not valid. */
export const peopleQuerySchema = z.object({
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  sort: z.enum(peopleSorts).catch('name').default('name'),
  after: z.uuid().optional().catch(undefined),
})
export type PeopleQuery = z.output<typeof peopleQuerySchema>
