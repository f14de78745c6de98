import type { ComponentPropsWithoutRef } from 'react'
import { type FieldMeta, SelectField, type SelectOption, TextField } from '../field.tsx'

/** A field of a form of staff, as its declaration names it. */
export type FieldRow<Name extends string> = {
  name: Name
  label: string
  hint?: string
  isRequired?: boolean
  kind: 'text' | 'code' | 'count' | 'amount' | 'choice'
  /** What a choice offers; one of them is chosen from the start. */
  options?: readonly SelectOption[]
}

const inputs: Record<Exclude<FieldRow<string>['kind'], 'choice'>, ComponentPropsWithoutRef<'input'>> = {
  text: { autoComplete: 'off' },
  code: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  count: { inputMode: 'numeric' },
  amount: { inputMode: 'decimal' },
}

/** Draws declared fields in their order. @param fields conform's, by name */
export function FieldRows<Name extends string>({
  rows,
  fields,
}: {
  rows: readonly FieldRow<Name>[]
  fields: Readonly<Record<Name, FieldMeta>>
}) {
  return rows.map(({ name, label, hint, isRequired, kind, options = [] }) =>
    kind === 'choice' ? (
      <SelectField key={name} meta={fields[name]} label={label} hint={hint} options={options} />
    ) : (
      <TextField
        key={name}
        meta={fields[name]}
        label={label}
        hint={hint}
        optional={!isRequired}
        {...inputs[kind]}
      />
    ),
  )
}
