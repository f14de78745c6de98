import { useEffect, useState, useSyncExternalStore } from 'react'
import { authChangedEvent } from '#browser/user-context.tsx'
import type { DoorCounters, DoorEvent, ScanReport } from '../door.types.ts'
import type { DoorLink, DoorState } from '../offline/door-link.ts'
import { canKeep, type DoorStore, openDoorStore } from '../offline/door-store.ts'
import { keepQueueGoing, readPhone } from '../offline/phone.ts'
import { doorLinkOf, newDoorLink } from './send-scan.ts'

/**
 * Sets how long after one read of the counters the next begins, and how often the pack and the clock are read, in milliseconds. A zone's
 * alarm shows within 2 s.
 */
const pollEvery = 1500
const refreshEvery = 60_000

/** How a scanner stands: what it shows of its door, and of itself. */
export type Door = {
  counters: DoorCounters
  /** Takes over the counters of a response. */
  setCounters: (counters: DoorCounters) => void
  /** Open reports; null for those who may not have them. */
  reports: ScanReport[] | null
  /** False while the phone decides by itself. */
  isOnline: boolean
  state: DoorState
  link: DoorLink
}

/**
 * Keeps a scanner connected to its door while the page is open: counters, open reports, the pack, and the upload of what it decided
 * by itself. They are asked for without the page's own loaders: when those fail, an error would take the scanner's place.
 * @param event the event with the counters and reports that the page was read with
 */
export function useDoorCounters(event: Pick<DoorEvent, 'id' | 'counters' | 'reports'>): Door {
  const [link] = useState(() => (typeof window === 'undefined' ? newDoorLink(event) : doorLinkOf(event)))
  const [start] = useState(link.state)
  const state = useSyncExternalStore(
    link.subscribe,
    () => link.state,
    () => start,
  )
  useEffect(() => stayConnected(link), [link])
  return {
    counters: state.counters,
    setCounters: link.setCounters,
    reports: state.poll ? state.poll.reports : event.reports,
    isOnline: state.isOnline,
    state,
    link,
  }
}

/** Runs a link until the page is left. @returns what ends it */
function stayConnected(link: DoorLink): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let store: DoorStore | null = null
  async function open() {
    store = canKeep() ? await openDoorStore().catch(() => null) : null
    if (signal.aborted) return store?.close()
    await link.open(store)
    await Promise.all([repeat(refreshEvery, refresh, signal), repeat(pollEvery, poll, signal)])
  }
  async function refresh() {
    await link.measureClock()
    await link.refreshPack()
    if (link.state.waiting > 0) await keepQueueGoing()
    await link.report(await readPhone())
  }
  // A hidden page asks for nothing, unless people wait in its queue.
  const poll = async () => {
    if (document.visibilityState === 'visible' || link.state.waiting > 0) await link.poll()
  }
  if (!navigator.onLine) link.cut()
  window.addEventListener('offline', link.cut, { signal })
  window.addEventListener('online', () => void link.poll(), { signal })
  const onUser = (changed: Event) => {
    if (changed instanceof CustomEvent && changed.detail === null) void link.forget()
  }
  window.addEventListener(authChangedEvent, onUser, { signal })
  void open()
  return () => {
    ending.abort()
    store?.close()
  }
}

/** Does work now and again after each pause, until the signal; a failure waits for the next time. */
async function repeat(pause: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error) => console.warn('The door could not be read', error))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
