import { Link } from '@remix-run/react'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { formatDay } from '#core/event-time.ts'
import { groupName, item, list } from '#ui/office/disclosure.css.ts'
import { Disclosure } from '#ui/office/disclosure.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { FrameEvent } from '../staff.types.ts'
import * as css from './event-switcher.css.ts'

/**
 * Names the event that a page shows and leads to the same page of another one.
 * @param current the shown event; null where the page shows all of them, or none yet
 * @param now the instant that separates upcoming from past events
 * @param to makes the address of this page for an event
 * @param all the address of this page for all events, where it has one
 */
export function EventSwitcher({
  events,
  current,
  now,
  to,
  all,
}: {
  events: readonly FrameEvent[]
  current: string | null
  now: string
  to: (id: string) => string
  all?: string
}) {
  const chosen = events.find(({ id }) => id === current)
  const isOver = (event: FrameEvent) => Date.parse(event.endsAt) <= Date.parse(now)
  const parts = [
    { label: 'Upcoming', events: events.filter((event) => !isOver(event)) },
    { label: 'Past', events: events.filter(isOver) },
  ].filter((part) => part.events.length > 0)
  if (parts.length === 0) return null
  return (
    <Disclosure
      testId="event-switcher"
      summary={
        <>
          <CalendarDays size={18} aria-hidden="true" />
          <VisuallyHidden>Event: </VisuallyHidden>
          <span className={css.name}>
            {chosen?.title ?? (all && !current ? 'All events' : 'Choose an event')}
          </span>
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      {all && (
        <Link to={all} className={item} aria-current={current ? undefined : 'true'}>
          All events
        </Link>
      )}
      {parts.map((part) => (
        <div key={part.label}>
          <p className={groupName}>{part.label}</p>
          <ul className={list}>
            {part.events.map((event) => (
              <li key={event.id}>
                <Link
                  to={to(event.id)}
                  className={item}
                  aria-current={event.id === current ? 'true' : undefined}
                >
                  {event.title}
                  <span className={css.when} suppressHydrationWarning>
                    {formatDay(event.startsAt, event.timeZone, now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Disclosure>
  )
}
