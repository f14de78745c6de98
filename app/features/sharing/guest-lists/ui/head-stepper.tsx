import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import * as css from './guest-door.css.ts'

/**
 * Takes how many guests are here: a number between two buttons for gloved fingers, which come with JavaScript.
 * @param most how many of the name are not in yet
 * @param onChange called with the number once it is in range
 */
export function HeadStepper({
  id,
  most,
  heads,
  onChange,
}: {
  id: string
  most: number
  heads: number
  onChange: (heads: number) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const choose = (wanted: number) => onChange(Math.min(most, Math.max(1, wanted)))
  const step = (by: 1 | -1) => {
    const Icon = by > 0 ? Plus : Minus
    const isEnd = by > 0 ? heads >= most : heads <= 1
    return (
      isLive && (
        <button
          type="button"
          className={css.step}
          aria-disabled={isEnd}
          onClick={() => !isEnd && choose(heads + by)}
        >
          <Icon size={28} strokeWidth={3} aria-hidden="true" />
          <span className={visuallyHidden}>{by > 0 ? 'One more' : 'One less'}</span>
        </button>
      )
    )
  }
  return (
    <div>
      <label htmlFor={id} className={css.legend}>
        How many are here?
      </label>
      <div className={css.stepper}>
        {step(-1)}
        <input
          ref={field}
          id={id}
          className={css.headCount}
          type="number"
          inputMode="numeric"
          name="heads"
          autoComplete="off"
          required
          min={1}
          max={most}
          value={heads}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => choose(Math.trunc(event.currentTarget.valueAsNumber || 1))}
        />
        {step(1)}
      </div>
    </div>
  )
}
