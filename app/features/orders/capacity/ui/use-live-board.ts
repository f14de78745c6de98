import { useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { newsBetween } from '../capacity.rules.ts'
import { type CapacityBoardRead, capacityBoardSchema } from '../capacity.types.ts'

/** Sets how often the board is read while it is visible, how long one response may take, and the longest wait after failures, in ms. */
const every = 7000
const timeout = 8000
const longestWait = 60_000

/** Says whether the board is current: `failed` = the last request failed and another follows, `ended` = no further one would work. */
export type Liveness =
  | { state: 'live' }
  | { state: 'failed' }
  | { state: 'ended'; reason: 'signed_out' | 'not_allowed' | 'gone' }

const endings: Record<number, 'signed_out' | 'not_allowed' | 'gone'> = {
  401: 'signed_out',
  403: 'not_allowed',
  404: 'gone',
}

/**
 * Keeps the board of an event current while the page is visible: reads it again every few seconds, at once when the page
 * is shown again or the network is back, and less and less often while that fails. It asks without the page's own loaders:
 * when those fail, an error would take the board's place.
 * @param initial the board that the page was read with
 * @param isLive false: it is never read again
 * @returns the board; when it was read, by the browser's clock (null before JavaScript); whether it is current; and what
 * to read aloud
 */
export function useLiveBoard(
  initial: CapacityBoardRead,
  isLive: boolean,
): {
  read: CapacityBoardRead
  at: number | null
  liveness: Liveness
  news: string
} {
  const [live, setLive] = useState({ initial, read: initial, at: null as number | null, news: '' })
  const [liveness, setLiveness] = useState<Liveness>({ state: 'live' })
  // A page that was read anew is newer than what was read here.
  if (live.initial !== initial) setLive({ initial, read: initial, at: live.at && Date.now(), news: '' })
  const latest = useRef(initial)
  latest.current = live.read
  const event = isLive ? initial.board?.event.id : undefined
  useEffect(() => {
    if (!event) return
    let ended = false
    let busy = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (ended || document.visibilityState !== 'visible') return
      timer = setTimeout(load, Math.min(every * 2 ** failures, longestWait))
    }
    async function load() {
      clearTimeout(timer)
      if (ended || busy || document.visibilityState !== 'visible') return
      busy = true
      try {
        const response = await fetch(paths.apiStaffCapacity({ event }), {
          credentials: 'same-origin',
          signal: AbortSignal.timeout(timeout),
        })
        const reason = endings[response.status]
        if (reason && !ended) {
          ended = true
          setLiveness({ state: 'ended', reason })
          return
        }
        if (!response.ok) throw new Error(`status ${response.status}`)
        const next = capacityBoardSchema.parse(await response.json())
        if (ended || !next?.board) return
        const before = latest.current.board
        const news = before ? newsBetween(before.types, next.board.types).join(' ') : ''
        setLive((old) => ({ ...old, read: next, at: Date.now(), news: news || old.news }))
        setLiveness({ state: 'live' })
        failures = 0
      } catch {
        if (ended) return
        failures += 1
        setLiveness({ state: 'failed' })
      } finally {
        busy = false
        wait()
      }
    }
    const show = () => void load()
    setLive((old) => ({ ...old, at: old.at ?? Date.now() }))
    setLiveness({ state: 'live' })
    wait()
    document.addEventListener('visibilitychange', show)
    addEventListener('online', show)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', show)
      removeEventListener('online', show)
    }
  }, [event])
  return { read: live.read, at: live.at, liveness, news: live.news }
}
