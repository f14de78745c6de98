import { lazy, Suspense, useRef, useState } from 'react'
import { Field, Textarea } from '#ui/field.tsx'

/** Fetched once somebody writes. Without it nobody is suggested, and what is typed stays. */
const MentionPeople = lazy(() =>
  import('./mention-people.tsx').then(
    (loaded) => ({ default: loaded.MentionPeople }),
    () => ({ default: () => <></> }),
  ),
)

/** The text of a post or comment, with suggestions of people to mention. @param most how many characters it may have */
export function PostBody({
  id,
  label,
  hint,
  errors,
  rows,
  most,
  typed,
}: {
  id: string
  label: string
  hint?: string
  errors: string[] | undefined
  rows: number
  most: number
  /** What was sent with a refused form. */
  typed: string
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  const [mentions, setMentions] = useState(false)
  return (
    <>
      <Field id={id} label={label} hint={hint} errors={errors} required>
        {(control) => (
          <Textarea
            {...control}
            ref={text}
            onFocus={() => setMentions(true)}
            name="body"
            rows={rows}
            maxLength={most}
            defaultValue={typed}
          />
        )}
      </Field>
      {mentions && (
        <Suspense>
          <MentionPeople field={text} />
        </Suspense>
      )}
    </>
  )
}
