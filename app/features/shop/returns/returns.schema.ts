import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { returnSteps, returnTabs } from './returns.types.ts'

/** The tab, the search and the page of the list of returns, in its address. What is not valid is ignored. */
export const returnsQuerySchema = z.object({
  show: z.enum(returnTabs).catch('requested').default('requested'),
  q: z.string().trim().max(254).refine(isOneLine).catch('').default(''),
  after: z.uuid().nullable().catch(null).default(null),
})
export type ReturnsQuery = z.output<typeof returnsQuerySchema>

/** Takes a return one step on. A rejection needs a reason, which the buyer reads; what moves money may need the password. */
export const returnStepSchema = z.object({
  step: z.enum(returnSteps, 'Choose what happens'),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
})
