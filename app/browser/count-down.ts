import * as paths from '#core/paths.ts'
import { apiRequest } from './api-request.ts'

/** Age at which the estimate of the server's time is made again, in milliseconds. */
const longestTrust = 10 * 60_000
/** Longer pauses between two ticks, and larger jumps of the device's clock, mean that the device slept, in milliseconds. */
const longestPause = 5000
const retryAfter = 5000

/** The server's time at a moment of the clock that counts on while the page is open, and the device's time at that moment. */
type Estimate = { serverTime: number; at: number; deviceTime: number }

/** Asks the server for its time. Half of the round trip counts as the way back. */
async function estimate(signal: AbortSignal): Promise<Estimate> {
  const from = performance.now()
  const response = await apiRequest('GET', paths.apiClock(), undefined, { signal })
  const { now }: { now: number } = await response.json()
  const at = performance.now()
  return { serverTime: now + (at - from) / 2, at, deviceTime: Date.now() }
}

/**
 * Counts down to an instant by the server's clock: what the device's own clock shows does not matter. The time is asked for again
 * after the device slept, its clock jumped, or the page was hidden; a hidden page counts nothing and asks nothing.
 * @param until the instant, milliseconds since 1970
 * @param show called every second with the milliseconds that are left, 0 at the end, and null while they are not known
 * @returns ends the countdown
 */
export function countDown(until: number, show: (left: number | null) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let known: Estimate | null = null
  let asking = false
  let tickedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const next = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(tick, ms)
  }

  async function ask() {
    if (asking) return
    asking = true
    try {
      known = await estimate(signal)
    } catch {
      known = null
    }
    asking = false
    if (signal.aborted) return
    tickedAt = performance.now()
    if (known) tick()
    else {
      show(null)
      next(retryAfter)
    }
  }

  function tick() {
    if (signal.aborted || document.hidden) return
    const at = performance.now()
    const paused = at - tickedAt
    tickedAt = at
    const passed = known ? at - known.at : 0
    const jumped = known ? Math.abs(Date.now() - known.deviceTime - passed) : 0
    if (!known || passed > longestTrust || Math.max(paused, jumped) > longestPause) {
      void ask()
      return
    }
    const left = Math.max(0, until - known.serverTime - passed)
    show(left)
    // Wakes when the last digit changes, so that no delay adds up.
    if (left > 0) next(left % 1000 || 1000)
  }

  const wake = () => {
    if (!document.hidden) void ask()
  }
  document.addEventListener('visibilitychange', wake, { signal })
  addEventListener('pageshow', wake, { signal })
  addEventListener('online', wake, { signal })
  wake()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}
