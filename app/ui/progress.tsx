import { type ReactNode, useId } from 'react'
import * as css from './progress.css.ts'

/** Shows progress: tickets sold of a room, a step of several. */
export function Progress({
  label,
  value,
  max,
  text,
  tone = 'accent',
}: {
  label: ReactNode
  value: number
  max: number
  /** Shows text at the right; `value / max` unless given. */
  text?: ReactNode
  tone?: keyof typeof css.tone
}) {
  const id = useId()
  return (
    <div className={css.box}>
      <div className={css.text}>
        <label htmlFor={id}>{label}</label>
        <span>{text ?? `${value} / ${max}`}</span>
      </div>
      <progress id={id} className={css.tone[tone]} value={Math.min(value, max)} max={Math.max(max, 1)} />
    </div>
  )
}
