import { machineTime } from '#core/machine-time.ts'
import { longDateTime, relativeTime } from '#core/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import type { Post } from '../community.types.ts'
import * as css from './post-card.css.ts'

/**
 * Shows a post: author, time, and its text as plain text.
 * @param now the moment the list was read
 * @param timeZone the brand's zone
 * @param marked whether to highlight it, because a link led to it
 */
export function PostCard({
  post,
  now,
  timeZone,
  marked,
}: {
  post: Post
  now: string
  timeZone: string
  marked: boolean
}) {
  return (
    <Card as="article" padding="sm" id={`post-${post.id}`} className={marked ? css.marked : undefined}>
      <div className={css.head}>
        <Avatar src={post.author.avatar} displayName={post.author.name} />
        <div className={css.who}>
          <h2 className={css.name}>{post.author.name}</h2>
          <time
            className={css.when}
            dateTime={machineTime(post.createdAt)}
            title={longDateTime(post.createdAt, timeZone)}
          >
            {relativeTime(post.createdAt, new Date(now), timeZone)}
          </time>
        </div>
      </div>
      <p className={css.body}>{post.body}</p>
    </Card>
  )
}
