import '#core/form-messages.ts'
import * as z from 'zod'
import { isPlainText, strangeText } from '#core/plain-text.ts'
import { FAILURE_KINDS, FAILURE_TABS } from './failures.types.ts'

/** The tab and the page of the list, in its address. What is not valid is ignored. */
export const failureQuerySchema = z.object({
  show: z.enum(FAILURE_TABS).nullable().catch(null).default(null),
  after: z
    .string()
    .regex(/^\d{4}-[\dT:.+-]{10,40}Z? [a-z_]{3,20} .{1,300}$/)
    .nullable()
    .catch(null)
    .default(null),
})
export type FailureQuery = z.output<typeof failureQuerySchema>

const named = {
  kind: z.enum(FAILURE_KINDS),
  id: z.string().regex(/^[\x20-\x7e]{1,300}$/, 'Please choose one of the options'),
}

/** Has a failure tried again. */
export const retryFailureSchema = z.strictObject({ intent: z.literal('retry'), ...named })

/** Leaves a failure as it is. */
export const discardFailureSchema = z.strictObject({
  intent: z.literal('discard'),
  ...named,
  reason: z
    .string('Say why it is left as it is')
    .trim()
    .min(3, 'Say why it is left as it is')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
})
