import { Link } from '@remix-run/react'
import { MessageCircle } from 'lucide-react'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { longDateTime, relativeTime } from '#core/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster } from '#ui/layout.css.ts'
import { ServerMarkup } from '#ui/server-markup.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import type { Post, Reader } from '../community.types.ts'
import { PostNotice } from '../moderation/ui/post-notice.tsx'
import * as css from './post-card.css.ts'
import { PostMenu } from './post-menu.tsx'
import { Reactions } from './reactions.tsx'

/**
 * Shows a post or comment: author, time, its text, its pictures, and what may be done with it.
 * @param marked whether to highlight it, because a link led to it
 * @param level of its heading
 */
export function PostCard({
  post,
  reader,
  marked = false,
  level = 2,
  children,
}: {
  post: Post
  reader: Reader
  marked?: boolean
  level?: 2 | 3 | 4
  children?: React.ReactNode
}) {
  const { author, status } = post
  const Heading = `h${level}` as const
  const state = postStates[status]
  const isComment = post.postId !== null
  return (
    <Card
      as="article"
      padding="sm"
      id={`post-${post.id}`}
      className={marked ? css.marked : undefined}
      aria-labelledby={`author-${post.id}`}
    >
      <div className={css.head}>
        <Avatar src={author.avatar} displayName={author.name} />
        <div className={css.who}>
          <div className={css.nameLine}>
            <Heading className={css.name} id={`author-${post.id}`}>
              {author.username ? (
                <Link to={paths.person(author.username)} className={css.nameLink}>
                  {author.name}
                </Link>
              ) : (
                author.name
              )}
            </Heading>
            {post.isOfficial ? (
              <Badge tone="accent">Official</Badge>
            ) : (
              author.isStaff && <Badge tone="info">Staff</Badge>
            )}
            {post.wasThere && <Badge tone="success">Was there</Badge>}
            {!state.isShown && <Badge tone={state.tone}>{state.label}</Badge>}
          </div>
          <span className={css.when}>
            <Link to={paths.post(post.id)} className={css.whenLink}>
              <time
                dateTime={machineTime(post.createdAt)}
                title={longDateTime(post.createdAt, reader.timeZone)}
                suppressHydrationWarning
              >
                {relativeTime(post.createdAt, new Date(reader.now), reader.timeZone)}
              </time>
            </Link>
            {post.editedAt && ' · edited'}
            {post.isPinned && ' · pinned'}
          </span>
        </div>
        <PostMenu post={post} reader={reader} />
      </div>
      {!isComment && ((post.event && post.event.id !== reader.thread?.id) || post.topic) && (
        <p className={classNames(cluster[2], css.body)}>
          {post.event && post.event.id !== reader.thread?.id && (
            <Link to={paths.community({ event: post.event.id })} className={touchLink}>
              {post.event.title}
            </Link>
          )}
          {post.topic && <Badge tone="warning">Lost and found</Badge>}
        </p>
      )}
      {post.notice && (
        <div className={css.body}>
          <PostNotice
            notice={post.notice}
            edit={paths.editPost(post.id)}
            clock={{ timeZone: reader.timeZone, now: reader.now }}
          />
        </div>
      )}
      <div className={css.body}>
        <ServerMarkup html={post.html} />
      </div>
      {post.pictures.length > 0 && (
        <div className={post.pictures.length === 1 ? css.pictures.one : css.pictures.many}>
          {post.pictures.map(({ name, width, height, alt }) => (
            <img
              key={name}
              src={paths.postPicture(name)}
              width={width}
              height={height}
              alt={alt || 'Picture without a description'}
              loading="lazy"
              className={css.picture}
            />
          ))}
        </div>
      )}
      {post.link && (
        <a href={post.link.url} rel="nofollow ugc noopener noreferrer" className={css.preview}>
          <span className={css.previewSite}>{post.link.site}</span>
          <span className={css.previewTitle}>{post.link.title}</span>
          {post.link.description && <span>{post.link.description}</span>}
        </a>
      )}
      {state.isShown && (
        <div className={css.foot}>
          <Reactions post={post} reader={reader} />
          {isComment ? (
            reader.mayPost && (
              <Link to={`${paths.post(post.id, { reply: post.id })}#comment`} className={css.commentsLink}>
                Reply
              </Link>
            )
          ) : (
            <Link to={`${paths.post(post.id)}#comments`} className={css.commentsLink}>
              <MessageCircle size={18} aria-hidden="true" />
              {commentsText(post.comments)}
            </Link>
          )}
        </div>
      )}
      {children}
    </Card>
  )
}

/** Says how many comments a post has. */
export const commentsText = (count: number) =>
  count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count.toLocaleString('en-US')} comments`
