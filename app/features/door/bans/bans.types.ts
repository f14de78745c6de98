import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Result of `list_bans`: people whom door managers do not want in, at all events. */
export const banListSchema = z.object({
  bans: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** How to recognize them. */
      looks: z.string().nullable(),
      reason: z.string(),
      /** The account of a ticket matches, too. */
      hasAccount: z.boolean(),
      createdAt: instant,
      createdBy: z.string().nullable(),
      /** Valid tickets of the event that match. */
      tickets: z.int(),
    }),
  ),
  now: instant,
})
export type BanList = z.output<typeof banListSchema>
