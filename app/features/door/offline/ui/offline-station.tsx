import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { safePath } from '#core/safe-path.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { DoorEvent } from '../../door.types.ts'
import { stationOfPack } from '../../pickup/pickup-list.ts'
import type { PickupPack } from '../../pickup/pickup-pack.types.ts'
import { PickupStation } from '../../pickup/ui/pickup-station.tsx'
import { Station } from '../../ui/scanner.tsx'
import { canKeep, openDoorStore } from '../door-store.ts'
import { type Left, leavePhone } from '../leave-phone.ts'
import { eventOfPack } from '../offline-response.ts'

type Opened = { event: DoorEvent | null; gate: string; asksFirst: boolean }

/**
 * The scanner or, with `at=pick-up`, the pickup station as it is opened without the network: from the pack that this phone kept; with
 * `at=log-out` what a log-out by a plain form leads to.
 */
export function OfflineStation() {
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => setPlace(new URLSearchParams(window.location.search).get('at')), [])
  if (place === 'log-out') return <LoggedOut />
  return place === 'pick-up' ? <OfflinePickups /> : <OfflineScanner />
}

function OfflineScanner() {
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
      <NoList
        title="No ticket list on this phone"
        text="The scanner works offline once it was opened here with a connection."
        to={paths.ticketScanner()}
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

function NoList({ title, text, to }: { title: string; text: string; to: string }) {
  return (
    <EmptyState
      headingLevel={1}
      title={title}
      text={text}
      action={
        <LinkButton to={to} reloadDocument variant="secondary">
          Try again
        </LinkButton>
      }
    />
  )
}

/** The pickup station of the event that the address names, from the list that this phone kept. */
function OfflinePickups() {
  const [opened, setOpened] = useState<{ pickups: PickupPack | null } | null>(null)
  useEffect(() => {
    const event = new URLSearchParams(window.location.search).get('event')
    readPickups(event).then(
      (pickups) => setOpened({ pickups }),
      () => setOpened({ pickups: null }),
    )
  }, [])
  if (!opened)
    return (
      <div className={layout.page}>
        <h1>Pickup</h1>
        <Spinner label="Opening the pickup list" showLabel />
      </div>
    )
  const { pickups } = opened
  if (!pickups)
    return (
      <NoList
        title="No pickup list on this phone"
        text="Pickup works offline once it was opened here with a connection."
        to={paths.pickupStation()}
      />
    )
  return (
    <div className={`${layout.page} ${layout.stack[5]}`}>
      <PageHeader title="Pickup" text={pickups.event.title} />
      <PickupStation
        station={stationOfPack(pickups)}
        found={null}
        handed={null}
        problem={null}
        scanId={crypto.randomUUID()}
        timeZone={pickups.event.timeZone}
      />
    </div>
  )
}

async function readPickups(event: string | null): Promise<PickupPack | null> {
  if (!canKeep() || !event) return null
  const store = await openDoorStore()
  try {
    await store.wipeEnded(Date.now())
    return (await store.readPickups(event))?.content ?? null
  } finally {
    store.close()
  }
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

/** Says after a log-out how many scans this phone still holds; goes on where it holds none. */
function LoggedOut() {
  const [left, setLeft] = useState<Left | null>(null)
  useEffect(() => {
    const next = safePath(new URLSearchParams(window.location.search).get('redirect'))
    leavePhone().then(
      (of) => (of.isSignedOut && of.waiting === 0 ? window.location.replace(next) : setLeft(of)),
      () => window.location.replace(next),
    )
  }, [])
  if (!left)
    return (
      <div className={layout.page}>
        <h1>Logging out</h1>
        <Spinner label="Logging out" showLabel />
      </div>
    )
  const { isSignedOut, waiting } = left
  const scans = waiting === 1 ? '1 scan from this phone hasn’t' : `${waiting} scans from this phone haven’t`
  return (
    <EmptyState
      headingLevel={1}
      title={isSignedOut ? 'You’re logged out' : 'You’re still logged in'}
      text={
        isSignedOut
          ? `${scans} been uploaded yet. Log in on this phone to upload.`
          : 'Open the scanner to go on.'
      }
      action={
        <LinkButton to={paths.ticketScanner()} reloadDocument variant="secondary">
          {isSignedOut ? 'Log in' : 'Open the scanner'}
        </LinkButton>
      }
    />
  )
}
