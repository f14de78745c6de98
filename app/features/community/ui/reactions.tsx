import { useFetcher } from '@remix-run/react'
import { SmilePlus } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import * as paths from '#core/paths.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { type Reaction, reactionLooks, reactions } from '../community.rules.ts'
import type { Post, Reader } from '../community.types.ts'
import * as css from './post-card.css.ts'

/** Response to a reaction that was sent without leaving the page. */
export type ReactionReply = { refusal: string | null }

/** Counts as they are once a reaction that is being sent has arrived. */
export function countsAfter(
  counts: Post['reactions'],
  mine: Reaction | null,
  next: Reaction | null,
): Post['reactions'] {
  const after = { ...counts }
  if (mine) after[mine] = (after[mine] ?? 1) - 1
  if (next) after[next] = (after[next] ?? 0) + 1
  return after
}

/**
 * Shows how people reacted to a post, and lets members react: one of six, chosen again to take it back. A choice shows at once; the
 * counts are those of the server again when it has answered, and its reason is shown where it refused.
 */
export function Reactions({ post, reader }: { post: Post; reader: Reader }) {
  const fetcher = useFetcher<ReactionReply>()
  const chooser = useRef<HTMLDetailsElement>(null)
  const sent = fetcher.formData?.get('reaction')
  const next = reactions.find((one) => one === sent) ?? null
  const mine = fetcher.formData ? next : post.mine
  const counts = fetcher.formData ? countsAfter(post.reactions, post.mine, next) : post.reactions
  const shown = reactions.filter((one) => (counts[one] ?? 0) > 0)
  if (!reader.mayPost)
    return (
      <div className={css.reactionBar}>
        {shown.map((one) => (
          <span key={one} className={css.reaction.count}>
            <span aria-hidden="true">{reactionLooks[one].sign}</span>
            <span className={visuallyHidden}>{reactionLooks[one].label}</span>
            {counts[one]}
          </span>
        ))}
      </div>
    )
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const data = new FormData(event.currentTarget)
    if (submitter instanceof HTMLButtonElement) data.set('reaction', submitter.value)
    data.set('inline', 'yes')
    if (chooser.current) chooser.current.open = false
    fetcher.submit(data, { method: 'post', action: paths.community() })
  }
  const button = (one: Reaction, isChoice: boolean) => (
    <button
      key={one}
      type="submit"
      name="reaction"
      value={mine === one ? '' : one}
      aria-pressed={mine === one}
      className={mine === one ? css.reaction.mine : css.reaction.plain}
    >
      <span aria-hidden="true">{reactionLooks[one].sign}</span>
      <span className={visuallyHidden}>{reactionLooks[one].label}</span>
      {!isChoice && counts[one]}
    </button>
  )
  return (
    <fetcher.Form method="post" action={paths.community()} onSubmit={send} className={css.reactionBar}>
      <input type="hidden" name="intent" value="react" />
      <input type="hidden" name="post" value={post.id} />
      <input type="hidden" name="back" value={reader.here} />
      {shown.map((one) => button(one, false))}
      <details ref={chooser} className={css.chooser}>
        <summary className={css.opener}>
          <SmilePlus size={18} aria-hidden="true" />
          <span className={visuallyHidden}>React</span>
        </summary>
        <div className={css.choices}>{reactions.map((one) => button(one, true))}</div>
      </details>
      {fetcher.state === 'idle' && fetcher.data?.refusal && (
        <p className={css.failed} role="alert">
          {fetcher.data.refusal}
        </p>
      )}
    </fetcher.Form>
  )
}
