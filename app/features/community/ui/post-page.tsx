import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { page as pageColumn, prose, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { mayWrite, threadLooks } from '../community.rules.ts'
import type { Comment, PostPage, Reader } from '../community.types.ts'
import { CommentForm } from './comment-form.tsx'
import * as css from './post-card.css.ts'
import { commentsText, PostCard } from './post-card.tsx'

/**
 * Shows a post, its comments with their replies, and the form for another one.
 * @param replyTo the comment that the reader chose to answer
 * @param refusal why a plain form was refused on the page before
 * @param reply what the server answered to a comment
 */
export function PostPageView({
  page,
  replyTo,
  refusal,
  reply,
  idempotencyKey,
}: {
  page: PostPage
  replyTo: string | null
  refusal: string | null
  reply: SubmissionResult | null
  idempotencyKey: string | null
}) {
  const { post, comments, asked, from, next, thread } = page
  const here = paths.post(post.id, { from })
  const reader = { ...page, here }
  const answered = comments.flatMap((one) => [one, ...one.replies]).find(({ id }) => id === replyTo) ?? null
  const closed = post.isLocked
    ? 'Comments on this post are closed.'
    : thread?.refusal && threadLooks[thread.mode].text
  return (
    <div className={classNames(pageColumn, prose)}>
      <PageHeader
        title={post.isOfficial ? `News from ${post.author.name}` : `Post by ${post.author.name}`}
        text={
          <Link to={paths.community({ event: post.event?.id ?? null })} className={touchLink}>
            {post.event?.title ?? 'Community'}
          </Link>
        }
      />
      <div className={stack[4]}>
        {refusal && <Banner tone="danger" title={refusal} announce />}
        <PostCard post={post} reader={reader} />
        <section id="comments" aria-labelledby="comments-title" className={stack[4]}>
          <h2 id="comments-title">{post.comments === 0 ? 'No comments yet' : commentsText(post.comments)}</h2>
          {comments.map((comment) => (
            <PostCard key={comment.id} post={comment} reader={reader} marked={asked === comment.id} level={3}>
              <Replies comment={comment} reader={reader} asked={asked} />
            </PostCard>
          ))}
          <Pagination
            label="More comments"
            previous={from && paths.post(post.id)}
            previousLabel="First comments"
            next={next && paths.post(post.id, { from: next })}
            nextLabel="Show more comments"
          />
          {closed ? (
            <Banner title={closed} />
          ) : mayWrite(page, thread) && idempotencyKey ? (
            <CommentForm post={post.id} replyTo={answered} idempotencyKey={idempotencyKey} reply={reply} />
          ) : (
            <div>
              <LinkButton
                to={paths.home({ auth: 'login', redirect: paths.post(post.id) })}
                variant="secondary"
              >
                Sign in to comment
              </LinkButton>
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

/** Shows replies to a comment, with ways to those before and after them. @param asked the post or comment that the address named */
function Replies({ comment, reader, asked }: { comment: Comment; reader: Reader; asked: string }) {
  const { replies, nextReply, hasEarlierReplies } = comment
  const post = comment.postId ?? comment.id
  if (replies.length === 0 && !hasEarlierReplies) return null
  return (
    <div className={css.replies}>
      {hasEarlierReplies && (
        <Link to={`${paths.post(post, { from: comment.id })}#post-${comment.id}`} className={touchLink}>
          Show earlier replies
        </Link>
      )}
      {replies.map((one) => (
        <PostCard key={one.id} post={one} reader={reader} marked={asked === one.id} level={4} />
      ))}
      {nextReply && (
        <Link to={`${paths.post(post, { from: nextReply })}#post-${nextReply}`} className={touchLink}>
          Show more replies
        </Link>
      )}
    </div>
  )
}
