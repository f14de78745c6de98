import * as paths from '#core/paths.ts'
import { longDateTime } from '#core/time.ts'
import type { BellItem, NotificationKind } from './bell.types.ts'

/** Names who did something: `Ana`, `Ana and Ben`, `Ana, Ben and 3 others`. */
export function namesOf({ people, count }: Pick<BellItem, 'people' | 'count'>): string {
  const [first, second] = people.map(({ name }) => name)
  if (!first) return 'Somebody'
  if (!second || count < 2) return first
  if (count === 2) return `${first} and ${second}`
  return `${first}, ${second} and ${count === 3 ? '1 other' : `${count - 2} others`}`
}

type Told = Pick<BellItem, 'facts'> & { what: 'post' | 'comment'; timeZone: string }

/** Sentence of each kind, put behind the names of the people who did it. */
const sentences: Record<NotificationKind, (told: Told) => string> = {
  mention: ({ what }) => `mentioned you in a ${what}`,
  comment: () => 'commented on your post',
  reply: () => 'replied to your comment',
  reaction: ({ what }) => `reacted to your ${what}`,
  follow: () => 'followed you',
  post_published: ({ what }) => `Your ${what} is now public.`,
  post_hidden: ({ what }) => `Your ${what} is hidden because people reported it. You can edit it once.`,
  post_removed: ({ what }) => `A moderator removed your ${what}.`,
  post_restored: ({ what }) => `A moderator looked at your ${what}. It is public again.`,
  sanction: ({ facts: { until }, timeZone }) =>
    typeof until === 'string'
      ? `You can’t post or comment until ${longDateTime(until, timeZone)}.`
      : 'A moderator gave you a warning.',
  sanction_lifted: () => 'You can post and comment again.',
  appeal_decided: () => 'We decided your appeal.',
  stream_live: ({ facts: { title } }) => `${String(title ?? 'The stream')} is live now.`,
}

/** Says what happened, without names. @param timeZone the brand's zone */
export function sentenceOf({ kind, facts, post }: BellItem, timeZone: string): string {
  return sentences[kind]({ facts, timeZone, what: post?.isComment ? 'comment' : 'post' })
}

/** Says where an item leads; null where there is nothing to open. */
export function pathOf({ kind, post, people, event, facts }: BellItem): string | null {
  if (kind === 'stream_live') return paths.live(typeof facts.code === 'string' ? facts.code : undefined)
  if (post) return paths.post(post.id)
  const [first] = people
  if (kind === 'follow' && first)
    return first.username ? paths.person(first.username) : paths.myPeople({ show: 'followers' })
  return event && paths.event(event.id, event.slug)
}
