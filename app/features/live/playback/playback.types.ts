import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Holds what the database answers when playback begins or goes on. */
export const playbackSessionSchema = z.object({
  sessionId: z.uuid(),
  streamId: z.uuid(),
  /** Who watches: a person's id, or the device's. */
  viewer: z.string(),
  state: z.string(),
  isReplay: z.boolean(),
  isPreview: z.boolean(),
  expiresAt: instant,
  renewInSeconds: z.number(),
  /** True when another device had to stop for this one. */
  endedOther: z.boolean(),
})

export type PlaybackSession = z.output<typeof playbackSessionSchema>

/** Holds what a player gets: where to begin, and when to renew. */
export const playbackSchema = z.object({
  sessionId: z.uuid(),
  /** Address of the first playlist. */
  address: z.string(),
  renewInSeconds: z.number(),
  expiresAt: instant,
  isReplay: z.boolean(),
  endedOther: z.boolean(),
})

export type Playback = z.output<typeof playbackSchema>

/** What the player needs to know of a stream. `state` follows the page's: an interruption shows a slate, an end its sentence. */
export type PlayableStream = {
  id: string
  title: string
  state: string
  imagePath: string | null
  imageAlt: string
}
