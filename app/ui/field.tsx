import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Checkbox, PasswordInput, Switch, Textarea, TextInput } from './controls.tsx'
import * as css from './field.css.ts'
import { type ControlProps, describeControl, Field, FieldErrors } from './field-frame.tsx'
import { Select, type SelectOption } from './select.tsx'

export { Checkbox, PasswordInput, Switch, Textarea, TextInput } from './controls.tsx'
export { type ControlProps, Field, FieldErrors, FormErrors } from './field-frame.tsx'
export { Select, type SelectOption } from './select.tsx'

/**
 * Describes the part of conform's field metadata that these fields read, so that a page that only shows a field
 * does not download conform.
 */
export type FieldMeta = {
  key?: string | undefined
  id: string
  name: string
  formId?: string | undefined
  initialValue?: unknown
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  min?: string | number | undefined
  max?: string | number | undefined
  step?: string | number | undefined
  pattern?: string | undefined
}

type FieldText = {
  meta: FieldMeta
  label: ReactNode
  hint?: ReactNode
  /** Writes "optional" behind the label. */
  optional?: boolean
}

/** Returns the first value. Called for no secret: a password is never written back into the page. */
function startingText(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === 'string' ? meta.initialValue : undefined
}

function bounds(meta: FieldMeta) {
  const { minLength, maxLength, min, max, step, pattern } = meta
  return { minLength, maxLength, min, max, step, pattern }
}

/** Returns the name under which a control posts, and the form it belongs to. */
function posting(meta: FieldMeta) {
  return { name: meta.name, form: meta.formId }
}

/** Frames a control whose metadata is conform's. */
function MetaField({
  meta,
  label,
  hint,
  optional,
  children,
}: FieldText & { children: (control: ControlProps) => ReactNode }) {
  const { id, errors, required } = meta
  return (
    <Field id={id} label={label} hint={hint} errors={errors} required={required} optional={optional}>
      {children}
    </Field>
  )
}

/** Renders a labelled line of text bound to conform's metadata. */
export function TextField(props: FieldText & ComponentPropsWithoutRef<'input'>) {
  const { meta, label, hint, optional, ...input } = props
  return (
    <MetaField {...{ meta, label, hint, optional }}>
      {(control) => (
        <TextInput
          key={meta.key}
          {...posting(meta)}
          defaultValue={startingText(meta)}
          {...bounds(meta)}
          {...input}
          {...control}
        />
      )}
    </MetaField>
  )
}

/** Renders a labelled password bound to conform's metadata. */
export function PasswordField(props: Omit<FieldText, 'optional'> & ComponentPropsWithoutRef<'input'>) {
  const { meta, label, hint, ...input } = props
  const { minLength, maxLength } = meta
  return (
    <MetaField {...{ meta, label, hint }}>
      {(control) => (
        <PasswordInput
          key={meta.key}
          {...posting(meta)}
          {...{ minLength, maxLength }}
          {...input}
          {...control}
        />
      )}
    </MetaField>
  )
}

/** Renders a labelled text area bound to conform's metadata. */
export function TextareaField(props: FieldText & ComponentPropsWithoutRef<'textarea'>) {
  const { meta, label, hint, optional, ...input } = props
  const { minLength, maxLength } = meta
  return (
    <MetaField {...{ meta, label, hint, optional }}>
      {(control) => (
        <Textarea
          key={meta.key}
          {...posting(meta)}
          defaultValue={startingText(meta)}
          {...{ minLength, maxLength }}
          {...input}
          {...control}
        />
      )}
    </MetaField>
  )
}

/**
 * Renders a labelled select bound to conform's metadata. Only one with a `placeholder` is marked as required: any other
 * has a value from the start.
 */
export function SelectField(
  props: FieldText &
    ComponentPropsWithoutRef<'select'> & { options?: readonly SelectOption[]; placeholder?: string },
) {
  const { meta, label, hint, optional, ...input } = props
  return (
    <MetaField {...{ meta, label, hint, optional }}>
      {(control) => (
        <Select
          key={meta.key}
          {...posting(meta)}
          defaultValue={startingText(meta)}
          {...input}
          {...control}
          required={control.required && input.placeholder !== undefined}
        />
      )}
    </MetaField>
  )
}

type ChoiceProps = Omit<FieldText, 'optional'> & Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'role'>

function ChoiceField({
  control: Control,
  meta,
  label,
  hint,
  value = 'on',
  ...input
}: ChoiceProps & { control: typeof Checkbox }) {
  const { hintId, errorId, ...control } = describeControl(meta.id, {
    hint,
    errors: meta.errors,
    required: meta.required,
  })
  return (
    <div className={css.field}>
      <label htmlFor={meta.id} className={css.choice}>
        <Control
          key={meta.key}
          {...posting(meta)}
          value={value}
          defaultChecked={meta.initialValue === value}
          {...input}
          {...control}
        />
        <span className={css.choiceText}>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      <FieldErrors id={errorId} errors={meta.errors} />
    </div>
  )
}

/**
 * Renders a checkbox with its sentence, bound to conform's metadata. Posts `on`, like any checkbox, unless `value`
 * is given.
 */
export function CheckboxField(props: ChoiceProps) {
  return <ChoiceField {...props} control={Checkbox} />
}

/** Renders a switch with its sentence, bound to conform's metadata. */
export function SwitchField(props: ChoiceProps) {
  return <ChoiceField {...props} control={Switch} />
}
