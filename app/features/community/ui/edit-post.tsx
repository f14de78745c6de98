import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, FormErrors, Textarea } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { mostCommentLetters, mostPostLetters } from '../community.rules.ts'
import type { Post } from '../community.types.ts'
import * as css from './composer.css.ts'

/** Changes the text of a post, or deletes it. @param reply what the server answered to the text */
export function EditPost({ post, reply }: { post: Post; reply: SubmissionResult | null }) {
  const { canBeEdited, canBeRepaired } = postStates[post.status]
  const typed = reply?.initialValue?.body
  return (
    <div className={stack[5]}>
      {canBeRepaired && (
        <Banner tone="warning" title="This post is hidden because people reported it.">
          <p>You can edit it once, and it shows again until a moderator has looked at it.</p>
        </Banner>
      )}
      {canBeEdited ? (
        <Form method="post" className={css.form}>
          <input type="hidden" name="version" value={post.version} />
          <FormErrors id="edit-errors" errors={reply?.error?.[''] ?? undefined} />
          <Field
            id="edit-body"
            label="Text"
            hint="In the first 15 minutes nobody sees that you changed it. After that, it says edited."
            errors={reply?.error?.body ?? undefined}
            required
          >
            {(control) => (
              <Textarea
                {...control}
                name="body"
                rows={8}
                maxLength={post.postId === null ? mostPostLetters : mostCommentLetters}
                defaultValue={typeof typed === 'string' ? typed : post.body}
              />
            )}
          </Field>
          <div className={cluster[3]}>
            <Button type="submit" variant="primary">
              Save
            </Button>
            <LinkButton to={paths.post(post.id)} variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      ) : (
        <Banner tone="warning" title="A moderator removed this, so it can't be edited." />
      )}
      {canBeEdited && !canBeRepaired && (
        <Card as="section" id="delete" aria-labelledby="delete-title">
          <Form method="post" action={paths.community()} className={css.form}>
            <h2 id="delete-title">Delete it</h2>
            <p>Nobody can read it from then on. You can't bring it back.</p>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="post" value={post.id} />
            <input
              type="hidden"
              name="back"
              value={post.postId ? paths.post(post.postId) : paths.community()}
            />
            <div>
              <Button type="submit" variant="danger">
                Delete
              </Button>
            </div>
          </Form>
        </Card>
      )}
    </div>
  )
}
