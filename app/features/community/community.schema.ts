import '#core/form-messages.ts'
import * as z from 'zod'
import { shownNumber } from '#core/number-input.ts'
import { pictureField } from '#core/picture-upload.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { sentenceOf } from '#core/refusals.ts'
import {
  feedTabs,
  largestPictureMegabytes,
  mostCommentLetters,
  mostPictures,
  mostPostLetters,
  reactions,
  slowModes,
} from './community.rules.ts'

const text = (most: number, empty: string) =>
  z
    .string(empty)
    .trim()
    .min(1, empty)
    .max(most, `Use at most ${most.toLocaleString('en-US')} characters`)
    .refine(isPlainText, strangeText)

const alt = z
  .string()
  .trim()
  .max(300, 'The description can have at most 300 characters')
  .refine(isOneLine, strangeText)
  .optional()

const reload = 'Please reload the page and try again'
const idempotencyKey = z.string(reload).max(200, reload).refine(isOneLine, reload).optional()
/** Where a form without JavaScript leads back to. */
const back = z.string(reload).max(300, reload).refine(isOneLine, reload).optional()

const tooMany = sentenceOf('too_many_post_pictures')

/** Writes a post. */
export const postSchema = z.object({
  intent: z.literal('post'),
  body: text(mostPostLetters, 'Write something first'),
  event: z.uuid().optional(),
  topic: z.literal('lost_and_found').optional(),
  official: z.literal('on').optional(),
  pictures: z.array(pictureField(largestPictureMegabytes)).max(mostPictures, tooMany).optional(),
  alt: z.array(alt).max(mostPictures, tooMany).optional(),
  back,
  idempotencyKey,
})
export type NewPost = z.output<typeof postSchema>

/** Writes a comment, or a reply to one. */
export const commentSchema = z.object({
  intent: z.literal('comment'),
  body: text(mostCommentLetters, 'Write something first'),
  replyTo: z.uuid().optional(),
  idempotencyKey,
})
export type NewComment = z.output<typeof commentSchema>

/** Changes the text of a post or comment. */
export const editSchema = z.object({
  body: text(mostPostLetters, 'Write something first'),
  version: shownNumber(),
})

/** Sets a reaction, or takes it back (empty). */
export const reactionSchema = z.object({
  intent: z.literal('react'),
  post: z.uuid(),
  reaction: z.enum(reactions).optional(),
  back,
})

/** Leads to the page of a post: what "Copy link" does before JavaScript. */
export const openSchema = z.object({ intent: z.literal('open'), post: z.uuid() })

/** Deletes a post or comment of one's own. */
export const deleteSchema = z.object({ intent: z.literal('delete'), post: z.uuid(), back })

/** Pins a post or ends its comments, for moderators, or takes that back. */
export const flagSchema = z.object({
  intent: z.enum(['pin', 'unpin', 'lock', 'unlock']),
  post: z.uuid(),
  back,
})

/** How the thread of an event works, for moderators. */
export const threadSchema = z.object({
  intent: z.literal('thread'),
  event: z.uuid(),
  slowSeconds: z.enum(['', ...slowModes.map(String)]).optional(),
  mode: z.enum(['', 'hype', 'live', 'recap']).optional(),
  locked: z.literal('on').optional(),
  back,
})
export type ThreadSettings = z.output<typeof threadSchema>

/** The tab, the event and the page of the feed, in its address. What is not valid is ignored. */
export const feedQuerySchema = z.object({
  tab: z.enum(feedTabs).catch('latest').default('latest'),
  event: z.uuid().nullable().catch(null).default(null),
  from: z.uuid().nullable().catch(null).default(null),
})

/** Query of an open page about its feed. */
export const newPostsQuerySchema = feedQuerySchema
  .omit({ from: true })
  .extend({ after: z.iso.datetime({ offset: true }) })

/** The forms of the community by their intent. */
export const communityForms = {
  post: postSchema,
  react: reactionSchema,
  delete: deleteSchema,
  open: openSchema,
  pin: flagSchema,
  unpin: flagSchema,
  lock: flagSchema,
  unlock: flagSchema,
  thread: threadSchema,
}
