import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { peopleLists, relationIntents } from './people.rules.ts'

/** Parses a form that changes what is between the member and another person. `back` is the path to go back to. */
export const relationSchema = z.strictObject({
  intent: z.enum(relationIntents),
  person: z.uuid(),
  back: z.string().refine(isOneLine, strangeText).optional(),
})
export type RelationForm = z.output<typeof relationSchema>

/** Parses which list of people an address means; anything unknown is the first. */
export const peopleListSchema = z
  .enum(Object.keys(peopleLists) as [keyof typeof peopleLists])
  .catch('following')
