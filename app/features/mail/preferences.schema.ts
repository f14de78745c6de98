import * as z from 'zod'
import '#core/form-messages.ts'
import { linkTokenSchema } from '#core/account-fields.ts'
import { notificationTypes } from '#core/notification-types.ts'

/** Parses what the page of email preferences sends: the boxes that are ticked, or a button. */
export const mailPreferencesFormSchema = z.strictObject({
  token: linkTokenSchema,
  intent: z.enum(['save', 'pause', 'resume', 'end']),
  email: z.array(z.enum(notificationTypes)).default([]),
})
