import * as z from 'zod'
import '#core/form-messages.ts'
import { notificationTypes } from '#core/notification-types.ts'

/** Parses which notifications a person wants by email: the boxes that are ticked. */
export const notificationsSchema = z.strictObject({
  intent: z.literal('notifications'),
  email: z.array(z.enum(notificationTypes)).default([]),
  /** What the browser calls its time zone; empty before JavaScript. */
  timeZone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_+/-]*$/)
    .catch('')
    .default(''),
})
