import { renderToStaticMarkup } from 'react-dom/server'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { eventPath } from '../../events.rules.ts'
import type { EventPage } from '../public-events.types.ts'
import * as css from './event-page.css.ts'

/**
 * Renders the way to the other dates of an event's series as HTML, for the event's page, whose scripts have no room for it.
 * @param now the moment the page was read, ISO 8601
 * @returns empty where there are none
 */
export function moreDatesHtml({ series, now }: Pick<EventPage, 'series' | 'now'>): string {
  if (!series || series.dates.length === 0) return ''
  return renderToStaticMarkup(
    <section className={css.moreDates} aria-labelledby="series-title">
      <h2 id="series-title" className={css.sectionTitle}>
        More dates of {series.name}
      </h2>
      {series.description && <p>{series.description}</p>}
      <ul className={css.dates}>
        {series.dates.map((date) => (
          <li key={date.id}>
            <a href={eventPath(date)} className={css.date}>
              <time dateTime={date.startsAt}>
                {formatDay(date.startsAt, date.timeZone, now)},{' '}
                {formatClockWithZone(date.startsAt, date.timeZone)}
              </time>
              <span>{date.city}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>,
  )
}
