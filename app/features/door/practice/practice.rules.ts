import { type ScanResult, scanResults } from '#core/scan-results.ts'
import { checkCharacter, readTicketCode } from '#core/ticket-code.ts'
import type { AdmitGroup, CheckIn } from '../door.schema.ts'
import type { DoorCounters, GroupResponse, ScanResponse } from '../door.types.ts'

/** Practice at a door that nobody goes through: sample codes, and the results that a door gives. Nothing here asks a server. */

type Facts = Partial<
  Pick<ScanResponse, 'isVip' | 'addOns' | 'minAge' | 'table' | 'partOf' | 'firstGate' | 'firstBy' | 'group'>
>
/** A code to practise with. */
export type Sample = {
  /** Nine characters, as on a ticket; no ticket has them on purpose. */
  code: string
  result: ScanResult
  /** Says what is particular to it, where the result alone does not. */
  about: string | null
  facts: Facts
}

/** Results that no scan of a ticket leads to, or only one of somebody who leaves. */
const notSampled: readonly ScanResult[] = ['undone', 'list_closed', 'exited', 'not_inside', 'checked_out']

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const friends = [
  { ticketId: idOf(901), name: 'Keisha J.', typeName: 'Entry', isVip: false },
  { ticketId: idOf(902), name: 'Andre P.', typeName: 'Entry', isVip: false },
  { ticketId: idOf(903), name: 'Simone A.', typeName: 'Entry', isVip: true },
]

const kinds: { result: ScanResult; about: string | null; facts: Facts }[] = [
  { result: 'ok', about: 'One guest', facts: {} },
  {
    result: 'ok',
    about: 'VIP, 21+, add-ons to hand over',
    facts: { isVip: true, minAge: 21, addOns: [{ name: 'Coat check', quantity: 2 }] },
  },
  { result: 'ok', about: 'Four guests of one order', facts: { group: friends } },
  ...scanResults
    .filter((result) => result !== 'ok' && !notSampled.includes(result))
    .map((result) => ({
      result,
      about: null,
      facts: result === 'already_in' ? { firstGate: 'Main gate', firstBy: 'Dex' } : {},
    })),
]

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function codeOf(n: number): string {
  const body = `TRYCDE${letters.charAt(n >> 5)}${letters.charAt(n & 31)}`
  return body + checkCharacter(body)
}

/** The codes to practise with: each result of a ticket's scan once, admissions three times. */
export const samples: readonly Sample[] = kinds.map((kind, n) => ({ ...kind, code: codeOf(n) }))

/** The counters of a door that nobody goes through. */
export const noCounters: DoorCounters = { tickets: 0, inNow: 0, admitted: 0, remaining: 0 }

/** Reveals nothing of the ticket: not known, or of another event. */
const nameless: readonly ScanResult[] = ['unknown', 'bad_signature', 'wrong_event', 'test_ticket']

/** Tickets that practice let in, and when, in milliseconds since 1970. */
export type PracticeLog = ReadonlyMap<string, number>

/** The result of a practice scan, and the tickets that are in after it. A real code leads to nothing. */
export type Practised = { scanned: ScanResponse; log: PracticeLog } | { real: true }

/** Returns whether a code that is no sample looks like that of a real ticket. */
function isReal(code: string): boolean {
  return readTicketCode(code) !== null || /^(JVT1:|eyJ)/.test(code)
}

function responseOf(sample: Sample, at: number, now: number): ScanResponse {
  const hasName = !nameless.includes(sample.result)
  const first = sample.result === 'already_in' ? new Date(now - 180_000).toISOString() : null
  return {
    result: sample.result,
    bounce: false,
    ticketId: hasName ? idOf(at) : null,
    firstName: hasName ? 'Mia' : null,
    typeName: hasName ? 'Entry' : null,
    partOf: null,
    isVip: false,
    addOns: [],
    table: null,
    minAge: 0,
    firstAt: first,
    firstGate: null,
    firstBy: null,
    group: [],
    serverNow: new Date(now).toISOString(),
    counters: noCounters,
    ...sample.facts,
  }
}

const unknown: Sample = { code: '', result: 'unknown', about: null, facts: {} }

/**
 * Decides a practice scan as a door does: an admitted sample is already in when it is read again.
 * @param log who was let in by practice
 * @param now milliseconds since 1970
 */
export function practise(
  log: PracticeLog,
  { code, gate, action }: Pick<CheckIn, 'code' | 'gate' | 'action'>,
  now: number,
): Practised {
  const typed = readTicketCode(code)
  const at = samples.findIndex((sample) => sample.code === typed)
  const sample = samples[at]
  if (!sample) return isReal(code) ? { real: true } : { scanned: responseOf(unknown, at, now), log }
  const scanned = responseOf(sample, at, now)
  scanned.group = scanned.group.filter(({ ticketId }) => !log.has(ticketId))
  const own = scanned.ticketId
  const admittedAt = own === null ? undefined : log.get(own)
  if (action === 'exit') return practiseExit(log, scanned)
  if (sample.result !== 'ok' || own === null) return { scanned, log }
  if (admittedAt === undefined) return { scanned, log: new Map(log).set(own, now) }
  const again = { firstAt: new Date(admittedAt).toISOString(), firstGate: gate || null, firstBy: 'you' }
  return { scanned: { ...scanned, result: 'already_in', bounce: now - admittedAt < 5000, ...again }, log }
}

/** Lets somebody out who was let in by practice. */
function practiseExit(log: PracticeLog, scanned: ScanResponse): Practised {
  const { ticketId } = scanned
  if (ticketId === null) return { scanned, log }
  const left = { ...scanned, group: [], addOns: [], firstAt: null }
  if (!log.has(ticketId)) return { scanned: { ...left, result: 'not_inside' }, log }
  const others = [...log].filter(([id]) => id !== ticketId)
  return { scanned: { ...left, result: 'exited' }, log: new Map(others) }
}

/** Admits people of a practice order together. */
export function practiseGroup(
  log: PracticeLog,
  { tickets }: Pick<AdmitGroup, 'tickets'>,
  now: number,
): { admitted: GroupResponse; log: PracticeLog } {
  const results = tickets.map(({ ticket }) => ({
    ticketId: ticket,
    result: log.has(ticket) ? ('already_in' as const) : ('ok' as const),
    bounce: false,
  }))
  const admitted = {
    results,
    addOns: [],
    minAge: 0,
    serverNow: new Date(now).toISOString(),
    counters: noCounters,
  }
  return { admitted, log: new Map([...log, ...tickets.map(({ ticket }) => [ticket, now] as const)]) }
}
