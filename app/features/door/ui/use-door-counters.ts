import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { countersSchema, type DoorCounters, type DoorEvent } from '../door.types.ts'

/** Sets how often the counters are read again, and how long one request may take, in milliseconds. */
const every = 10_000
const timeout = 8000

/**
 * Keeps an event's counters current while the page is visible. They are asked for without the page's own loaders: when
 * those fail, an error would take the scanner's place.
 * @param event the event with the counters that the page was read with
 * @returns the counters; what sets them, for the response to a scan; and whether the site was reachable last time
 */
export function useDoorCounters(event: Pick<DoorEvent, 'id' | 'counters'>): {
  counters: DoorCounters
  setCounters: (counters: DoorCounters) => void
  isOnline: boolean
} {
  const [counters, setCounters] = useState(event.counters)
  const [isOnline, setOnline] = useState(true)
  useEffect(() => {
    let ended = false
    async function read() {
      if (document.visibilityState !== 'visible') return
      try {
        const response = await fetch(paths.apiCheckIn({ event: event.id }), {
          credentials: 'include',
          signal: AbortSignal.timeout(timeout),
        })
        const found = countersSchema.safeParse(response.ok ? await response.json() : null)
        if (ended) return
        setOnline(true)
        if (found.success) setCounters(found.data)
      } catch {
        if (!ended) setOnline(false)
      }
    }
    const goOffline = () => setOnline(false)
    const goOnline = () => void read()
    if (!navigator.onLine) goOffline()
    const timer = setInterval(goOnline, every)
    window.addEventListener('online', goOnline)
    window.addEventListener('offline', goOffline)
    return () => {
      ended = true
      clearInterval(timer)
      window.removeEventListener('online', goOnline)
      window.removeEventListener('offline', goOffline)
    }
  }, [event.id])
  return { counters, setCounters, isOnline }
}
