import type { SubmissionResult } from '@conform-to/react'
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { personCardSchema } from '#core/person-card.ts'

const sessionSchema = z.object({
  id: z.uuid(),
  startedAt: instant,
  seenAt: instant,
  userAgent: z.string(),
  /** True for the caller's own session. */
  current: z.boolean(),
})
export type Session = z.output<typeof sessionSchema>

/** Result of `read_my_settings` for a member; it returns null to anybody else. Instants are ISO 8601. */
export const settingsSchema = z.object({
  email: z.string().nullable(),
  /** The address that waits for its link. */
  pendingEmail: z.string().nullable(),
  /** Holds the instant at which the account will be deleted; null unless its owner asked for it. */
  deleteAt: instant.nullable(),
  privacy: z.object({
    cardPublic: z.boolean(),
    badgesPublic: z.boolean(),
    /** Null: never chosen, so the browser's own signal decides. */
    analyticsAllowed: z.boolean().nullable(),
    card: personCardSchema,
  }),
  sessions: z.array(sessionSchema),
})
export type Settings = z.output<typeof settingsSchema>

/** Result of `export_my_data` for a member. The site hands the file on as it is, so that nothing in it can get lost here. */
export const exportedDataSchema = z.looseObject({ exportedAt: instant })

/** Describes what a link to a new address changes (`read_email_change`); null when the link has ended. */
export const emailChangeSchema = z.object({ userId: z.uuid(), email: z.string() }).nullable()

/** The forms that show messages at their fields. */
export type SettingsForm = 'email' | 'password' | 'delete'

/** Describes the settings page after a form: messages at its fields, or a sentence over the page. */
export type SettingsReply = {
  form: SettingsForm | null
  reply: SubmissionResult | null
  message: string | null
}
