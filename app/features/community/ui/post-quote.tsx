import { Link } from '@remix-run/react'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { QuotedPost } from '../community.types.ts'
import * as css from './post-quote.css.ts'

/**
 * A post as a quotation, for pages that are about something else; it leads to its place in the community.
 * @param now the moment the list was read
 * @param timeZone the brand's zone
 */
export function PostQuote({ post, now, timeZone }: { post: QuotedPost; now: string; timeZone: string }) {
  return (
    <figure className={css.quote}>
      <blockquote className={css.words}>
        <p className={css.text}>{post.excerpt}</p>
      </blockquote>
      <figcaption className={css.who}>
        <Avatar src={post.author.avatar} displayName={post.author.name} />
        <span className={css.name}>
          <Link to={paths.post(post.id)} className={css.link}>
            {post.author.name}
          </Link>
          <time className={css.when} dateTime={machineTime(post.createdAt)} suppressHydrationWarning>
            {relativeTime(post.createdAt, new Date(now), timeZone)}
          </time>
        </span>
      </figcaption>
    </figure>
  )
}
