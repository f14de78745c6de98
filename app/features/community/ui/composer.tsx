import type { SubmissionResult } from '@conform-to/react'
import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, FormErrors } from '#ui/field.tsx'
import { mostPostLetters } from '../community.rules.ts'
import type { Thread } from '../community.types.ts'
import * as css from './composer.css.ts'
import { PictureFields } from './picture-fields.tsx'
import { PostBody } from './post-body.tsx'

/** Collects what is wrong with a field, or with any of several of one name (`pictures[1]`). */
function errorsOf(reply: SubmissionResult | null | undefined, field: string): string[] | undefined {
  const found = Object.entries(reply?.error ?? {}).flatMap(([name, errors]) =>
    name === field || (field && name.startsWith(`${field}[`)) ? (errors ?? []) : [],
  )
  return found.length > 0 ? [...new Set(found)] : undefined
}

/**
 * Writes a post. It is a plain form before JavaScript. With it, what is being posted shows at once as on its way; where the server refuses
 * it, or can't be reached, the text is still in the form, with the reason.
 * @param thread the thread that it goes to; null for the feed
 * @param reply what the server answered to the form that was sent without JavaScript
 */
export function Composer({
  thread,
  mayModerate,
  here,
  idempotencyKey,
  reply,
}: {
  thread: Thread | null
  mayModerate: boolean
  here: string
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const fetcher = useFetcher<SubmissionResult>({ key: `composer-${thread?.id ?? 'feed'}` })
  const [chosen, setChosen] = useState<string[] | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isSending = fetcher.state !== 'idle'
  const answer = isSending ? null : (fetcher.data ?? reply)
  const typed = reply?.initialValue?.body
  // The page is read again with the new post, and a new key, once the server took it.
  const lastKey = useRef(idempotencyKey)
  useEffect(() => {
    if (lastKey.current === idempotencyKey) return
    lastKey.current = idempotencyKey
    if (fetcher.state === 'idle' && !fetcher.data?.error) {
      form.current?.reset()
      setChosen([])
    }
  }, [idempotencyKey, fetcher.state, fetcher.data])
  return (
    <>
      <Card padding="sm">
        <fetcher.Form
          ref={form}
          method="post"
          action={paths.community({ event: thread?.id ?? null })}
          encType="multipart/form-data"
          className={css.form}
          aria-label="New post"
        >
          <input type="hidden" name="intent" value="post" />
          <input type="hidden" name="back" value={here} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          {thread && <input type="hidden" name="event" value={thread.id} />}
          <FormErrors id="composer-errors" errors={errorsOf(answer, '')} />
          <PostBody
            id="composer-body"
            label={thread ? `Say something about ${thread.title}` : 'Say something'}
            hint="You can use **bold**, _italic_, lists and links, and mention people with @."
            errors={errorsOf(answer, 'body')}
            rows={3}
            most={mostPostLetters}
            typed={typeof typed === 'string' ? typed : ''}
          />
          <PictureFields
            errors={errorsOf(answer, 'pictures')}
            reply={reply}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div className={css.row}>
            <div>
              {thread?.mode === 'recap' && (
                <Choice name="topic" value="lost_and_found" label="Lost or found something" />
              )}
              {mayModerate && <Choice name="official" value="on" label="Post for the brand" />}
            </div>
            <Button type="submit" variant="primary" busy={isSending}>
              Post
            </Button>
          </div>
        </fetcher.Form>
      </Card>
      <Underway text={fetcher.formData?.get('body')} />
    </>
  )
}

/** Shows a post that is on its way. @param text what was sent; nothing where no post is */
function Underway({ text }: { text: FormDataEntryValue | null | undefined }) {
  if (typeof text !== 'string') return null
  return (
    <Card padding="sm" as="div" className={css.pending}>
      <p role="status">Posting…</p>
      <p className={css.text}>{text}</p>
    </Card>
  )
}

function Choice({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={css.summary}>
      <Checkbox name={name} value={value} /> {label}
    </label>
  )
}
