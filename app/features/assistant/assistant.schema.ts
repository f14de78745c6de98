import '#core/form-messages.ts'
import * as z from 'zod'
import { isPlainText, strangeText } from '#core/plain-text.ts'

const staleForm = 'Please reload the page and try again'

/** Most characters of a question; the database holds the same. */
export const longestQuestion = 4000

/** A question, and the conversation that it continues; a new one without. */
export const askSchema = z.object({
  question: z
    .string('Type a question first')
    .trim()
    .min(1, 'Type a question first')
    .max(longestQuestion, 'Please use at most 4000 characters')
    .refine(isPlainText, strangeText),
  conversation: z.uuid(staleForm).optional(),
})
export type Question = z.output<typeof askSchema>

/** Says that an answer helped, or did not. */
export const rateSchema = z.object({
  turn: z.uuid(staleForm),
  rating: z.enum(['up', 'down'], staleForm).transform((rating) => (rating === 'up' ? 1 : -1)),
})

/** Deletes a conversation; all of them without its id. */
export const deleteConversationSchema = z.object({ conversation: z.uuid(staleForm).optional() })

/** Confirms or drops an act that was offered, by what its card carries. */
export const confirmSchema = z.object({
  draft: z.uuid(staleForm),
  token: z.string(staleForm).regex(/^[0-9a-f]{48}$/, staleForm),
  conversation: z.uuid(staleForm).optional(),
})

/** Reads which conversation the address shows. */
export const shownConversationSchema = z.uuid().nullable().catch(null)

/** Makes a question without an answer a phrasing of an intent. */
export const phrasingSchema = z.object({
  question: z.uuid(staleForm),
  means: z.string('Choose what it asks for').regex(/^[a-z_]{2,30}$/, 'Choose what it asks for'),
})
/** Names the question that is dismissed. */
export const dismissSchema = z.object({ question: z.uuid(staleForm) })
/** Names the phrasing that is deleted. */
export const dropPhrasingSchema = z.object({ id: z.uuid(staleForm) })
