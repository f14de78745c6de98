import { type DoorCounters, type DoorEvent, type ScanResponse, scanResponseSchema } from '../door.types.ts'
import type { OfflineDecision } from './decision.rules.ts'
import type { PackContent } from './pack-content.ts'

/** Writes a decision of the phone as a response of the server, with what the pack has of the ticket. */
export function offlineResponse(
  { result, bounce, ticket, first }: OfflineDecision,
  of: { minAge: number; counters: DoorCounters; now: number; madeAt: string },
): ScanResponse {
  return scanResponseSchema.parse({
    result,
    bounce,
    // The pack has no ids: what takes one works with the server alone.
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
}

/** Returns the counters after an admission that the server does not know of. */
export function countersAfter(counters: DoorCounters, isInPack: boolean): DoorCounters {
  return {
    ...counters,
    inNow: counters.inNow + 1,
    admitted: counters.admitted + 1,
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
