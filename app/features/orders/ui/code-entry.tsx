import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { control } from '#ui/field.css.ts'
import * as css from './code-entry.css.ts'

/**
 * Takes a code for an event, or shows the one that was typed in. Plain forms that the event's page responds to with itself.
 * @param code the code in use, and what it does or why it does nothing now
 * @param refusal why the last code was refused
 */
export function CodeEntry({
  eventId,
  code,
  refusal,
}: {
  eventId: string
  code: { code: string; text: string } | null
  refusal: string | null
}) {
  const action = paths.event(eventId)
  if (code)
    return (
      <form method="post" action={action} className={`${css.entry} ${css.applied}`}>
        <input type="hidden" name="intent" value="forget" />
        <p data-code={code.code}>
          <strong>{code.code}</strong> {code.text}
        </p>
        <Button type="submit" variant="secondary" size="sm">
          Remove code
        </Button>
      </form>
    )
  return (
    <div className={css.entry}>
      <form method="post" action={action} className={css.form}>
        <input type="hidden" name="intent" value="unlock" />
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
        <Button type="submit" variant="secondary">
          Apply
        </Button>
      </form>
      {refusal && (
        <p id="code-refusal" role="alert" className={css.refusal}>
          {refusal}
        </p>
      )}
    </div>
  )
}
