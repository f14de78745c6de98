import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import {
  Checkbox,
  PasswordInput,
  Select,
  type SelectOption,
  Switch,
  Textarea,
  TextInput,
} from './controls.tsx'
import * as css from './field.css.ts'
import { describeControl, Field, FieldErrors } from './field-frame.tsx'

export {
  Checkbox,
  PasswordInput,
  Select,
  type SelectOption,
  Switch,
  Textarea,
  TextInput,
} from './controls.tsx'
export { type ControlProps, Field, FieldErrors, FormErrors } from './field-frame.tsx'

/**
 * The part of conform's field metadata that these fields read. Written out here so that a page which only shows a
 * field does not download conform.
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

type Words = {
  meta: FieldMeta
  label: ReactNode
  hint?: ReactNode
  /** Writes "optional" behind the label. */
  optional?: boolean
}

/** A secret is never written back into the page, not even after a failed attempt. */
function startingText(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === 'string' ? meta.initialValue : undefined
}

function bounds(meta: FieldMeta) {
  const { minLength, maxLength, min, max, step, pattern } = meta
  return { minLength, maxLength, min, max, step, pattern }
}

/** A labelled line of text bound to conform's metadata. */
export function TextField({
  meta,
  label,
  hint,
  optional,
  ...input
}: Words & ComponentPropsWithoutRef<'input'>) {
  return (
    <Field
      id={meta.id}
      label={label}
      hint={hint}
      errors={meta.errors}
      required={meta.required}
      optional={optional}
    >
      {(control) => (
        <TextInput
          key={meta.key}
          name={meta.name}
          form={meta.formId}
          defaultValue={startingText(meta)}
          {...bounds(meta)}
          {...input}
          {...control}
        />
      )}
    </Field>
  )
}

/** A labelled password bound to conform's metadata. */
export function PasswordField({
  meta,
  label,
  hint,
  ...input
}: Omit<Words, 'optional'> & ComponentPropsWithoutRef<'input'>) {
  return (
    <Field id={meta.id} label={label} hint={hint} errors={meta.errors} required={meta.required}>
      {(control) => (
        <PasswordInput
          key={meta.key}
          name={meta.name}
          form={meta.formId}
          minLength={meta.minLength}
          maxLength={meta.maxLength}
          {...input}
          {...control}
        />
      )}
    </Field>
  )
}

/** A labelled text area bound to conform's metadata. */
export function TextareaField({
  meta,
  label,
  hint,
  optional,
  ...input
}: Words & ComponentPropsWithoutRef<'textarea'>) {
  return (
    <Field
      id={meta.id}
      label={label}
      hint={hint}
      errors={meta.errors}
      required={meta.required}
      optional={optional}
    >
      {(control) => (
        <Textarea
          key={meta.key}
          name={meta.name}
          form={meta.formId}
          defaultValue={startingText(meta)}
          minLength={meta.minLength}
          maxLength={meta.maxLength}
          {...input}
          {...control}
        />
      )}
    </Field>
  )
}

/** A labelled select bound to conform's metadata. */
export function SelectField({
  meta,
  label,
  hint,
  optional,
  ...input
}: Words & ComponentPropsWithoutRef<'select'> & { options?: readonly SelectOption[]; placeholder?: string }) {
  return (
    <Field
      id={meta.id}
      label={label}
      hint={hint}
      errors={meta.errors}
      required={meta.required}
      optional={optional}
    >
      {(control) => (
        <Select
          key={meta.key}
          name={meta.name}
          form={meta.formId}
          defaultValue={startingText(meta)}
          {...input}
          {...control}
        />
      )}
    </Field>
  )
}

type ChoiceProps = Omit<Words, 'optional'> & Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'role'>

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
          name={meta.name}
          form={meta.formId}
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

/** A box to tick with its sentence, bound to conform's metadata. Posts `on`, like any checkbox, unless `value` is given. */
export function CheckboxField(props: ChoiceProps) {
  return <ChoiceField {...props} control={Checkbox} />
}

/** A switch with its sentence, bound to conform's metadata. */
export function SwitchField(props: ChoiceProps) {
  return <ChoiceField {...props} control={Switch} />
}
