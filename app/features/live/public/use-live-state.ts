import { useRevalidator } from '@remix-run/react'
import { useEffect, useMemo, useRef } from 'react'
import { usePolling } from '#browser/use-polling.ts'
import type { LiveState } from '#core/live-state.ts'
import * as paths from '#core/paths.ts'
import type { StreamAccess, StreamDetail } from '../live.types.ts'
import { needsReading, withState } from './live.rules.ts'

/** The pause between two looks at the state of streams, and at whether a payment arrived, in milliseconds. */
const everyState = 2000
const everyAccess = 4000
/** Spreads what many open pages ask at the same moment, in milliseconds. */
const spread = 700

// The site's own responses, written from their schemas: the library that reads those is too heavy for a public page.
const isState = (body: unknown): body is LiveState => Array.isArray(body)
const isAccess = (body: unknown): body is StreamAccess =>
  typeof body === 'object' && body !== null && 'canWatch' in body

const nothingYet: LiveState = []
const noAccess: StreamAccess | null = null

/**
 * Keeps an open page of a stream current: its state within 3 seconds, and the right to watch it once a pass is paid, wherever that
 * happened.
 * @param stream as the page was read; null where none is shown
 * @param isChosen the page is of this one stream
 * @returns the stream as it is now, and a sentence to be read aloud when its state changes
 */
export function useLiveState(
  stream: StreamDetail | null,
  isChosen: boolean,
): { stream: StreamDetail | null; news: string } {
  const { revalidate } = useRevalidator()
  const { read: state, news } = usePolling(nothingYet, {
    address: paths.apiLiveState(),
    every: everyState,
    parse: (body) => (isState(body) ? body : null),
    newsBetween: (before, after) => newsOf(stream?.id, before, after),
  })
  const { read: access } = usePolling(noAccess, {
    address: stream?.access.sellsPass ? paths.apiLiveAccess({ stream: stream.id }) : null,
    every: everyAccess,
    parse: (body) => (isAccess(body) ? body : null),
    newsBetween: () => '',
  })
  const mayWatch = access !== null && access.by !== null && stream?.access.by === null
  const versions = state.map(({ id, version }) => `${id} ${version}`).join()
  const reason = mayWatch || needsReading(stream, state, isChosen) ? `${mayWatch} ${versions}` : ''
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    if (reason === '') return
    const read = () => latest.current()
    const first = setTimeout(read, Math.random() * spread)
    // What was read may be a moment old, because the page is kept for so long.
    const again = setInterval(read, everyAccess)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [reason])
  const shown = useMemo(() => stream && withState(stream, state), [stream, state])
  return { stream: shown, news }
}

const sentences: Partial<Record<LiveState[number]['state'], string>> = {
  live: 'The stream is live.',
  interrupted: 'The stream was interrupted.',
  ended: 'The stream ended.',
  cancelled: 'The stream was canceled.',
}

function newsOf(id: string | undefined, before: LiveState, after: LiveState): string {
  const of = (state: LiveState) => state.find((stream) => stream.id === id)?.state
  const [was, is] = [of(before), of(after)]
  return was && is && was !== is ? (sentences[is] ?? '') : ''
}
