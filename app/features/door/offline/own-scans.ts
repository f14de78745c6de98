import { admitsOffline, type OwnMove } from './decision.rules.ts'
import type { LogEntry } from './door-store.ts'

/** The acts of one phone at an event, from its log. */
export type OwnScans = {
  /** Finds the latest move of a ticket that a pack made at this instant (in milliseconds) does not have yet. */
  lastMove(idHash: string, madeAt: number): OwnMove | undefined
  /** Counts how often it let a ticket out, of which such a pack knows nothing. */
  exitsOf(idHash: string, madeAt: number): number
  /** Counts how many guests it let in by a name, of which such a pack knows nothing. */
  guestsOf(hash: string, madeAt: number): number
  /** Finds the result of a scan that is in the log. */
  resultOf(scan: string): LogEntry['result'] | undefined
  /** Adds a scan that was just logged. */
  add(entry: LogEntry): void
  /** Counts people whom it let in without the server, and about whom the server said nothing yet. */
  unverified(): number
  conflicts(): number
}

type Move = OwnMove & { isWaiting: boolean }
type Arrival = Pick<Move, 'at' | 'isWaiting'> & { heads: number }

/** Reads the log of an event, in the order of its numbers. */
export function ownScansOf(log: readonly LogEntry[]): OwnScans {
  const moves = new Map<string, Move>()
  const exits = new Map<string, Move[]>()
  const arrivals = new Map<string, Arrival[]>()
  const results = new Map<string, LogEntry['result']>()
  let unverified = 0
  let conflicts = 0

  function add(entry: LogEntry): void {
    const admits = admitsOffline.includes(entry.result)
    const { guest } = entry
    results.set(entry.scan, entry.result)
    if (admits && entry.outcome === null) unverified += guest?.heads ?? 1
    if (entry.outcome === 'conflict') conflicts++
    if (admits && guest) {
      const at = Date.parse(entry.at) + entry.offsetMs
      const arrival = { at, heads: guest.heads, isWaiting: entry.outcome === null }
      arrivals.set(guest.hash, [...(arrivals.get(guest.hash) ?? []), arrival])
    }
    if (entry.idHash === null || !(admits || entry.result === 'exited')) return
    const at = Date.parse(entry.at) + entry.offsetMs
    const move = { action: entry.action, at, gate: entry.gate, isWaiting: entry.outcome === null }
    moves.set(entry.idHash, move)
    if (entry.result === 'exited') exits.set(entry.idHash, [...(exits.get(entry.idHash) ?? []), move])
  }
  for (const entry of log) add(entry)
  const isNews = (move: Pick<Move, 'at' | 'isWaiting'>, madeAt: number) => move.isWaiting || move.at > madeAt

  return {
    lastMove(idHash, madeAt) {
      const move = moves.get(idHash)
      return move && isNews(move, madeAt) ? move : undefined
    },
    exitsOf: (idHash, madeAt) => (exits.get(idHash) ?? []).filter((move) => isNews(move, madeAt)).length,
    guestsOf: (hash, madeAt) =>
      (arrivals.get(hash) ?? [])
        .filter((arrival) => isNews(arrival, madeAt))
        .reduce((sum, { heads }) => sum + heads, 0),
    resultOf: (scan) => results.get(scan),
    add,
    unverified: () => unverified,
    conflicts: () => conflicts,
  }
}
