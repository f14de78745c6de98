import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { control } from '#ui/field.css.ts'
import * as css from './code-entry.css.ts'

/**
 * Takes a code, or shows the one in use. Works without JavaScript.
 * @param action the page that takes it: of the cart, or the checkout
 * @param intents of the form that applies a code, and of the one that drops it
 * @param code the code in use, and what it does or why it does nothing now
 * @param refusal why the last code was refused
 * @param isFolded the field stands behind a question, until a code was refused
 */
export function CodeEntry({
  action,
  intents,
  code,
  refusal,
  isFolded = false,
}: {
  action: string
  intents: { apply: string; drop: string }
  code: { code: string; text: string } | null
  refusal: string | null
  isFolded?: boolean
}) {
  const intent = useNavigation().formData?.get('intent')
  const form = { method: 'post', action } as const
  const message = refusal && (
    <p id="code-refusal" role="alert" className={css.refusal}>
      {refusal}
    </p>
  )
  if (code)
    return (
      <div className={css.entry}>
        <Form {...form} className={css.applied}>
          <input type="hidden" name="intent" value={intents.drop} />
          <p data-code={code.code}>
            <strong>{code.code}</strong> {code.text}
          </p>
          <Button type="submit" variant="secondary" size="sm" busy={intent === intents.drop}>
            Remove code
          </Button>
        </Form>
        {message}
      </div>
    )
  const fields: ReactNode = (
    <>
      <Form {...form} className={css.form}>
        <input type="hidden" name="intent" value={intents.apply} />
        <div className={css.field}>
          <input
            className={control}
            name="code"
            aria-label="Code"
            placeholder="Code"
            aria-describedby={refusal ? 'code-refusal' : undefined}
            aria-invalid={refusal !== null || undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            required
          />
        </div>
        <Button type="submit" variant="secondary" busy={intent === intents.apply}>
          Apply
        </Button>
      </Form>
      {message}
    </>
  )
  if (!isFolded) return <div className={css.entry}>{fields}</div>
  return (
    <details className={css.entry} open={refusal !== null}>
      <summary className={css.question}>Have a code?</summary>
      {fields}
    </details>
  )
}
