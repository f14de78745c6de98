import type { SubmissionResult } from '@conform-to/react'
import { useFetcher } from '@remix-run/react'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, Field, FormErrors, Textarea, TextInput } from '#ui/field.tsx'
import { file as fileLook } from '#ui/file-input.css.ts'
import { largestPictureMegabytes, mostPictures, mostPostLetters } from '../community.rules.ts'
import type { Thread } from '../community.types.ts'
import * as css from './composer.css.ts'

/** Fetched once somebody writes. */
const MentionPeople = lazy(() =>
  import('./mention-people.tsx').then((loaded) => ({ default: loaded.MentionPeople })),
)

/** Collects what is wrong with a field, or with any of several of one name (`pictures[1]`). */
function errorsOf(reply: SubmissionResult | null | undefined, field: string): string[] | undefined {
  const found = Object.entries(reply?.error ?? {}).flatMap(([name, errors]) =>
    name === field || (field && name.startsWith(`${field}[`)) ? (errors ?? []) : [],
  )
  return found.length > 0 ? [...new Set(found)] : undefined
}
const typed = (reply: SubmissionResult | null | undefined, field: string): string => {
  const value = reply?.initialValue?.[field]
  return typeof value === 'string' ? value : ''
}

/** Returns the descriptions of pictures that were sent with a refused form. */
function typedAlts(reply: SubmissionResult | null | undefined): string[] {
  const alts = reply?.initialValue?.alt
  return Array.isArray(alts) ? alts.map((alt) => (typeof alt === 'string' ? alt : '')) : []
}

/**
 * Writes a post. It is a plain form before JavaScript. With it, what is being posted shows at once as on its way; where the server refuses
 * it, the text is still in the form, with the reason.
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
  const [files, setFiles] = useState<string[] | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const [mentions, setMentions] = useState(false)
  const isSending = fetcher.state !== 'idle'
  const answer = fetcher.data ?? reply
  const sentText = fetcher.formData?.get('body')
  // The page is read again with the new post, and a new key, once the server took it.
  const lastKey = useRef(idempotencyKey)
  useEffect(() => {
    if (lastKey.current === idempotencyKey) return
    lastKey.current = idempotencyKey
    if (fetcher.state === 'idle' && !fetcher.data?.error) {
      form.current?.reset()
      setFiles([])
    }
  }, [idempotencyKey, fetcher.state, fetcher.data])
  const alts = files ?? Array.from({ length: mostPictures }, (_, at) => `picture ${at + 1}`)
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
          <Field
            id="composer-body"
            label={thread ? `Say something about ${thread.title}` : 'Say something'}
            hint="You can use **bold**, _italic_, lists and links, and mention people with @."
            errors={errorsOf(answer, 'body')}
            required
          >
            {(control) => (
              <Textarea
                {...control}
                ref={text}
                onFocus={() => setMentions(true)}
                name="body"
                rows={3}
                maxLength={mostPostLetters}
                defaultValue={typed(reply, 'body')}
              />
            )}
          </Field>
          {mentions && (
            <Suspense>
              <MentionPeople field={text} />
            </Suspense>
          )}
          <details open={Boolean(errorsOf(answer, 'pictures'))}>
            <summary className={css.summary}>
              <ImagePlus size={20} aria-hidden="true" />
              Pictures
            </summary>
            <div className={css.extras}>
              <Field
                id="composer-pictures"
                label={`Up to ${mostPictures} pictures`}
                hint={`JPEG, PNG, WebP or GIF, up to ${largestPictureMegabytes} MB each. Where and when they were taken is removed.`}
                errors={errorsOf(answer, 'pictures')}
                optional
              >
                {(control) => (
                  <input
                    {...control}
                    type="file"
                    name="pictures"
                    multiple
                    accept="image/jpeg,image/png,image/webp,image/gif"
                    className={fileLook}
                    onChange={({ currentTarget }) =>
                      setFiles(
                        [...(currentTarget.files ?? [])].slice(0, mostPictures).map(({ name }) => name),
                      )
                    }
                  />
                )}
              </Field>
              {alts.map((name, at) => (
                <Field
                  // biome-ignore lint/suspicious/noArrayIndexKey: the fields are those of the first, second, ... picture
                  key={at}
                  id={`composer-alt-${at}`}
                  label={`What does ${name} show?`}
                  hint={at === 0 ? "For people who can't see it." : undefined}
                  optional
                >
                  {(control) => (
                    <TextInput
                      {...control}
                      name={`alt[${at}]`}
                      maxLength={300}
                      defaultValue={typedAlts(reply)[at]}
                    />
                  )}
                </Field>
              ))}
            </div>
          </details>
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
      {isSending && typeof sentText === 'string' && (
        <Card padding="sm" as="div" className={css.pending}>
          <p role="status">Posting…</p>
          <p className={css.text}>{sentText}</p>
        </Card>
      )}
    </>
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
