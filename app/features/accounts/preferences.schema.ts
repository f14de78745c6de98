import * as z from 'zod'
import '#core/form-messages.ts'
import { notificationTypes } from './notification-types.ts'

/** What somebody wants to be told by email: the boxes that are ticked. */
export const notificationsSchema = z.strictObject({
  intent: z.literal('notifications'),
  email: z.array(z.enum(notificationTypes)).default([]),
})

const ticked = z.literal('on').optional()

/** What others may see of a person, and whether the figures may know them. */
export const privacySchema = z.strictObject({
  intent: z.literal('privacy'),
  cardPublic: ticked,
  badgesPublic: ticked,
  analyticsAllowed: ticked,
})
export type PrivacyInput = z.output<typeof privacySchema>
