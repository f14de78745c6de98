import type { SubmissionResult } from '@conform-to/react'
import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Holds the reply to a form of the sign-in window that was posted without JavaScript. */
export type SignInReply = { tab: 'login' | 'register'; reply: SubmissionResult }

/** Result of `read_login`: the address of a username's account in Supabase Auth; null when no one has it. */
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

/** Describes the account whose password a link may set (`read_password_reset`); null when the link has ended. */
export const passwordResetSchema = z.object({ username: z.string(), displayName: z.string() }).nullable()
export type PasswordReset = NonNullable<z.output<typeof passwordResetSchema>>

/**
 * The address that a link to undo a change of address restores (`read_email_undo`); null when the link has ended.
 * `unprovenHolder` is another account that has the address meanwhile and never proved it.
 */
export const emailUndoSchema = z
  .object({
    userId: z.uuid(),
    email: z.string(),
    username: z.string().nullable(),
    unprovenHolder: z.uuid().nullable(),
  })
  .nullable()

/** Describes whose second step a link confirms or removes (`read_factor_confirmation`); null when the link has ended. */
export const factorConfirmationSchema = z
  .object({ userId: z.uuid(), username: z.string().nullable() })
  .nullable()
export type FactorConfirmation = NonNullable<z.output<typeof factorConfirmationSchema>>

/** Result of `undo_factors`: the account, and the mailbox that the link went to. */
export const undoneFactorsSchema = z.object({ userId: z.uuid(), email: z.string() })

/** Result of `read_second_factor`: the caller's second step. */
export const secondFactorSchema = z.object({
  /** Authenticator apps that count, with the instant from which each does. */
  apps: z.array(z.object({ id: z.uuid(), since: instant })),
  /** Passkeys that count. `usedAt` is null where the last use is not known. */
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), since: instant, usedAt: instant.nullable() })),
  codesLeft: z.int(),
  /** True if this session passed the second step by a recovery code. */
  isRecovered: z.boolean(),
  /** Until when an admin must set it up; null for everybody else and once it is set up. */
  dueAt: instant.nullable(),
})
export type SecondFactor = z.output<typeof secondFactorSchema>

/** Request to a device for a passkey, in Supabase Auth's form for browsers. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>

/** A challenge for a passkey, and which factor it is for. */
export type PasskeyChallenge = { factorId: string; challengeId: string; options: PasskeyOptions }

type SecondStepShown =
  | { step: 'form'; intent: 'begin' | 'codes' | 'end' | 'begin-passkey' }
  | { step: 'remove'; factorId: string }
  | { step: 'scan'; factorId: string; uri: string; secret: string; picture: { size: number; path: string } }
  | { step: 'passkey'; challenge: PasskeyChallenge; message: string | null }
  | { step: 'codes'; codes: string[] }
  | { step: 'mail'; message: string }

/** Describes the page that sets up the second step after one of its forms. */
export type SecondStepReply = SecondStepShown & { reply: SubmissionResult | null }
