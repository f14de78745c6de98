import * as z from 'zod'
import '#core/form-messages.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'
import { mostLetters } from './chat.rules.ts'
import { chatModes, slowSteps } from './chat.types.ts'

/** What people send from a chat. */

const empty = 'Please fill this in'

export const sendSchema = z.object({
  // Its lines become one: the database joins them.
  body: z
    .string(empty)
    .trim()
    .min(1, empty)
    .max(mostLetters, `Please use at most ${mostLetters} characters`)
    .refine(isPlainText, strangeText),
  replyTo: z.uuid().optional(),
  /** Makes sending again harmless. */
  key: z.uuid().optional(),
})
export type NewMessage = z.output<typeof sendSchema>

export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other'] as const
const message = z.uuid()

/** Decides about a reported message: hides it, or dismisses its reports. */
export const judgeSchema = z.object({ message, decision: z.enum(['hide', 'dismiss']) })

/** What is done to a message, its author or the chat, by the field `act`. */
export const actSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('judge'), message, decision: z.enum(['hide', 'show', 'dismiss']) }),
  z.object({
    act: z.literal('sanction'),
    message,
    step: z.enum(['mute_1', 'mute_10', 'mute_60', 'mute_1440', 'ban', 'lift']),
  }),
  z.object({ act: z.literal('pin'), message: message.optional() }),
  z.object({ act: z.literal('report'), message, reason: z.enum(reportReasons).default('other') }),
  z.object({ act: z.literal('block'), person: z.uuid() }),
  z.object({
    act: z.literal('settings'),
    mode: z.enum(chatModes),
    slowSeconds: z.enum(slowSteps.map(String)),
  }),
])
export type ChatAct = z.output<typeof actSchema>
