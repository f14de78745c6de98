import type { AdmitGroup, AdmitGuests, CheckIn } from '../door.schema.ts'
import type { DoorCounters, DoorEvent } from '../door.types.ts'
import { askServer } from '../offline/ask-server.ts'
import {
  DoorLink,
  type GroupSent,
  type GuestsFound,
  type GuestsSent,
  type Sent,
} from '../offline/door-link.ts'
import { deviceId } from './device-id.ts'

export type { GroupSent, Sent }

const noCounters: DoorCounters = { tickets: 0, inNow: 0, admitted: 0, remaining: 0 }
const links = new Map<string, DoorLink>()

/** Makes a link that nobody shares: for rendering on the server. */
export function newDoorLink({ id, counters }: Pick<DoorEvent, 'id' | 'counters'>): DoorLink {
  return new DoorLink({ event: id, counters, device: deviceId, ask: askServer, now: () => Date.now() })
}

/** Returns the one link of this page to the door of an event. */
export function doorLinkOf(event: Pick<DoorEvent, 'id' | 'counters'>): DoorLink {
  const link = links.get(event.id) ?? newDoorLink(event)
  links.set(event.id, link)
  return link
}

/**
 * Decides a scan: by the server, or by the phone's own pack while the server does not respond. Sent again with the same id, it admits
 * no one twice.
 */
export function sendScan(scan: CheckIn): Promise<Sent> {
  return doorLinkOf({ id: scan.event, counters: noCounters }).scan(scan)
}

/** Admits several tickets of one order, decided as `sendScan` decides. Sent again with the same scans, it admits no one twice. */
export function sendGroup(of: AdmitGroup): Promise<GroupSent> {
  return doorLinkOf({ id: of.event, counters: noCounters }).admitGroup(of)
}

/** Searches the guest lists of an event: at the server, or in the phone's own pack while the server does not respond. */
export function findGuestsAt(event: string, q: string): Promise<GuestsFound> {
  return doorLinkOf({ id: event, counters: noCounters }).findGuests(q)
}

/** Admits guests of a name, decided as `sendScan` decides. Sent again with the same scan, it admits no one twice. */
export function sendGuests(of: AdmitGuests): Promise<GuestsSent> {
  return doorLinkOf({ id: of.event, counters: noCounters }).admitGuests(of)
}

/** Says what the phone would decide about a scan by itself; null while the server decides. */
export function previewAlone(scan: CheckIn): Promise<Sent | null> {
  return doorLinkOf({ id: scan.event, counters: noCounters }).preview(scan)
}
