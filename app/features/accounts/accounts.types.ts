import type { SubmissionResult } from '@conform-to/react'
import * as z from 'zod'

/** What a form of the sign-in window came back with when it was posted without JavaScript. */
export type SignInReply = { tab: 'login' | 'register'; reply: SubmissionResult }

/** Result of `read_login`: how Supabase Auth knows a username; null when nobody has it. */
export const loginAccountSchema = z
  .object({ userId: z.uuid(), email: z.string(), deactivated: z.boolean() })
  .nullable()

/** Result of `read_identity`: the account of an outside identity; null when there is none. */
export const linkedAccountSchema = z.object({ userId: z.uuid(), email: z.string() }).nullable()

/** Result of `exchange_identity`: an account that exists, or how to make one. */
export const identityOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['known', 'linked']), userId: z.uuid(), email: z.string() }),
  z.object({ outcome: z.enum(['create', 'convert']), userId: z.uuid().nullable() }),
])
