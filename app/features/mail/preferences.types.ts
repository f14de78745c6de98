import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { notificationTypes } from '#core/notification-types.ts'

/** Result of `read_mail_preferences`: what the reader of a mail gets; null for a link that has ended. */
export const mailPreferencesSchema = z
  .object({
    email: z.string(),
    hasAccount: z.boolean(),
    pausedUntil: instant.nullable(),
    /** Alerts alone can only be ended. */
    canPause: z.boolean(),
    types: z.array(z.object({ type: z.enum(notificationTypes), email: z.boolean() })),
  })
  .nullable()
export type MailPreferences = NonNullable<z.output<typeof mailPreferencesSchema>>
