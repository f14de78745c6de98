import { useEffect, useRef, useState } from 'react'

/** Sets how long one response may take, and the longest wait after failures, in milliseconds. */
const timeout = 8000
const longestWait = 60_000

/** Says whether what is shown is current: `failed` = the last request failed and another follows, `ended` = no further one would work. */
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
 * Keeps what a page shows current while it is visible: reads it again every few seconds, at once when the page is shown
 * again or the network is back, and less and less often while that fails. It asks without the page's own loaders: when those
 * fail, an error would take the page's place.
 * @param initial what the page was read with
 * @param source.address where it is read again; null: never
 * @param source.every the pause between two reads, in milliseconds
 * @param source.parse checks a response; null leaves what is shown
 * @param source.newsBetween says what is new since the read before, to be read aloud; empty for nothing
 * @returns the latest read; when it was read, by the browser's clock (null before JavaScript); whether it is current; and what
 * to read aloud
 */
export function usePolling<Read>(
  initial: Read,
  source: {
    address: string | null
    every: number
    parse: (body: unknown) => Read | null
    newsBetween: (before: Read, after: Read) => string
  },
): { read: Read; at: number | null; liveness: Liveness; news: string } {
  const [live, setLive] = useState({ initial, read: initial, at: null as number | null, news: '' })
  const [liveness, setLiveness] = useState<Liveness>({ state: 'live' })
  // A page that was read again is newer than what was read here.
  if (live.initial !== initial) setLive({ initial, read: initial, at: live.at && Date.now(), news: '' })
  const latest = useRef({ read: live.read, source })
  latest.current = { read: live.read, source }
  const { address, every } = source
  useEffect(() => {
    if (address === null) return
    const from = address
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
        const response = await fetch(from, {
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
        const next = latest.current.source.parse(await response.json())
        if (ended || next === null) return
        const news = latest.current.source.newsBetween(latest.current.read, next)
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
  }, [address, every])
  return { read: live.read, at: live.at, liveness, news: live.news }
}
