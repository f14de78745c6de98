import { type Liveness, usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { newsBetween } from '../capacity.rules.ts'
import { type CapacityBoardRead, capacityBoardSchema } from '../capacity.types.ts'

/** Sets how often the board is read while it is visible, in milliseconds. */
const every = 7000

/**
 * Keeps the board of an event current while the page is visible.
 * @param initial the board that the page was read with
 * @param isLive false: it is never read again
 * @returns as `usePolling`
 */
export function useLiveBoard(
  initial: CapacityBoardRead,
  isLive: boolean,
): { read: CapacityBoardRead; at: number | null; liveness: Liveness; news: string } {
  const event = isLive ? initial.board?.event.id : undefined
  return usePolling(initial, {
    address: event ? paths.apiStaffCapacity({ event }) : null,
    every,
    parse: (body) => {
      const next = capacityBoardSchema.parse(body)
      return next?.board ? next : null
    },
    newsBetween: (before, after) =>
      before.board && after.board ? newsBetween(before.board.types, after.board.types).join(' ') : '',
  })
}
