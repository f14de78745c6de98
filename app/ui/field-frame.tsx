import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { classNames } from './class-names.ts'
import * as css from './field.css.ts'

/** Ties a control to its label, hint and errors. */
export type ControlProps = {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * Builds the ids of a control's hint and error, and the aria attributes that name them. The scheme is conform's, so
 * that a field without conform's metadata and one with it are read aloud alike.
 */
export function describeControl(
  id: string,
  described: { hint?: ReactNode; errors?: readonly string[] | undefined; required?: boolean | undefined },
): ControlProps & { hintId: string; errorId: string } {
  const hintId = `${id}-description`
  const errorId = `${id}-error`
  const failed = Boolean(described.errors?.length)
  return {
    id,
    required: described.required || undefined,
    'aria-invalid': failed || undefined,
    'aria-describedby': [failed && errorId, described.hint && hintId].filter(Boolean).join(' ') || undefined,
    hintId,
    errorId,
  }
}

/** Lists the messages under a control. Renders nothing when there are none. */
export function FieldErrors({ id, errors }: { id: string; errors?: readonly string[] | undefined }) {
  if (!errors?.length) return null
  return (
    <div id={id}>
      {errors.map((message) => (
        <p key={message} className={css.error}>
          <CircleAlert className={css.errorIcon} size={16} aria-hidden="true" />
          {message}
        </p>
      ))}
    </div>
  )
}

/**
 * Renders label, control, hint and errors as one. `children` draws the control with the props it is given.
 * @param optional writes "optional" behind the label; required is the rule and is not marked
 */
export function Field({
  id,
  label,
  hint,
  errors,
  required,
  optional = false,
  className,
  children,
}: {
  id: string
  label: ReactNode
  hint?: ReactNode
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}) {
  const { hintId, errorId, ...control } = describeControl(id, { hint, errors, required })
  return (
    <div className={classNames(css.field, className)}>
      <label htmlFor={id} className={css.label}>
        {label}
        {optional && <span className={css.optional}> (optional)</span>}
      </label>
      {children(control)}
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      <FieldErrors id={errorId} errors={errors} />
    </div>
  )
}

/** Lists errors of the form as a whole, above its fields; read aloud when they appear. */
export function FormErrors({ id, errors }: { id?: string; errors?: readonly string[] | null | undefined }) {
  if (!errors?.length) return null
  return (
    <Banner id={id} tone="danger" announce>
      {errors.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Banner>
  )
}
