import type { EventBrief } from '#core/event-brief.ts'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { venueNote } from '#core/place.ts'
import { EventArt } from '#ui/picture.tsx'
import type { PlacedOrder } from '../orders.types.ts'
import * as css from './ticket-stub.css.ts'

/** The ticket as one would hold it: the poster, and the stub that has been torn off beneath it. */
export function TicketStub({ event, order }: { event: EventBrief; order: PlacedOrder }) {
  const place = [event.venueName, event.city].filter(Boolean).join(', ')
  const note = venueNote(event, order.serverNow)
  return (
    <div className={css.ticket}>
      <div className={css.poster}>
        <EventArt
          path={event.imagePath}
          alt={event.imageAlt ?? ''}
          seed={event.id}
          ratio="poster"
          sizes="(min-width: 1024px) 25rem, 17rem"
          priority
        />
      </div>
      <div className={css.stub}>
        <div className={css.facts}>
          <p className={css.title}>{event.title}</p>
          {event.status === 'postponed' ? (
            <p>
              New date soon (was <del>{formatDay(event.doorsAt, event.timeZone, order.serverNow)}</del>)
            </p>
          ) : (
            <p>
              <time dateTime={event.doorsAt}>
                {formatDay(event.doorsAt, event.timeZone, order.serverNow)}, doors{' '}
                {formatClockWithZone(event.doorsAt, event.timeZone)}
              </time>
            </p>
          )}
          {place && <p>{place}</p>}
          {note && <p>{note}</p>}
        </div>
        <p className={css.admits}>
          <span className={css.admitsWord}>Admits</span>{' '}
          <span className={css.number}>{order.ticketCount}</span>
        </p>
      </div>
    </div>
  )
}
