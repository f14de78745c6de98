import { Form } from '@remix-run/react'
import type { FormEvent, RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import * as css from './scanner.css.ts'
import { allowSound } from './signals.ts'
import type { StationPlace } from './station-place.ts'

/**
 * The field for a code, typed by a hand or by a handheld scanner. Posts to its page before JavaScript arrives.
 * @param scanId names the scan of such a post
 */
export function TypedCode({
  place,
  scanId,
  form,
  field,
  wrongCode,
  busy,
  isExit,
  onType,
}: {
  place: StationPlace
  scanId: string
  form: RefObject<HTMLFormElement>
  field: RefObject<HTMLInputElement>
  wrongCode: string | null
  busy: boolean
  isExit: boolean
  onType: (code: string) => void
}) {
  function send(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    allowSound()
    const code = new FormData(submitted.currentTarget).get('code')
    if (typeof code !== 'string' || !code.trim()) return
    onType(code)
    // Typing replaces the code, whatever becomes of it.
    field.current?.select()
  }
  return (
    <Form method="post" action={place.here} ref={form} onSubmit={send} className={css.typed}>
      <input type="hidden" name="event" value={place.event} />
      <input type="hidden" name="gate" value={place.gate} />
      <input type="hidden" name="scan" value={scanId} />
      {place.asksFirst && <input type="hidden" name="ask" value="1" />}
      <Field id="code" label="Type the code" errors={wrongCode ? [wrongCode] : undefined}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="code"
            className={css.code}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="send"
            maxLength={2000}
            placeholder="ABC DEF GHJ"
          />
        )}
      </Field>
      <div className={css.send}>
        <Button type="submit" busy={busy}>
          {isExit ? 'Check out' : 'Check in'}
        </Button>
      </div>
    </Form>
  )
}
