import type { FoundGuests, Guest } from '#core/door-guests.ts'
import {
  type DoorCounters,
  type DoorEvent,
  type GroupResponse,
  type ScanResponse,
  scanResponseSchema,
} from '../door.types.ts'
import type { OfflineDecision, PackTicket } from './decision.rules.ts'
import type { Member } from './groups.rules.ts'
import { isNamed, type PackGuestNow } from './guests.rules.ts'
import type { PackContent } from './pack-content.ts'

/** What a response says beside what was decided. `now` is in milliseconds, corrected to the server's clock. */
type Circumstances = { minAge: number; counters: DoorCounters; now: number; madeAt: string }

/**
 * Writes a decision of the phone as a response of the server, with what the pack has of the ticket.
 * @param group who may come in together with it, named by the hashes of the pack
 */
export function offlineResponse(
  { result, bounce, ticket, first }: OfflineDecision,
  group: readonly PackTicket[],
  of: Circumstances,
): ScanResponse {
  const others = group.map(({ idHash, name, typeName, isVip }) => ({
    ticketId: idHash,
    name,
    typeName,
    isVip,
  }))
  const response = scanResponseSchema.parse({
    result,
    bounce,
    ticketId: null,
    firstName: ticket?.name || null,
    typeName: ticket?.typeName || null,
    partOf: null,
    isVip: ticket?.isVip ?? false,
    addOns: [],
    table: null,
    minAge: of.minAge,
    firstAt: first && new Date(first.at).toISOString(),
    firstGate: first?.gate || null,
    firstBy: null,
    serverNow: new Date(of.now).toISOString(),
    counters: of.counters,
    offline: {
      madeAt: of.madeAt,
      needsAttention: ticket?.needsAttention ?? false,
      hasAddOns: ticket?.hasAddOns ?? false,
    },
  })
  // The pack has no ids, which the schema asks for.
  return { ...response, ticketId: ticket?.idHash ?? null, group: others }
}

/**
 * Writes what became of a group likewise.
 * @param nameOf returns the id by which the station named a ticket
 */
export function offlineGroup(
  members: readonly Member[],
  nameOf: (idHash: string) => string,
  of: Circumstances,
): GroupResponse {
  const comeIn = members.filter(({ result }) => result === 'ok').map(({ ticket }) => ticket)
  return {
    results: members.map(({ ticket, result, bounce }) => ({
      ticketId: nameOf(ticket.idHash),
      result,
      bounce,
    })),
    addOns: [],
    minAge: of.minAge,
    serverNow: new Date(of.now).toISOString(),
    counters: of.counters,
    offline: {
      madeAt: of.madeAt,
      needsAttention: comeIn.some(({ needsAttention }) => needsAttention),
      hasAddOns: comeIn.some(({ hasAddOns }) => hasAddOns),
    },
  }
}

type GuestLists = PackContent['guestLists']

/** Writes a name of the pack as the server's search does. @param now milliseconds, corrected to the server's clock */
export function guestOfPack({ lists, currency }: GuestLists, guest: PackGuestNow, now: number): Guest {
  const list = lists.find(({ id }) => id === guest.list.id)
  return {
    id: guest.hash,
    name: guest.name,
    plusOnes: guest.heads - 1,
    // Two phones may have let in more than there are.
    arrived: Math.min(guest.heads, guest.arrived + guest.here),
    note: null,
    list: guest.list.name,
    kind: list?.kind ?? 'free',
    priceCents: list?.priceCents ?? 0,
    closesAt: new Date(guest.list.closesAt).toISOString(),
    isClosed: now >= guest.list.closesAt,
    latePriceCents: list?.latePriceCents ?? null,
    currency,
  }
}

/** Searches the names of a pack as `find_guests` does: two letters or more, 20 names at most. */
export function findInPack(
  guestLists: GuestLists | undefined,
  guests: readonly PackGuestNow[],
  q: string,
  { counters, now }: { counters: DoorCounters; now: number },
): FoundGuests {
  const search = q.trim()
  const named = search.length < 2 ? [] : guests.filter(({ name }) => isNamed(name, search)).slice(0, 20)
  return {
    mayOverride: false,
    counters,
    now: new Date(now).toISOString(),
    lists: (guestLists?.lists ?? []).map(({ id, name, kind, closesAt }) => {
      const own = guests.filter(({ list }) => list.id === id)
      const arrived = own.reduce((sum, each) => sum + Math.min(each.heads, each.arrived + each.here), 0)
      const heads = own.reduce((sum, each) => sum + each.heads, 0)
      return { id, name, kind, heads, arrived, closesAt, isClosed: now >= Date.parse(closesAt) }
    }),
    guests: guestLists
      ? named.map((guest) => ({ ...guestOfPack(guestLists, guest, now), undoable: null }))
      : [],
  }
}

/** Returns the counters after an admission that the server does not know of. */
export function countersAfter(
  counters: DoorCounters,
  { isInPack, heads }: { isInPack: boolean; heads: number },
): DoorCounters {
  return {
    ...counters,
    inNow: counters.inNow + heads,
    admitted: counters.admitted + heads,
    remaining: Math.max(0, counters.remaining - (isInPack ? 1 : 0)),
  }
}

/** Returns the counters after an exit that the server does not know of. */
export function countersWithout(counters: DoorCounters): DoorCounters {
  return { ...counters, inNow: Math.max(0, counters.inNow - 1) }
}

/** Counts an event from its pack, for a scanner that was opened without the network. */
function countersOf({ tickets, standings }: PackContent): DoorCounters {
  const valid = tickets.filter((row) => standings[row[4]] === 'ok')
  const inNow = tickets.filter((row) => row[7] > 0).length
  return { tickets: valid.length, inNow, admitted: inNow, remaining: Math.max(0, valid.length - inNow) }
}

/** Returns the event of a pack as the scanner is handed it by the server. */
export function eventOfPack(content: PackContent): DoorEvent {
  const { id, title, status, timeZone, doorsAt, startsAt, endsAt, minAge } = content.event
  return {
    id,
    title,
    status,
    venueName: null,
    city: null,
    timeZone,
    doorsAt,
    startsAt,
    endsAt,
    minAge,
    gates: content.gates.map(({ name }) => name),
    mayManage: false,
    counters: countersOf(content),
    reports: null,
  }
}
