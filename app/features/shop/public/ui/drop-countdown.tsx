import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { countDown } from '#browser/count-down.ts'
import { timeLeftCells } from '#core/time.ts'
import * as css from './drop-countdown.css.ts'

type Clock = { listeners: Set<(left: number | null) => void>; left: number | null; stop(): void }
/** One countdown for each moment, however many places of a page show it. */
const clocks = new Map<number, Clock>()

/** Returns the milliseconds that are left until a moment by the server's clock, 0 once it has come; null while not known. */
function useLeft(until: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let clock = clocks.get(until)
    if (!clock) {
      const made: Clock = { listeners: new Set(), left: null, stop: () => undefined }
      clocks.set(until, made)
      made.stop = countDown(until, (now) => {
        made.left = now
        for (const listener of made.listeners) listener(now)
      })
      clock = made
    }
    const { listeners, stop } = clock
    listeners.add(setLeft)
    setLeft(clock.left)
    return () => {
      listeners.delete(setLeft)
      if (listeners.size > 0) return
      stop()
      clocks.delete(until)
    }
  }, [until])
  return left
}

/**
 * Counts down to a drop. Hidden from screen readers: nobody wants to hear the seconds, and the time of the drop stands beside it.
 * @param until the drop, ISO 8601
 * @param onEnd called once the moment has come
 */
export function DropCountdown({
  until,
  look,
  onEnd,
}: {
  until: string
  look: 'badge' | 'large'
  onEnd?: (() => void) | undefined
}) {
  const left = useLeft(Date.parse(until))
  const ended = useRef(onEnd)
  ended.current = onEnd
  const isOver = left === 0
  useEffect(() => {
    if (isOver) ended.current?.()
  }, [isOver])
  const cells = left === null || isOver ? [] : timeLeftCells(left)
  if (look === 'badge') {
    return (
      <span className={css.look.badge} aria-hidden="true" data-countdown>
        {isOver ? 'Out now' : cells.map(([count, unit]) => `${count}${unit.slice(0, 1)}`).join(' ')}
      </span>
    )
  }
  return (
    <div className={css.look.large} aria-hidden="true" data-countdown>
      {cells.map(([count, unit]) => (
        <span key={unit} className={css.cell}>
          <span className={css.digits}>{count}</span>
          <span className={css.unit}>{unit}</span>
        </span>
      ))}
    </div>
  )
}

/** Spreads the visitors of a drop over this time, in milliseconds, so that they do not all ask for the page at once. */
const spread = 8000

/**
 * Loads the page's data again after a moment, until the page says another next moment. Nothing waits for it: what can be bought is
 * shown by the countdown alone.
 * @param at ISO 8601
 */
export function DropRefresh({ at }: { at: string }) {
  const isOver = useLeft(Date.parse(at)) === 0
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOver) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      revalidate()
      tries += 1
      timer = setTimeout(load, Math.min(60_000, 5000 * tries) + Math.random() * spread)
    }
    timer = setTimeout(load, Math.random() * spread)
    return () => clearTimeout(timer)
  }, [isOver, revalidate])
  return null
}
