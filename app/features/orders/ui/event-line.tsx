import { Link } from '@remix-run/react'
import type { EventBrief } from '#core/event-brief.ts'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { EventArt } from '#ui/picture.tsx'
import * as css from './event-line.css.ts'

/**
 * Shows the event of an order: picture, name, when and where.
 * @param now the database's clock, ISO 8601
 * @param picture false where the picture is beside it already
 */
export function EventLine({
  event,
  now,
  picture = true,
}: {
  event: EventBrief
  now: string
  picture?: boolean
}) {
  const place = [event.venueName, event.city].filter(Boolean).join(', ')
  const note = venueNote(event, now)
  return (
    <div className={css.row}>
      {picture && (
        <div className={css.art}>
          <EventArt path={event.imagePath} alt="" seed={event.id} ratio="square" sizes="5.5rem" />
        </div>
      )}
      <div className={css.text}>
        <p className={css.title}>
          <Link to={paths.event(event.id, event.slug)} className={css.link}>
            {event.title}
          </Link>
        </p>
        <p className={css.facts}>
          {event.status === 'postponed' ? (
            <>
              New date soon (was <del>{formatDay(event.doorsAt, event.timeZone, now)}</del>)
            </>
          ) : (
            <time dateTime={event.doorsAt}>
              {formatDay(event.doorsAt, event.timeZone, now)}, doors{' '}
              {formatClockWithZone(event.doorsAt, event.timeZone)}
            </time>
          )}
        </p>
        {place && <p className={css.facts}>{place}</p>}
        {note && <p className={css.facts}>{note}</p>}
        {event.minAge > 0 && <p className={css.facts}>{event.minAge}+ with ID</p>}
      </div>
    </div>
  )
}
