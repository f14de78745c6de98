import type { ScanResult } from '#core/scan-results.ts'
import {
  decideOffline,
  type Known,
  type OfflineDecision,
  type PackTicket,
  type Reading,
  type Station,
} from './decision.rules.ts'

/** Results of a ticket that was read with which its group comes in. */
const opens: readonly ScanResult[] = ['ok', 'already_in']
/** `private.entry_result` knows nothing of gates and re-entries. */
const anywhere: Station = { gate: '', action: 'admit' }

const readingOf = ({ idHash, generation }: PackTicket): Reading => ({ kind: 'signed', idHash, generation })

/** Returns whether a code is that of the ticket as the pack has it: with a newer one it may have another holder. */
const isOf = (reading: Reading, { generation }: PackTicket) =>
  reading.kind !== 'signed' || reading.generation === generation

/**
 * Lists who may come in together with a ticket that was read, without it, by the rules of `private.group_of`; `group-vectors.json` holds
 * both to the same answers.
 * @param decision about that ticket
 * @param now milliseconds, corrected to the server's clock
 */
export function groupOf(
  known: Known,
  reading: Reading,
  { ticket, result }: OfflineDecision,
  now: number,
): PackTicket[] {
  if (!ticket || !opens.includes(result) || !isOf(reading, ticket)) return []
  return known
    .inGroup(ticket.group)
    .filter((each) => each.idHash !== ticket.idHash)
    .filter((each) => decideOffline(known, readingOf(each), now, anywhere).result === 'ok')
    .sort((one, other) => one.name.localeCompare(other.name) || (one.idHash < other.idHash ? -1 : 1))
}

/** What became of one ticket of a group; `ticket` as the pack has it. */
export type Member = { ticket: PackTicket; result: ScanResult; bounce: boolean }

/**
 * Decides without the network about chosen tickets of the group of one that was read, by the rules of `admit_group`.
 * @param chosen hashes of their ids in the pack
 * @param now milliseconds, corrected to the server's clock
 * @returns what becomes of each; why nothing is decided: `group_closed` where the ticket that was read may not come in itself,
 *   `not_found` where the pack does not have all of them in one group
 */
export function decideGroup(
  known: Known,
  reading: Reading,
  chosen: readonly string[],
  { now, station }: { now: number; station: Station },
): Member[] | 'group_closed' | 'not_found' {
  const read = decideOffline(known, reading, now, anywhere)
  const tickets = chosen.map((hash) => known.byId(hash))
  if (!read.ticket || tickets.some((each) => each?.group !== read.ticket?.group)) return 'not_found'
  // As at the server, a ticket that has left and may not come back brings in who came with it.
  const isOpen = opens.includes(read.result) || read.result === 'no_reentry'
  if (!isOpen || !isOf(reading, read.ticket)) return 'group_closed'
  return tickets.flatMap((ticket) => {
    if (!ticket) return []
    const { result, bounce } = decideOffline(known, readingOf(ticket), now, station)
    return [{ ticket, result, bounce }]
  })
}
