import type { ScanResult } from '#core/scan-results.ts'
import type { packStandings } from '../pack.types.ts'

/** The results that a ticket in the pack would get from `check_in`, apart from its generation, the time and being inside. */
export type Standing = (typeof packStandings)[number]

/** A ticket as the pack has it. */
export type PackTicket = {
  idHash: string
  generation: number
  typeId: string
  typeName: string
  standing: Standing
  /** First name and initial; empty when it has none. */
  name: string
  isVip: boolean
  needsAttention: boolean
  needsAge: boolean
  hasAddOns: boolean
  /** True if it was inside when the pack was made. */
  isInside: boolean
  /** How often it had left until then. */
  exits: number
  /** The zone that it was in then; null for none. */
  zoneId: string | null
  /** The same for tickets that may come in together. */
  group: string
}

/** The event's part of a pack. Instants are milliseconds since 1970. */
export type PackEvent = {
  status: string
  /** How often a ticket that left may come in again; 0: never. */
  reentries: number
  doorsAt: number
  endsAt: number
  isTest: boolean
  minAge: number
}

/** Everything that one phone knows without the network: the pack, and what it decided itself since. */
export type Known = {
  event: PackEvent
  /** When the pack was made, by the server's clock. */
  madeAt: number
  /** Lists the types that a gate takes, by its name; null where it takes each. */
  typesOf(gate: string): readonly string[] | null
  /** Returns the zone that a gate leads to, by its name; null for none. */
  zoneOf(gate: string): string | null
  /** Finds a ticket by the hash of its id, or of its typed code. */
  byId(idHash: string): PackTicket | undefined
  byCode(codeHash: string): PackTicket | undefined
  /** Lists the tickets of a group. */
  inGroup(group: string): PackTicket[]
  /** True for the hash of a code that a ticket of this event had before it was reissued. */
  isRetired(codeHash: string): boolean
  /** The latest admission or exit of a ticket by this phone, since its last pack or not uploaded yet. */
  lastMove(idHash: string): OwnMove | undefined
  /** How often this phone let a ticket out since its last pack, or not uploaded yet. */
  exitsOf(idHash: string): number
}

/** The part of what a phone knows that its own log says. */
export type OwnKnown = Pick<Known, 'lastMove' | 'exitsOf'>

/** A move of a ticket that this phone decided. `at` is in milliseconds, corrected to the server's clock. */
export type OwnMove = { action: 'admit' | 'exit'; at: number; gate: string }

/** The content of a code whose signature was checked. Hashes are the pack's. */
export type Reading =
  | { kind: 'signed'; idHash: string; generation: number }
  | { kind: 'typed'; codeHash: string }
  /** Signed, it says, for another event. */
  | { kind: 'other_event' }
  | { kind: 'unreadable'; result: 'unknown' | 'bad_signature' }

export type OfflineDecision = {
  result: ScanResult
  /** This phone admitted the same ticket less than 5 s ago. */
  bounce: boolean
  /** Null for what names no ticket of this event. */
  idHash: string | null
  /** Null for a ticket that the pack does not know. */
  ticket: PackTicket | null
  /** When and where this phone admitted it first, beside `already_in`; null when the pack says that it is in. */
  first: OwnMove | null
}

/** The way in which a station takes a code: at which gate, and whether it lets people in or out. */
export type Station = { gate: string; action: 'admit' | 'exit' }

const hour = 3_600_000
/** The doors of `check_in`: from 2 hours before they open until 6 hours after the end. */
const before = 2 * hour
const after = 6 * hour
const bounceWithin = 5000

const closedStatuses = ['cancelled', 'archived', 'draft']
/** Standings that `check_in` looks at before the event's own state. */
const standsFirst: readonly Standing[] = ['void_refunded', 'void_cancelled', 'blocked', 'old_code']

/** Results after which somebody is inside whom the server has not confirmed. */
export const admitsOffline: readonly ScanResult[] = ['ok', 'offline_unverified']

