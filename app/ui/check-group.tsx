import * as css from './check-group.css.ts'
import { Checkbox, FieldErrors } from './field.tsx'

/** Several of a few choices; posts one value for each box that is ticked. */
export function CheckGroup({
  meta,
  label,
  options,
}: {
  meta: {
    key?: string | undefined
    id: string
    name: string
    initialValue?: unknown
    errors?: readonly string[] | undefined
  }
  label: string
  options: readonly { value: string; label: string }[]
}) {
  const chosen = Array.isArray(meta.initialValue) ? meta.initialValue : [meta.initialValue]
  const failed = Boolean(meta.errors?.length)
  return (
    <fieldset key={meta.key} aria-describedby={failed ? `${meta.id}-error` : undefined}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.choices}>
        {options.map((option) => (
          <label key={option.value} htmlFor={`${meta.id}-${option.value}`} className={css.choice}>
            <Checkbox
              id={`${meta.id}-${option.value}`}
              name={meta.name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={failed || undefined}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldErrors id={`${meta.id}-error`} errors={meta.errors} />
    </fieldset>
  )
}
