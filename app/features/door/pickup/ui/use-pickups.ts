import { useEffect, useState, useSyncExternalStore } from 'react'
import { authChangedEvent } from '#browser/user-context.tsx'
import { askServer } from '../../offline/ask-server.ts'
import { canKeep, type DoorStore, openDoorStore } from '../../offline/door-store.ts'
import { keepQueueGoing } from '../../offline/phone.ts'
import { deviceId } from '../../ui/device-id.ts'
import { stationQuerySchema } from '../pickup.schema.ts'
import { PickupLink, type PickupState } from '../pickup-link.ts'

/** How often the server is asked whether it is there, and for the list, in milliseconds. */
const pingEvery = 5000
const refreshEvery = 60_000

/**
 * Keeps a pickup station connected while its page is open: its list, and the upload of what it handed over by itself.
 * @param search the query of the station's address
 */
export function usePickups(search: string): { link: PickupLink; state: PickupState } {
  const [link] = useState(() => {
    const { event, gate } = stationQuerySchema.parse(Object.fromEntries(new URLSearchParams(search)))
    return new PickupLink({ event, gate, search, device: deviceId, ask: askServer, now: () => Date.now() })
  })
  const [start] = useState(link.state)
  const state = useSyncExternalStore(
    link.subscribe,
    () => link.state,
    () => start,
  )
  useEffect(() => stayConnected(link), [link])
  return { link, state }
}

/** Runs a link until the page is left. @returns what ends it */
function stayConnected(link: PickupLink): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let store: DoorStore | null = null
  const failed = (error: unknown) => console.warn('The pickup list could not be read', error)
  async function refresh() {
    await link.ping()
    await link.refresh()
    if (link.state.waiting > 0) await keepQueueGoing()
  }
  // While all is well nothing but the list is asked for.
  const ping = () => {
    if (!link.state.isOnline || link.state.waiting > 0) void link.ping().catch(failed)
  }
  async function open() {
    store = canKeep() ? await openDoorStore().catch(() => null) : null
    if (signal.aborted) return store?.close()
    await link.open(store)
    await refresh()
  }
  if (!navigator.onLine) link.cut()
  window.addEventListener('offline', link.cut, { signal })
  window.addEventListener('online', ping, { signal })
  const onUser = (changed: Event) => {
    if (changed instanceof CustomEvent && changed.detail === null) void link.forget()
  }
  window.addEventListener(authChangedEvent, onUser, { signal })
  const pings = setInterval(ping, pingEvery)
  const refreshes = setInterval(() => void refresh().catch(failed), refreshEvery)
  void open().catch(failed)
  return () => {
    ending.abort()
    clearInterval(pings)
    clearInterval(refreshes)
    store?.close()
  }
}
