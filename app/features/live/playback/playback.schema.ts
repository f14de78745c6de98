import '#core/form-messages.ts'
import * as z from 'zod'

/** Names the browser that begins playback: a random id that it keeps. */
export const beginPlaybackSchema = z.object({ device: z.uuid() })

/** Carries the token of a player that nobody is signed in at. */
export const sessionTokenSchema = z.object({
  token: z
    .string()
    .regex(/^[\w.-]{1,1024}$/, 'Please check this field')
    .nullish(),
})
