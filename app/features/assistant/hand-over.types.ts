import * as z from 'zod'
import { instant } from '#core/columns.ts'

const transcriptSchema = z.array(z.object({ question: z.string(), answer: z.string().nullable() }))
export type Transcript = z.output<typeof transcriptSchema>

/** Describes the result of `read_hand_over`. */
export const handOverSchema = z.object({
  /** Where the answer goes; null where the account has no address. */
  email: z.string().nullable(),
  /** The latest conversation, which can be sent along; null without one. */
  conversation: z.object({ id: z.uuid(), lines: transcriptSchema }).nullable(),
})
export type HandOver = z.output<typeof handOverSchema>

/** Describes the result of `read_requests`. */
export const requestListSchema = z.object({
  requests: z.array(
    z.object({
      id: z.uuid(),
      personId: z.uuid(),
      name: z.string(),
      message: z.string(),
      /** The conversation; null where its member did not agree to send it. */
      transcript: transcriptSchema.nullable(),
      /** What was mailed; null while it is open. */
      reply: z.string().nullable(),
      by: z.string().nullable(),
      createdAt: instant,
      answeredAt: instant.nullable(),
    }),
  ),
  open: z.int(),
  timeZone: z.string(),
  now: instant,
})
export type RequestList = z.output<typeof requestListSchema>
