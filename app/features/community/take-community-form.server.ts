import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, type Result, refusalSentence } from '#core/result.ts'
import { leaveFlash } from '#server/flash.server.ts'
import type { IntentRead } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import type { communityForms } from './community.schema.ts'
import { createPost, deletePost, flagPost, reactToPost, saveThread } from './community.writes.server.ts'
import type { ReactionReply } from './ui/reactions.tsx'

/** Names the flash in which a refusal waits for the page that a plain form leads back to. */
export const communityFlash = 'community'

/** Returns the page that a form leads back to: one of the community, of a person or of an event, whatever the field says. */
export function backTo(back: string | undefined, post?: string): string {
  const page =
    back && /^\/(community|events|people)([/?][\w/?=&%.-]*)?$/.test(back) ? back : paths.community()
  return post ? `${page}#post-${post}` : page
}

/**
 * Takes a form of the community: writes a post, reacts, deletes, or does what moderators do to a post or a thread.
 * @returns the reply with its messages, a redirect to where the form was, or to a reaction without leaving the page what became of it
 */
export async function takeCommunityForm(args: ActionFunctionArgs, sent: IntentRead<typeof communityForms>) {
  if (!sent.form.ok) return sent.form.reply()
  const back = (result: Result<unknown>, page: string) => {
    if (!result.ok) leaveFlash(args, communityFlash, refusalSentence(result.refusal))
    return redirect(page, 303)
  }
  switch (sent.intent) {
    case 'post': {
      const { value } = sent.form
      const key = readIdempotencyKey(args.request, value.idempotencyKey) ?? randomUUID()
      const written = await createPost(args, value, key)
      return written.ok
        ? redirect(backTo(value.back, written.value.id), 303)
        : sent.form.refuse(written.refusal)
    }
    case 'react': {
      const { post, reaction, back: page } = sent.form.value
      const reacted = await reactToPost(args, post, reaction ?? null)
      if (sent.fields.get('inline') === 'yes') return reactionReply(reacted.ok ? null : reacted.refusal)
      return back(reacted, backTo(page, post))
    }
    case 'delete': {
      const { post, back: page } = sent.form.value
      return back(await deletePost(args, post), backTo(page))
    }
    case 'open':
      return redirect(paths.post(sent.form.value.post), 303)
    case 'thread':
      return back(await saveThread(args, sent.form.value), backTo(sent.form.value.back))
    default: {
      const { post, intent, back: page } = sent.form.value
      return back(await flagPost(args, post, intent), backTo(page, post))
    }
  }
}

const reactionReply = (refusal: Refusal | null): ReactionReply => ({
  refusal: refusal && refusalSentence(refusal),
})
