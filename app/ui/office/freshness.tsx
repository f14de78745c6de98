import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { formatClockWithZone } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '../banner.tsx'
import { LinkButton } from '../button.tsx'
import { LiveDot } from '../live-dot.tsx'
import * as css from './freshness.css.ts'

/**
 * Says how old the figures of a page that reads them again are. Before JavaScript: of which time they are, and a link that reads
 * them again.
 * @param at when they were read, by the browser's clock in milliseconds since 1970; null before JavaScript
 * @param now the same by the database's clock
 * @param state whether they are current, the last read failed, or no further one would work
 */
export function Freshness({
  at,
  now,
  timeZone,
  state,
}: {
  at: number | null
  now: string
  timeZone: string
  state: 'live' | 'failed' | 'ended'
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
  if (state !== 'live')
    return (
      <span className={css.meta} data-testid="freshness" data-state={state}>
        <span className={css.stale}>
          Not updated since {time}
          {state === 'failed' && ', retrying'}
        </span>
      </span>
    )
  const seconds = Math.max(Math.round((clock - at) / 1000), 0)
  return (
    <span className={css.meta} data-testid="freshness" data-state="live">
      <LiveDot />
      <span className={css.age}>
        Updated {seconds < 2 ? 'just now' : `${seconds.toLocaleString('en-US')} s ago`}
      </span>
    </span>
  )
}

/**
 * Says why the figures will not be read again.
 * @param gone said where what the page shows is no longer there
 */
export function Ended({
  reason,
  gone = 'This page no longer exists. These are the last figures.',
}: {
  reason: 'signed_out' | 'not_allowed' | 'gone'
  gone?: string
}) {
  const { pathname, search } = useLocation()
  const texts = {
    signed_out: 'You were signed out. These are the last figures; sign in to continue.',
    not_allowed: 'You no longer have access to this page. These are the last figures.',
    gone,
  }
  return (
    <Banner
      tone="danger"
      title={texts[reason]}
      announce
      action={
        reason === 'signed_out' && (
          <LinkButton
            to={paths.home({ auth: 'login', redirect: pathname + search })}
            reloadDocument
            size="sm"
          >
            Sign in
          </LinkButton>
        )
      }
    />
  )
}
