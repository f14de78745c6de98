import { BadgeCheck, CalendarDays, Clock, MapPin, Shirt, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock, formatClockWithZone, formatDay, formatLongDay, formatSpan } from '#core/event-time.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ageText, isDateOpen, mapLink, NEW_DATE_SOON } from '../../events.rules.ts'
import type { LineUpEntry } from '../../events.types.ts'
import type { EventDetail } from '../public-events.types.ts'
import * as css from './event-facts.css.ts'

function Fact({
  icon: Icon,
  label,
  children,
}: {
  icon: typeof MapPin
  label: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={css.fact}>
      <Icon className={css.icon} size={22} aria-hidden="true" />
      <p className={css.label}>{label}</p>
      {children && <p className={css.value}>{children}</p>}
    </li>
  )
}

/** When and where, with doors and end in the event's own zone and the way to a map. */
export function WhenAndWhere({ event }: { event: EventDetail }) {
  const { timeZone } = event
  const map = mapLink(event)
  const day = (
    <time dateTime={event.startsAt} suppressHydrationWarning>
      {formatLongDay(event.startsAt, timeZone)}
    </time>
  )
  return (
    <ul className={css.list}>
      {isDateOpen(event) ? (
        <Fact icon={CalendarDays} label={NEW_DATE_SOON}>
          <VisuallyHidden>Was </VisuallyHidden>
          <del>{day}</del>
        </Fact>
      ) : (
        <Fact icon={CalendarDays} label={day}>
          <span suppressHydrationWarning>{formatSpan(event.startsAt, event.endsAt, timeZone)}</span>
          {event.doorsAt !== event.startsAt && (
            <span suppressHydrationWarning> · Doors {formatClockWithZone(event.doorsAt, timeZone)}</span>
          )}
        </Fact>
      )}
      <Fact
        icon={MapPin}
        label={event.venueName || [event.neighborhood, event.city].filter(Boolean).join(', ')}
      >
        {event.locked ? (
          'Members can see the address.'
        ) : (
          <>
            {[event.address, event.city, event.region].filter(Boolean).join(', ')}
            {map && (
              <a href={map} target="_blank" rel="noopener noreferrer" className={css.map}>
                View map
              </a>
            )}
          </>
        )}
      </Fact>
    </ul>
  )
}

/** Shows what a guest has to know before coming: age, last entry, ID, clothes. */
export function GoodToKnow({ event }: { event: EventDetail }) {
  return (
    <ul className={css.list}>
      <Fact icon={UsersRound} label={ageText(event.minAge)}>
        {event.minAge > 0 ? `You must be ${event.minAge} or older to enter.` : 'Everyone is welcome.'}
      </Fact>
      {event.lastEntryAt && !isDateOpen(event) && (
        <Fact icon={Clock} label="Last entry">
          <span suppressHydrationWarning>
            {formatDay(event.lastEntryAt, event.timeZone, event.startsAt)},{' '}
            {formatClockWithZone(event.lastEntryAt, event.timeZone)}
          </span>
        </Fact>
      )}
      {event.idPolicy && (
        <Fact icon={BadgeCheck} label="ID">
          {event.idPolicy}
        </Fact>
      )}
      {event.dressCode && (
        <Fact icon={Shirt} label="Dress code">
          {event.dressCode}
        </Fact>
      )}
    </ul>
  )
}

/** Lists who plays, in the order of appearance; set times are optional. */
export function LineUp({ acts, timeZone }: { acts: readonly LineUpEntry[]; timeZone: string }) {
  return (
    <ul className={css.acts}>
      {acts.map((act) => (
        <li key={`${act.name} ${act.at}`} className={css.act}>
          <p>
            <span className={css.actName}>{act.name}</span>
            {act.role && <span className={css.actRole}> {act.role}</span>}
          </p>
          <p className={css.actTime}>
            {act.at ? (
              <time dateTime={act.at} suppressHydrationWarning>
                {formatClock(act.at, timeZone)}
              </time>
            ) : (
              'TBA'
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
