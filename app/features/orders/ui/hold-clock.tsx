import { useLocation } from '@remix-run/react'
import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatClockWithZone } from '#core/event-time.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { clockAnnouncement, readClock, remainingMs } from '../orders.rules.ts'
import * as css from './hold-clock.css.ts'

/** The time, on the browser's monotonic clock, at which this page's response was made: at the latest when its first byte arrived. */
function responseTime(fromDocument: boolean): number {
  const [entry] = performance.getEntriesByType('navigation')
  return fromDocument && entry && entry instanceof PerformanceNavigationTiming
    ? entry.responseStart
    : performance.now()
}

/**
 * Counts a hold down by the database's clock. Before JavaScript loads it shows when the hold ends.
 * @param onEnd called once when nothing is left
 */
export function HoldClock({
  expiresAt,
  serverNow,
  timeZone,
  onEnd,
}: {
  expiresAt: string
  serverNow: string
  timeZone: string
  onEnd: () => void
}) {
  const fromDocument = useLocation().key === 'default'
  const isFirst = useRef(true)
  const end = useRef(onEnd)
  end.current = onEnd
  const [left, setLeft] = useState<number | null>(null)
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    const start = responseTime(fromDocument && isFirst.current)
    isFirst.current = false
    let before = Number.POSITIVE_INFINITY
    const tick = () => {
      const now = remainingMs(expiresAt, serverNow, performance.now() - start)
      const announcement = before === Number.POSITIVE_INFINITY ? null : clockAnnouncement(before, now)
      if (announcement) setSpoken(announcement)
      if (now <= 0 && before > 0) end.current()
      before = now
      setLeft(now)
    }
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [expiresAt, serverNow, fromDocument])

  const face = left === null ? null : readClock(left)
  return (
    <p className={css.clock[face?.tone ?? 'calm']}>
      <Clock size={18} aria-hidden="true" />
      {face ? (
        <>
          <span>Held for you</span>
          <span role="timer" className={css.digits}>
            <time dateTime={face.duration}>{face.text}</time>
          </span>
        </>
      ) : (
        <span>
          Held until <time dateTime={expiresAt}>{formatClockWithZone(expiresAt, timeZone)}</time>
        </span>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{spoken}</span>
      </VisuallyHidden>
    </p>
  )
}
