import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { control } from '#ui/field.css.ts'
import type { CodeReply, HoldReply, RefusedCode } from '../orders.types.ts'
import * as css from './code-entry.css.ts'

/**
 * Takes a code for an event, or shows the one in use. Stands in the ticket picker's form, whose choice travels with the code and
 * stays. A module of its own, because few visitors need it.
 * @param code the code in use, and what it does or why it does nothing now
 * @param refused the last code as it was typed in, and why it was refused, when the page was loaded again without JavaScript
 */
export function EventCode({
  eventId,
  code,
  refused,
}: {
  eventId: string
  code: { code: string; text: string } | null
  refused: RefusedCode | null
}) {
  const fetcher = useFetcher<HoldReply | CodeReply>({ key: eventId })
  const reply = fetcher.data?.intent === 'code' ? fetcher.data : null
  const { typed, sentence } = (reply ? reply.refusal : refused) ?? { typed: '', sentence: null }
  const step = fetcher.formData?.get('step')
  const entry = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const applying = useRef<HTMLButtonElement>(null)

  // A code that was typed in and not applied is applied first, so that the prices are seen before anything is held.
  useEffect(() => {
    const form = field.current?.form
    const applyFirst = (event: SubmitEvent) => {
      if (!field.current?.value.trim() || event.submitter?.hasAttribute('formaction')) return
      event.preventDefault()
      event.stopPropagation()
      // A form can't be submitted while it is being submitted.
      setTimeout(() => form?.requestSubmit(applying.current))
    }
    form?.addEventListener('submit', applyFirst)
    return () => form?.removeEventListener('submit', applyFirst)
  })

  // Leads to the response: the field after a refusal, else what the code does now. The button that was pressed may be gone.
  useEffect(() => {
    if (reply) (reply.refusal ? field.current : entry.current)?.focus()
  }, [reply])

  const send = {
    type: 'submit',
    name: 'step',
    formAction: paths.event(eventId),
    formNoValidate: true,
  } as const
  return (
    <div ref={entry} tabIndex={-1} className={css.entry}>
      {code ? (
        <div className={css.applied}>
          <p data-code={code.code}>
            <strong>{code.code}</strong> {code.text}
          </p>
          <Button {...send} value="remove" variant="secondary" size="sm" busy={step === 'remove'}>
            Remove code
          </Button>
        </div>
      ) : (
        <div className={css.form}>
          <div className={css.field}>
            <input
              ref={field}
              className={control}
              name="code"
              defaultValue={typed}
              aria-label="Code"
              placeholder="Code"
              aria-describedby={sentence ? 'code-refusal' : undefined}
              aria-invalid={sentence !== null || undefined}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              // biome-ignore lint/a11y/noAutofocus: a button asked for the field, or the code in it was refused
              autoFocus
            />
          </div>
          <Button {...send} ref={applying} value="apply" variant="secondary" busy={step === 'apply'}>
            Apply
          </Button>
        </div>
      )}
      {sentence && (
        <p id="code-refusal" role="alert" className={css.refusal}>
          {sentence}
        </p>
      )}
    </div>
  )
}
