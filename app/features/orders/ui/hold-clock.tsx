import { Clock } from 'lucide-react'
import { useState } from 'react'
import { formatClockWithZone } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { clockAnnouncement, readClock } from '../orders.rules.ts'
import * as css from './hold-clock.css.ts'
import { useHoldTime } from './use-hold-time.ts'

/**
 * Counts a hold down by the database's clock. Before JavaScript loads it shows when the hold ends.
 * @param serverNow the database's clock when the page was read, ISO 8601
 */
export function HoldClock({
  expiresAt,
  serverNow,
  timeZone,
}: {
  expiresAt: string
  serverNow: string
  timeZone: string
}) {
  const [remaining, setRemaining] = useState<number | null>(null)
  const [spoken, setSpoken] = useState('')
  useHoldTime({ expiresAt, serverNow }, (now, before) => {
    const announcement = before === Number.POSITIVE_INFINITY ? null : clockAnnouncement(before, now)
    if (announcement) setSpoken(announcement)
    setRemaining(now)
  })

  const face = remaining === null ? null : readClock(remaining)
  return (
    <p className={css.clock[face?.tone ?? 'calm']}>
      <Clock size={18} aria-hidden="true" className={face ? css.icon : css.iconBesideWords} />
      {face ? (
        <>
          <span className={css.words}>Held for you</span>
          <span role="timer" className={css.digits}>
            <time dateTime={face.duration}>{face.text}</time>
          </span>
        </>
      ) : (
        <span>
          <span className={css.words}>Held </span>until{' '}
          <time dateTime={machineTime(expiresAt)}>{formatClockWithZone(expiresAt, timeZone)}</time>
        </span>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{spoken}</span>
      </VisuallyHidden>
    </p>
  )
}
