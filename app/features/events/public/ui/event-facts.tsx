import { Link } from '@remix-run/react'
import { ArrowUpRight, BadgeCheck, CalendarDays, Clock, MapPin, Shirt, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock, formatClockWithZone, formatDay, formatSpan } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  ageText,
  inkOf,
  isDateOpen,
  isNamedAct,
  mapLinks,
  NEW_DATE_SOON,
  placeLine,
} from '../../events.rules.ts'
import type { LineUpEntry } from '../../events.types.ts'
import type { EventDetail } from '../public-events.types.ts'
import * as css from './event-facts.css.ts'

/** When and where, one line each, in the event's own zone. */
export function WhenAndWhere({ event, now }: { event: EventDetail; now: string }) {
  const { timeZone } = event
  const day = (
    <time dateTime={event.startsAt} suppressHydrationWarning>
      {formatDay(event.startsAt, timeZone, now)}
    </time>
  )
  return (
    <ul className={css.when}>
      <li className={css.line}>
        <CalendarDays className={css.icon} size={20} aria-hidden="true" />
        {isDateOpen(event) ? (
          <p>
            <strong>{NEW_DATE_SOON}</strong>{' '}
            <span className={css.more}>
              <VisuallyHidden>Was </VisuallyHidden>
              <del>{day}</del>
            </span>
          </p>
        ) : (
          <p>
            <strong>{day}</strong>{' '}
            <span className={css.more} suppressHydrationWarning>
              {formatSpan(event.startsAt, event.endsAt, timeZone, now)}
            </span>
          </p>
        )}
      </li>
      <li className={css.line}>
        <MapPin className={css.icon} size={20} aria-hidden="true" />
        <p>
          {event.venueName && <strong>{event.venueName}</strong>}{' '}
          <span className={css.more}>{placeLine({ ...event, venueName: '', region: '' })}</span>
        </p>
      </li>
    </ul>
  )
}

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

/** Shows what a guest has to know before coming: age and ID, doors and last entry, clothes. */
export function GoodToKnow({ event }: { event: EventDetail }) {
  const { doorsAt, lastEntryAt, timeZone } = event
  return (
    <ul className={css.list}>
      {!isDateOpen(event) && (
        <Fact icon={Clock} label={`Doors ${formatClockWithZone(doorsAt, timeZone)}`}>
          {lastEntryAt && (
            <span suppressHydrationWarning>
              Last entry {formatDay(lastEntryAt, timeZone, event.startsAt)},{' '}
              {formatClockWithZone(lastEntryAt, timeZone)}
            </span>
          )}
        </Fact>
      )}
      <Fact icon={UsersRound} label={ageText(event.minAge)}>
        {event.minAge > 0 ? `You must be ${event.minAge} or older to enter.` : 'Everyone is welcome.'}
      </Fact>
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

/**
 * The address, set large, with the ways to a map. The site has no street data, so it draws no map that would only look like
 * one.
 */
export function Place({ event }: { event: EventDetail }) {
  const links = mapLinks(event)
  return (
    <div className={css.place}>
      <p className={css.area}>{event.neighborhood ?? event.city}</p>
      <address className={css.address}>
        {event.venueName && <strong>{event.venueName}</strong>}
        {event.address && <span>{event.address}</span>}
        <span>{[event.city, event.region].filter(Boolean).join(', ')}</span>
      </address>
      {event.locked && <p>Members can see the address.</p>}
      {links && (
        <p className={css.maps}>
          {links.map(({ name, url }) => (
            <a key={name} href={url} target="_blank" rel="noopener noreferrer" className={css.map}>
              {name}
              <ArrowUpRight size={18} aria-hidden="true" />
            </a>
          ))}
        </p>
      )}
    </div>
  )
}

/** Lists who plays, in the order of appearance, each with what else of theirs is on the site; set times are optional. */
export function LineUp({ acts, timeZone }: { acts: readonly LineUpEntry[]; timeZone: string }) {
  return (
    <ul className={css.acts}>
      {acts.map((act) => (
        <li key={`${act.name} ${act.at}`} className={css.act}>
          <span className={css.initials[inkOf(act.name)]} aria-hidden="true">
            {isNamedAct(act) ? initialsOf(act.name) : '?'}
          </span>
          <p className={css.actWords}>
            {isNamedAct(act) ? (
              <Link to={paths.search({ q: act.name })} className={css.actName}>
                {act.name}
              </Link>
            ) : (
              <span className={css.actName}>{act.name}</span>
            )}
            {act.role && <span className={css.actRole}>{act.role}</span>}
          </p>
          {act.at && (
            <time className={css.actTime} dateTime={act.at} suppressHydrationWarning>
              {formatClock(act.at, timeZone)}
            </time>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The first letters of the first and the last word: `DJ Marlon J` is DJ, `Selecta Marva` SM. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase()
}
