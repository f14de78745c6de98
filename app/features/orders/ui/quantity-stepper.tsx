import { Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Select } from '#ui/select.tsx'
import { stepQuantity } from '../ticket-choice.rules.ts'
import * as css from './quantity-stepper.css.ts'

/**
 * How many of one ticket. A select that the form posts; once JavaScript is here, two buttons with a number between them.
 * @param offered the quantities on offer, 0 first
 */
export function QuantityStepper({
  id,
  name,
  ticket,
  offered,
  value,
  onChange,
}: {
  id: string
  name: string
  /** Name of the ticket type, which the controls say to people who cannot see the row. */
  ticket: string
  offered: number[]
  value: number
  onChange: (quantity: number) => void
}) {
  const label = `Number of ${ticket} tickets`
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!hydrated) {
    return (
      <div className={css.box}>
        <Select
          id={id}
          name={name}
          aria-label={label}
          defaultValue={value}
          options={offered.map((n) => ({ value: String(n), label: String(n) }))}
        />
      </div>
    )
  }
  const fewer = stepQuantity(offered, value, -1)
  const more = stepQuantity(offered, value, 1)
  return (
    <fieldset className={css.stepper} aria-label={label}>
      <input type="hidden" name={name} value={value} />
      <button
        type="button"
        className={css.button}
        aria-label={`Remove one ${ticket} ticket`}
        aria-disabled={fewer === value}
        onClick={() => onChange(fewer)}
      >
        <Minus size={20} aria-hidden="true" />
      </button>
      <output className={css.number} aria-label={label} aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        id={id}
        className={css.button}
        aria-label={`Add one ${ticket} ticket`}
        aria-disabled={more === value}
        onClick={() => onChange(more)}
      >
        <Plus size={20} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
