import * as z from 'zod'
import '#core/form-messages.ts'
import { notificationTypes } from '#core/notification-types.ts'

/** Parses which notifications a person wants by email: the boxes that are ticked. */
export const notificationsSchema = z.strictObject({
  intent: z.literal('notifications'),
  email: z.array(z.enum(notificationTypes)).default([]),
})
