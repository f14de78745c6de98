import { isLive, type LiveState, liveStateSchema } from '#core/live-state.ts'
import { rpc } from './rpc.server.ts'
import { visitorClient } from './supabase.server.ts'

/**
 * Keeps what open pages follow of streams, so that however many ask, the database is asked about twice a second. A page that only shows
 * the header never waits for it.
 */

/** Age up to which a state is handed out as it is, in milliseconds. */
const freshFor = 500
/** Age from which the header's dot asks for a newer one, in milliseconds. */
const dotFreshFor = 2000

type Known = { state: LiveState; at: number }
let known: Known | null = null
let asking: Promise<Known> | null = null

function ask(): Promise<Known> {
  asking ??= rpc(visitorClient(), 'read_live_state', {}, liveStateSchema)
    .then((state) => {
      known = { state, at: Date.now() }
      return known
    })
    .finally(() => {
      asking = null
    })
  return asking
}

/** Returns the state of streams, half a second old at most. @throws when the database can't be reached */
export async function readLiveState(): Promise<LiveState> {
  if (known && Date.now() - known.at < freshFor) return known.state
  return (await ask()).state
}

/** Tells whether a stream is live, as far as this process knows, and has it look again where that is too long ago. */
export function isKnownLive(): boolean {
  if (!known || Date.now() - known.at > dotFreshFor) void ask().catch(() => undefined)
  return known !== null && isLive(known.state)
}
