import { forgetPacks } from '#browser/forget-packs.ts'
import * as paths from '#core/paths.ts'
import { askServer } from './ask-server.ts'
import { canKeep, openDoorStore } from './door-store.ts'

/** What a phone holds after a log-out: whether that happened, and how many scans the server does not have. */
export type Left = { isSignedOut: boolean; waiting: number }

/**
 * Deletes the packs of a phone whose person logged out, and keeps the scans that wait for upload. Only the server's word that nobody is
 * signed in counts: an address that somebody opens takes no list from a door.
 */
export async function leavePhone(): Promise<Left> {
  const answer = await askServer(paths.apiMe())
  const isSignedOut = answer.signal === 'answered' && answer.status === 401
  if (!canKeep()) return { isSignedOut, waiting: 0 }
  const store = await openDoorStore()
  try {
    if (isSignedOut) {
      await store.wipePacks()
      forgetPacks()
    }
    return { isSignedOut, waiting: await store.countWaiting() }
  } finally {
    store.close()
  }
}
