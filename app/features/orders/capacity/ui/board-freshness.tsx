import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { formatClockWithZone } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LiveDot } from '#ui/live-dot.tsx'
import { count } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'
import type { Liveness } from './use-live-board.ts'

/** Says how old the figures are. Before JavaScript: of which time they are, and a link that reads them again. */
export function Freshness({
  at,
  now,
  timeZone,
  liveness,
}: {
  at: number | null
  now: string
  timeZone: string
  liveness: Liveness
}) {
  const [clock, setClock] = useState(at)
  useEffect(() => {
    if (at === null) return
    setClock(Date.now())
    const timer = setInterval(() => setClock(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  const { pathname, search } = useLocation()
  const time = formatClockWithZone(now, timeZone)
  if (at === null || clock === null)
    return (
      <span className={css.meta} data-testid="freshness">
        As of {time}
        <noscript>
          <a href={pathname + search}>Refresh</a>
        </noscript>
      </span>
    )
  if (liveness.state !== 'live')
    return (
      <span className={css.meta} data-testid="freshness" data-state={liveness.state}>
        <span className={css.stale}>
          Not updated since {time}
          {liveness.state === 'failed' && ', retrying'}
        </span>
      </span>
    )
  const seconds = Math.max(Math.round((clock - at) / 1000), 0)
  return (
    <span className={css.meta} data-testid="freshness" data-state="live">
      <LiveDot />
      <span className={css.age}>Updated {seconds < 2 ? 'just now' : `${count(seconds)} s ago`}</span>
    </span>
  )
}

/** Says why the figures will not be read again. */
export function Ended({ reason }: { reason: 'signed_out' | 'not_allowed' | 'gone' }) {
  const here = typeof location === 'undefined' ? paths.capacity() : location.pathname + location.search
  const texts = {
    signed_out: 'You were signed out. These are the last figures; sign in to go on.',
    not_allowed: 'You no longer have access to this page. These are the last figures.',
    gone: 'This event is no longer there. These are the last figures.',
  }
  return (
    <Banner
      tone="danger"
      title={texts[reason]}
      announce
      action={
        reason === 'signed_out' && (
          <LinkButton to={paths.home({ auth: 'login', redirect: here })} reloadDocument size="sm">
            Sign in
          </LinkButton>
        )
      }
    />
  )
}
