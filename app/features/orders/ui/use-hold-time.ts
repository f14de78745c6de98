import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { remainingMs } from '../orders.rules.ts'

/** The time, on the browser's monotonic clock, at which this page's response was made: at the latest when its first byte arrived. */
function responseTime(fromDocument: boolean): number {
  const [entry] = performance.getEntriesByType('navigation')
  return fromDocument && entry && entry instanceof PerformanceNavigationTiming
    ? entry.responseStart
    : performance.now()
}

/**
 * Measures what is left of a hold, four times a second, by the database's clock.
 * @param hold when it ends and the database's clock when it was read, ISO 8601; null for none
 * @param onTick called with the milliseconds that are left now and at the call before, which is infinite at first
 */
export function useHoldTime(
  hold: { expiresAt: string; serverNow: string } | null,
  onTick: (remaining: number, before: number) => void,
): void {
  const fromDocument = useLocation().key === 'default'
  const isFirst = useRef(true)
  const tick = useRef(onTick)
  tick.current = onTick
  const { expiresAt, serverNow } = hold ?? {}

  useEffect(() => {
    if (expiresAt === undefined || serverNow === undefined) return
    const start = responseTime(fromDocument && isFirst.current)
    isFirst.current = false
    let before = Number.POSITIVE_INFINITY
    const read = () => {
      const remaining = remainingMs(expiresAt, serverNow, performance.now() - start)
      tick.current(remaining, before)
      before = remaining
    }
    read()
    const timer = setInterval(read, 250)
    return () => clearInterval(timer)
  }, [expiresAt, serverNow, fromDocument])
}
