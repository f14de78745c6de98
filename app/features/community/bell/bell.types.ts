import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Kinds of notifications; `private.notification_kinds` has the same kinds in the same order. */
export const notificationKinds = [
  'mention',
  'comment',
  'reply',
  'reaction',
  'follow',
  'post_published',
  'post_hidden',
  'post_removed',
  'post_restored',
  'sanction',
  'sanction_lifted',
  'appeal_decided',
  'stream_live',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const itemSchema = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  isUnread: z.boolean(),
  at: instant,
  /** Facts of a decision: until when a mute lasts, how an appeal ended. */
  facts: z.record(z.string(), z.unknown()),
  /** The post it leads to, with the beginning of its text; null where there is none, or none to be seen any more. */
  post: z.object({ id: z.uuid(), threadId: z.uuid(), isComment: z.boolean(), words: z.string() }).nullable(),
  event: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  /** Up to ten of those who did it, the latest first. */
  people: z.array(
    z.object({ name: z.string(), avatar: z.string().nullable(), username: z.string().nullable() }),
  ),
  /** How many people did it. */
  count: z.int(),
})
export type BellItem = z.output<typeof itemSchema>

/** Result of `read_my_bell`. */
export const bellSchema = z.object({
  items: z.array(itemSchema),
  /** The notification with which the next page begins. */
  next: z.uuid().nullable(),
  /** The notification with which this page begins; null for the latest. */
  from: z.uuid().nullable(),
  /** The number at the bell: items that are unread, up to 100, on all pages. */
  unread: z.int(),
  /** The brand's zone, for days. */
  timeZone: z.string(),
  now: instant,
})
export type BellPage = z.output<typeof bellSchema>
