import { useEffect, useRef } from 'react'
import { apiRequest } from '#browser/api-request.ts'
import { apiEndPlayback, apiRenewPlayback } from '#core/live-paths.ts'
import { type Playback, playbackSchema } from '../playback.types.ts'

const pause = 10_000
const lost = "We couldn't reach the site to confirm your access. Check your connection and try again."

/** Reads the token in an address, which a player without an account proves itself by. */
const tokenOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('t')

/** Reads the sentence of a refused response. */
async function sentenceOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const isMessage = typeof body === 'object' && body !== null && 'message' in body
  return isMessage && typeof body.message === 'string' ? body.message : 'Playback ended.'
}

/**
 * Renews a session at half its life, and ends it when the page goes.
 * @param events.onOver called once with a sentence when the site refuses to go on, or can't be reached until the session ran out
 * @param events.onExpired called instead where the browser slept through the session's life
 * @returns renews at once, for a player whose address was refused
 */
export function useHeartbeat(
  playback: Playback,
  events: { onOver(sentence: string): void; onExpired(): void },
): () => void {
  const latest = useRef(events)
  latest.current = events
  const renewNow = useRef<() => void>(() => {})
  useEffect(() => {
    let [current, timer, isRunning, isOver] = [playback, 0, false, false]
    // By this browser's own clock, which may be another one than the server's.
    let endsAt = Date.now() + current.renewInSeconds * 2000
    const end = (tell: () => void) => {
      window.clearTimeout(timer)
      if (!isOver) tell()
      isOver = true
    }
    const after = (ms: number) => {
      timer = window.setTimeout(renew, ms)
    }
    async function renew() {
      if (isRunning || isOver) return
      window.clearTimeout(timer)
      if (Date.now() > endsAt && navigator.onLine) return end(() => latest.current.onExpired())
      isRunning = true
      const body = { token: tokenOf(current.address) }
      const response = await apiRequest('POST', apiRenewPlayback(current.sessionId), body, {
        suppressErrors: true,
      }).catch(() => null)
      isRunning = false
      if (isOver) return
      if (response?.ok) {
        current = playbackSchema.parse(await response.json())
        endsAt = Date.now() + current.renewInSeconds * 2000
        return after(current.renewInSeconds * 1000)
      }
      if (response && response.status < 500 && response.status !== 429) {
        const sentence = await sentenceOf(response)
        return end(() => latest.current.onOver(sentence))
      }
      if (Date.now() > endsAt) return end(() => latest.current.onOver(lost))
      after(pause)
    }
    renewNow.current = () => void renew()
    after(current.renewInSeconds * 1000)
    const leave = () => {
      const body = new Blob([JSON.stringify({ token: tokenOf(current.address) })], {
        type: 'application/json',
      })
      if (!isOver) navigator.sendBeacon(apiEndPlayback(current.sessionId), body)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
      leave()
      isOver = true
    }
  }, [playback])
  return () => renewNow.current()
}
