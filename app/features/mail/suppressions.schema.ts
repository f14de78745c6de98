import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { suppressionTabs } from './suppressions.types.ts'

const id = z.uuid().nullable().catch(null).default(null)

/** Reads the filters of the list of suppressed addresses from its address. Ignores values that are not valid. */
export const suppressionQuerySchema = z.object({
  show: z.enum(suppressionTabs).catch('live').default('live'),
  /** The beginning of an address. */
  q: z.string().trim().max(254).refine(isOneLine).catch('').default(''),
  /** The one that is about to be lifted. */
  lift: id,
  after: id,
})
export type SuppressionQuery = z.output<typeof suppressionQuerySchema>

const reasonMissing = 'Say why mail may go there again'

/** Parses the form that lifts a suppression. */
export const liftSuppressionSchema = z.strictObject({
  id: z.uuid('Please reload the page and try again'),
  reason: z
    .string(reasonMissing)
    .trim()
    .min(1, reasonMissing)
    .max(300, 'Reason must be at most 300 characters')
    .refine(isOneLine, strangeText),
})
