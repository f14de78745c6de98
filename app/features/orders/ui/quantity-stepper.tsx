import { useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { stepQuantity } from '../ticket-choice.rules.ts'
import * as css from './quantity-stepper.css.ts'

/**
 * Takes how many of one thing: a number field between two buttons, the same before and after JavaScript arrives. Until then the
 * buttons post the form to the event's page, which responds with the new numbers.
 * @param offered the quantities on offer, 0 first
 * @param limit answers a number above the most that is on offer
 */
export function QuantityStepper({
  name,
  eventId,
  typeId,
  what,
  offered,
  limit,
  value,
  onChange,
}: {
  /** Name of the field that the form posts. */
  name: string
  eventId: string
  typeId: string
  /** Names one of it, such as "VIP ticket": the controls say so to people who cannot see the row. */
  what: string
  offered: number[]
  limit: string
  value: number
  onChange: (quantity: number) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  // Takes over what was typed before hydration, or restored by the browser.
  useEffect(() => {
    const typed = field.current?.valueAsNumber
    if (typed && typed !== value) onChange(typed)
  }, [value, onChange])
  const most = offered.at(-1) ?? 0
  const choose = (wanted: number) => {
    setOver(wanted > most)
    onChange(Math.min(most, wanted))
  }
  const step = (direction: 1 | -1) => {
    const next = stepQuantity(offered, value, direction)
    const word = direction === 1 ? 'Add' : 'Remove'
    return (
      <button
        type="submit"
        name="step"
        value={`${typeId} ${next}`}
        formAction={paths.event(eventId)}
        formNoValidate
        className={css.button}
        aria-label={`${word} one ${what}`}
        aria-disabled={next === value}
        onClick={(event) => {
          event.preventDefault()
          choose(next === value && direction === 1 ? most + 1 : next)
        }}
      >
        <span aria-hidden="true">{direction === 1 ? '+' : '−'}</span>
      </button>
    )
  }
  return (
    <div className={css.place}>
      <div className={css.stepper} data-chosen={value > 0}>
        {step(-1)}
        <input
          ref={field}
          className={css.number}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          name={name}
          aria-label={`Number of ${what}s`}
          min={0}
          max={most}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => choose(Math.max(0, Math.trunc(event.target.valueAsNumber || 0)))}
          // A number below the minimum of an order becomes the minimum.
          onBlur={() => value > 0 && !offered.includes(value) && onChange(stepQuantity(offered, value, 1))}
        />
        {step(1)}
      </div>
      <p role="status" className={css.limit}>
        {isOver && limit}
      </p>
    </div>
  )
}
