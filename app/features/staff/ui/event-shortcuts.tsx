import { useRouteLoaderData } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import type { StaffLink } from '#core/staff-pages.ts'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { spread, text } from '#ui/layout.css.ts'
import type { FrameEvent } from '../staff.types.ts'
import * as css from './event-switcher.css.ts'

type Frame =
  | { events: FrameEvent[]; lastEvent: string | null; now: string; navigation: { links: StaffLink[] }[] }
  | null
  | undefined

/** Names the event of the event switcher and leads to its pages; nothing while none is chosen. For admins. */
export function EventShortcuts() {
  const frame = useRouteLoaderData('routes/_staff') as Frame
  const event = frame?.events.find(({ id }) => id === frame.lastEvent)
  if (!frame || !event) return null
  const links = frame.navigation.flatMap((group) => group.links).filter(({ byEvent }) => byEvent)
  return (
    <Card as="section" className={spread} data-testid="event-shortcuts">
      <div>
        <h2>{event.title}</h2>
        <p className={text.small} suppressHydrationWarning>
          {formatDay(event.startsAt, event.timeZone, frame.now)}
        </p>
      </div>
      <div className={css.shortcuts}>
        {links.map(({ to, label }) => (
          <LinkButton key={to} to={`${to}?event=${event.id}`} size="sm" variant="secondary">
            {label}
          </LinkButton>
        ))}
        <LinkButton to={paths.staffGrants({ event: event.id })} size="sm" variant="secondary">
          Door staff
        </LinkButton>
        <LinkButton to={paths.adminEvent(event.id)} size="sm" variant="secondary">
          Edit event
        </LinkButton>
      </div>
    </Card>
  )
}
