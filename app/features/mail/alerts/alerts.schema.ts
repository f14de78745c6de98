import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const emailInvalid = 'Please enter a valid email address'

/**
 * Parses what the form for the alerts of an event sends. Members send no address. `website` is invisible: a person leaves it
 * empty, a program fills it in.
 */
export const askAlertSchema = z.strictObject({
  intent: z.literal('alert'),
  email: z
    .string(emailInvalid)
    .trim()
    .refine(isOneLine, strangeText)
    .toLowerCase()
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid))
    .optional(),
  website: z.string().refine(isOneLine, strangeText).optional(),
})

/** Parses what a button sends that follows an artist or a series, or stops: its id under the name of what to do. */
export const followSchema = z
  .strictObject({ intent: z.literal('follow'), follow: z.uuid().optional(), unfollow: z.uuid().optional() })
  .transform(({ follow, unfollow }, context) => {
    const subject = follow ?? unfollow
    if (subject) return { subject, isFollowing: follow !== undefined }
    context.addIssue({ code: 'custom', message: 'Please choose from the list.' })
    return z.NEVER
  })
