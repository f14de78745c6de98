import type { SubmissionResult } from '@conform-to/react'
import { Form, Link, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors } from '#ui/field.tsx'
import { mostCommentLetters } from '../community.rules.ts'
import type { Post } from '../community.types.ts'
import * as css from './composer.css.ts'
import { PostBody } from './post-body.tsx'

/**
 * Writes a comment on a post, or a reply to one of its comments.
 * @param replyTo the comment that it answers
 */
export function CommentForm({
  post,
  replyTo,
  idempotencyKey,
  reply,
}: {
  post: string
  replyTo: Post | null
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const form = useRef<HTMLFormElement>(null)
  const { state, formData } = useNavigation()
  const isSending = state !== 'idle' && formData?.get('intent') === 'comment'
  const typed = reply?.initialValue?.body
  const lastKey = useRef(idempotencyKey)
  useEffect(() => {
    if (lastKey.current === idempotencyKey) return
    lastKey.current = idempotencyKey
    if (!reply) form.current?.reset()
  }, [idempotencyKey, reply])
  return (
    <Card padding="sm" id="comment">
      <Form ref={form} method="post" action={paths.post(post)} className={css.form} preventScrollReset>
        <input type="hidden" name="intent" value="comment" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {replyTo && (
          <>
            <input type="hidden" name="replyTo" value={replyTo.id} />
            <p>
              Replying to {replyTo.author.name}. <Link to={paths.post(post)}>Write a comment instead</Link>
            </p>
          </>
        )}
        <FormErrors id="comment-errors" errors={reply?.error?.[''] ?? undefined} />
        <PostBody
          id="comment-body"
          label={replyTo ? 'Your reply' : 'Your comment'}
          errors={reply?.error?.body ?? undefined}
          rows={2}
          most={mostCommentLetters}
          typed={typeof typed === 'string' ? typed : ''}
        />
        <div>
          <Button type="submit" variant="primary" busy={isSending}>
            {replyTo ? 'Reply' : 'Comment'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