/**
 * Decides a scan without the network by the rules of `check_in`; `admission-vectors.json` holds both to the same answers. They
 * differ where the phone cannot know: a signed ticket that is newer than the pack, or has a newer code than the pack, is
 * `offline_unverified` and admitted; a typed code that is newer than the pack is `unknown`, for nothing vouches for it.
 * An exit counts as the phone knows it, too. Somebody inside goes on to another zone from that of the pack, or from that to which this phone
 * let them since. Whether a zone is full is the server's alone.
 * @param now milliseconds, corrected to the server's clock
 */
export function decideOffline(
  known: Known,
  reading: Reading,
  now: number,
  station: Station = { gate: '', action: 'admit' },
): OfflineDecision {
  const nothing = { bounce: false, idHash: null, ticket: null, first: null }
  if (reading.kind === 'unreadable') return { ...nothing, result: reading.result }
  if (reading.kind === 'other_event') return { ...nothing, result: 'wrong_event' }
  const ticket = reading.kind === 'signed' ? known.byId(reading.idHash) : known.byCode(reading.codeHash)
  if (reading.kind === 'typed' && !ticket)
    return { ...nothing, result: known.isRetired(reading.codeHash) ? 'old_code' : 'unknown' }
  const idHash = ticket?.idHash ?? (reading.kind === 'signed' ? reading.idHash : null)
  const generation = reading.kind === 'signed' ? reading.generation : (ticket?.generation ?? 0)
  const own = idHash === null ? undefined : known.lastMove(idHash)
  const found = { idHash, ticket: ticket ?? null, bounce: false, first: null }
  const isInside = own ? own.action === 'admit' : Boolean(ticket?.isInside)
  if (station.action === 'exit') {
    const isOld = ticket !== undefined && generation < ticket.generation
    return { ...found, result: isOld ? 'old_code' : isInside ? 'exited' : 'not_inside' }
  }
  const refused = refusal(known.event, ticket, generation, now)
  if (refused) return { ...found, result: refused }
  const zone = known.zoneOf(station.gate)
  const from = own ? known.zoneOf(own.gate) : ticket?.zoneId
  const goesOn = zone !== null && from !== zone
  if (isInside && !goesOn) {
    const bounce = own !== undefined && now - own.at < bounceWithin
    return { ...found, result: 'already_in', bounce, first: own ?? null }
  }
  const exits = (ticket?.exits ?? 0) + (idHash === null ? 0 : known.exitsOf(idHash))
  if (!isInside && exits > known.event.reentries) return { ...found, result: 'no_reentry' }
  if (ticket && known.typesOf(station.gate)?.includes(ticket.typeId) === false)
    return { ...found, result: 'wrong_gate' }
  const isKnown = ticket !== undefined && generation === ticket.generation
  return { ...found, result: isKnown ? 'ok' : 'offline_unverified' }
}

/** Returns why a ticket may not enter, in the order of `private.entry_result`; null if only being inside can refuse it. */
function refusal(
  event: PackEvent,
  ticket: PackTicket | undefined,
  generation: number,
  now: number,
): ScanResult | null {
  const standing = ticket?.standing ?? 'ok'
  if (standing === 'test_ticket' && !event.isTest) return standing
  if (ticket && generation < ticket.generation) return 'old_code'
  if (standsFirst.includes(standing)) return standing
  if (closedStatuses.includes(event.status)) return 'void_cancelled'
  if (standing !== 'ok') return standing
  const doors = doorsOf(event, now)
  return doors === 'ok' ? null : doors
}

/** Returns whether the doors of an event count at a moment, and why not. @param now milliseconds, corrected to the server's clock */
export function doorsOf(event: PackEvent, now: number): 'ok' | 'void_cancelled' | 'not_yet' | 'ended' {
  if (closedStatuses.includes(event.status)) return 'void_cancelled'
  if (now < event.doorsAt - before || event.status === 'postponed') return 'not_yet'
  return now > event.endsAt + after ? 'ended' : 'ok'
}
