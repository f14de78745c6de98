import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { checkbox } from '../field.css.ts'
import { chooseArea } from '../table.css.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import * as css from './selection.css.ts'

const boxesOf = (form: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=id]')].filter(
    // Reads the attribute: a control named `id` hides the form's property of that name.
    (box) => box.getAttribute('form') === form,
  )

/** Counts the selected rows of a form; null before JavaScript arrives. */
function useSelected(form: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const read = () => setCount(boxesOf(form).filter((box) => box.checked).length)
    read()
    document.addEventListener('change', read)
    return () => document.removeEventListener('change', read)
  }, [form])
  return count
}

/** Selects all rows of the shown page, or none. Appears with JavaScript, without which it has no effect. */
export function SelectAll({ form, rows }: { form: string; rows: number }) {
  const selected = useSelected(form)
  if (selected === null || rows === 0) return null
  return (
    <label className={chooseArea}>
      <VisuallyHidden>Select all on this page</VisuallyHidden>
      <input
        type="checkbox"
        className={checkbox}
        checked={selected === rows}
        onChange={(event) => {
          for (const box of boxesOf(form)) box.checked = event.target.checked
          document.dispatchEvent(new Event('change'))
        }}
      />
    </label>
  )
}

/**
 * Renders the actions for selected rows: a form that the rows' checkboxes belong to, sent by GET. An action that changes
 * something leads to a page that shows what it would do. Stands below the table; appears with the first selected row, at the end of the
 * screen. Before JavaScript it is always there.
 * @param fields further fields of the form, such as the filters of the list
 * @param actions where the selection can be sent, one button each
 * @param preview describes the selection of this number of rows
 */
export function SelectionBar({
  form,
  fields,
  actions,
  preview,
}: {
  form: string
  fields: Record<string, string | null | undefined>
  actions: readonly { to: string; label: string }[]
  preview: (count: number) => ReactNode
}) {
  const selected = useSelected(form)
  return (
    <form
      id={form}
      method="get"
      action={actions[0]?.to}
      className={css.bar}
      data-testid="selection"
      data-selected={selected === null ? undefined : selected === 0 ? 'none' : 'some'}
    >
      {Object.entries(fields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <p role="status" className={css.text}>
        {selected ? preview(selected) : null}
      </p>
      <div className={css.actions}>
        {actions.map(({ to, label }) => (
          <Button
            key={to}
            type="submit"
            formAction={to}
            size="sm"
            variant="secondary"
            disabled={selected === 0}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  )
}
