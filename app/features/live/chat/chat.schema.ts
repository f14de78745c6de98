import * as z from 'zod'
import '#core/form-messages.ts'
import { mostLetters } from './chat.rules.ts'
import { chatModes, slowSteps } from './chat.types.ts'

/** What people send from a chat. */

export const sendSchema = z.object({
  body: z.string().trim().min(1).max(mostLetters),
  replyTo: z.uuid().optional(),
  key: z.string().min(8).max(100).optional(),
})
export type NewMessage = z.output<typeof sendSchema>

export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other'] as const
const message = z.uuid()

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
    slowSeconds: z.coerce.number().pipe(z.literal(slowSteps)),
  }),
])
export type ChatAct = z.output<typeof actSchema>
