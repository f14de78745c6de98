import { useEffect, useState } from 'react'
import { countDown } from '#browser/count-down.ts'
import { leftText } from '../live.rules.ts'
import * as css from './live.css.ts'

/** Counts down to the start of a stream, by the server's clock. Before JavaScript it shows nothing: the start is said beside it. */
export function StreamCountdown({ until }: { until: string }) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => countDown(Date.parse(until), setLeft), [until])
  if (left === null || left <= 0) return null
  return (
    <p className={css.line}>
      Starts in <strong className={css.countdown}>{leftText(left)}</strong>
    </p>
  )
}
