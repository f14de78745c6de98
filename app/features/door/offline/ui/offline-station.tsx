import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { DoorEvent } from '../../door.types.ts'
import { Station } from '../../ui/scanner.tsx'
import { canKeep, openDoorStore } from '../door-store.ts'
import { eventOfPack } from '../offline-response.ts'

type Opened = { event: DoorEvent | null; gate: string; asksFirst: boolean }

/** The scanner as it is opened without the network: from the pack that this phone kept. */
export function OfflineStation() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const place = { gate: query.get('gate')?.slice(0, 60) ?? '', asksFirst: query.get('ask') === '1' }
    readEvent(query.get('event')).then(
      (event) => setOpened({ event, ...place }),
      () => setOpened({ event: null, ...place }),
    )
  }, [])
  if (!opened)
    return (
      <div className={layout.page}>
        <h1>Ticket scanner</h1>
        <Spinner label="Opening the scanner" showLabel />
      </div>
    )
  const { event, gate, asksFirst } = opened
  if (!event)
    return (
      <EmptyState
        headingLevel={1}
        title="No ticket list on this phone"
        text="The scanner works offline once it was opened here with a connection."
        action={
          <LinkButton to={paths.ticketScanner()} reloadDocument variant="secondary">
            Try again
          </LinkButton>
        }
      />
    )
  return (
    <Station
      event={event}
      gate={gate}
      asksFirst={asksFirst}
      scanId={crypto.randomUUID()}
      first={{ scanned: null, read: null, refusal: null, codeError: null }}
    />
  )
}

/** Reads the event that the address names from its pack; where it names none, the only one that is kept. */
async function readEvent(named: string | null): Promise<DoorEvent | null> {
  if (!canKeep()) return null
  const store = await openDoorStore()
  try {
    await store.wipeEnded(Date.now())
    const events = await store.listEvents()
    const id = named ?? (events.length === 1 ? events[0] : undefined)
    const pack = id ? await store.readPack(id) : null
    return pack && eventOfPack(pack.content)
  } finally {
    store.close()
  }
}
