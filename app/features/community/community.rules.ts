import { megabyte, type UploadHandle } from '#core/largest-file.ts'

/** The reactions of which a person gives one to a post. */
export const reactions = ['love', 'fire', 'dance', 'laugh', 'wow', 'sad'] as const
export type Reaction = (typeof reactions)[number]

/** The tabs of the feed. */
export const feedTabs = ['latest', 'following', 'events'] as const
export type FeedTab = (typeof feedTabs)[number]

/** The modes of an event's thread. */
export const threadModes = ['hype', 'live', 'recap', 'locked'] as const
export type ThreadMode = (typeof threadModes)[number]

/** Most characters of a post and of a comment, most pictures of a post and most people it mentions. */
export const mostPostLetters = 2000
export const mostCommentLetters = 1000
export const mostPictures = 4
/** The largest picture of a post. */
export const largestPictureMegabytes = 8
/** The handle of a route whose form takes the pictures of a post. */
export const postUpload: UploadHandle = { largestFile: mostPictures * largestPictureMegabytes * megabyte }

/** How each reaction looks and is called. */
export const reactionLooks: Record<Reaction, { sign: string; label: string }> = {
  love: { sign: '❤️', label: 'Love' },
  fire: { sign: '🔥', label: 'Fire' },
  dance: { sign: '💃', label: 'Dance' },
  laugh: { sign: '😂', label: 'Funny' },
  wow: { sign: '😮', label: 'Wow' },
  sad: { sign: '😢', label: 'Sad' },
}

/** Name of each mode of a thread, and its meaning for readers. */
export const threadLooks: Record<ThreadMode, { label: string; text: string }> = {
  hype: { label: 'Before doors', text: 'Doors are still to come. Every member can post.' },
  live: { label: 'Live', text: "Only people who've been scanned in at the door can post until the end." },
  recap: {
    label: 'Recap',
    text: 'The night is over. Share photos, and ask about anything lost or found.',
  },
  locked: { label: 'Closed', text: 'This thread is closed. You can still read it.' },
}

/** Names a pause between two posts of slow mode. @param seconds 10 to 86,400 */
export function pauseText(seconds: number): string {
  const [amount, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second']
  return amount === 1 ? `one post per ${unit}` : `one post every ${amount} ${unit}s`
}

/** The pauses that moderators choose from, in seconds. */
export const slowModes = [10, 30, 60, 300, 900, 3600, 21_600, 86_400] as const

/** Says whether the reader writes in a thread, or of what the composer tells them instead. */
export function mayWrite(reader: { mayPost: boolean }, thread: { refusal: string | null } | null): boolean {
  return reader.mayPost && !thread?.refusal
}
