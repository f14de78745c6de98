import { admitsOffline, type OwnMove } from './decision.rules.ts'
import type { LogEntry } from './door-store.ts'

/** The acts of one phone at an event, from its log. */
export type OwnScans = {
  /** Finds the latest move of a ticket that a pack made at this instant (in milliseconds) does not have yet. */
  lastMove(idHash: string, madeAt: number): OwnMove | undefined
  /** Counts how often it let a ticket out, of which such a pack knows nothing. */
  exitsOf(idHash: string, madeAt: number): number
  /** Adds a scan that was just logged. */
  add(entry: LogEntry): void
  /** Counts people whom it let in without the server, and about whom the server said nothing yet. */
  unverified(): number
  conflicts(): number
}

type Move = OwnMove & { isWaiting: boolean }

/** Reads the log of an event, in the order of its numbers. */
export function ownScansOf(log: readonly LogEntry[]): OwnScans {
  const moves = new Map<string, Move>()
  const exits = new Map<string, Move[]>()
  let unverified = 0
  let conflicts = 0

  function add(entry: LogEntry): void {
    const admits = admitsOffline.includes(entry.result)
    if (admits && entry.outcome === null) unverified++
    if (entry.outcome === 'conflict') conflicts++
    if (entry.idHash === null || !(admits || entry.result === 'exited')) return
    const at = Date.parse(entry.at) + entry.offsetMs
    const move = { action: entry.action, at, gate: entry.gate, isWaiting: entry.outcome === null }
    moves.set(entry.idHash, move)
    if (entry.result === 'exited') exits.set(entry.idHash, [...(exits.get(entry.idHash) ?? []), move])
  }
  for (const entry of log) add(entry)
  const isNews = (move: Move, madeAt: number) => move.isWaiting || move.at > madeAt

  return {
    lastMove(idHash, madeAt) {
      const move = moves.get(idHash)
      return move && isNews(move, madeAt) ? move : undefined
    },
    exitsOf: (idHash, madeAt) => (exits.get(idHash) ?? []).filter((move) => isNews(move, madeAt)).length,
    add,
    unverified: () => unverified,
    conflicts: () => conflicts,
  }
}
