/** When the scanner decides by itself and when it asks the server. Pure; `door-link.ts` feeds it. */

/** How long the server may take before it counts as gone, in milliseconds. */
export const answerWithin = 2000
/** Errors in a row after which the scanner goes offline, and pings in a row after which it is back. */
const errorsUntilOffline = 2
const pingsUntilOnline = 2

export type Connection = {
  isOnline: boolean
  /** Failed requests in a row while online. */
  errors: number
  /** Good pings in a row while offline. */
  pings: number
}

/**
 * A sign about the network: `answered` any response in time, `late` none within `answerWithin`, `failed` no
 * connection or a failure of the server, `cut` the browser's own event that there is no network.
 */
export type Signal = 'answered' | 'late' | 'failed' | 'cut'

/** The state of a scanner that was just opened. @param hasNetwork what the browser says */
export function openConnection(hasNetwork: boolean): Connection {
  return { isOnline: hasNetwork, errors: 0, pings: 0 }
}

/** Returns the state after a signal: offline at once when late or cut, after the second error else; back after two answers. */
export function afterSignal(state: Connection, signal: Signal): Connection {
  if (state.isOnline) {
    if (signal === 'answered') return state.errors === 0 ? state : { ...state, errors: 0 }
    const errors = state.errors + 1
    const isOnline = signal === 'failed' && errors < errorsUntilOffline
    return isOnline ? { ...state, errors } : { isOnline: false, errors: 0, pings: 0 }
  }
  if (signal !== 'answered') return state.pings === 0 ? state : { ...state, pings: 0 }
  const pings = state.pings + 1
  return pings < pingsUntilOnline ? { ...state, pings } : { isOnline: true, errors: 0, pings: 0 }
}
