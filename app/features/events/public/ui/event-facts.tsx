import { Link } from '@remix-run/react'
import { CalendarDays, MapPin } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'
import { openSignIn } from '#browser/sign-in-window.ts'
import { useUser } from '#browser/user-context.tsx'
import { formatClock, formatDay, formatHours } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { EventArt } from '#ui/picture.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  type goodToKnow,
  isDateOpen,
  isNamedAct,
  type mapLinks,
  NEW_DATE_SOON,
  placeLine,
} from '../../events.rules.ts'
import type { ShownAct } from '../../events.types.ts'
import type { EventDetail } from '../public-events.types.ts'
import * as css from './event-facts.css.ts'

/** A picture of a map: its address, its size in pixels, and what it shows. */
export type MapImage = { src: string; width: number; height: number; alt: string }

/**
 * Shows when and where, one line each, in the event's own zone.
 * @param note what stands in place of a hidden venue
 */
export function WhenAndWhere({ event, now, note }: { event: EventDetail; now: string; note: string | null }) {
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
              {formatHours(event.startsAt, event.endsAt, timeZone, now)}
            </span>
          </p>
        )}
      </li>
      <li className={css.line}>
        <MapPin className={css.icon} size={20} aria-hidden="true" />
        <p>
          {(event.venueName || note) && <strong suppressHydrationWarning>{event.venueName || note}</strong>}{' '}
          <span className={css.more}>{placeLine({ ...event, venueName: '', region: '' })}</span>
        </p>
      </li>
    </ul>
  )
}

/**
 * Shows what a guest has to know before coming.
 * @param facts as `goodToKnow` words them
 */
export function GoodToKnow({ facts }: { facts: ReturnType<typeof goodToKnow> }) {
  return (
    <dl className={css.facts}>
      {facts.map(([term, text]) => (
        <Fragment key={term}>
          <dt className={css.term}>{term}</dt>
          <dd className={css.value}>{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/**
 * The address, set large, with the ways to a map. The site has no street data, so it draws no map that would only look like
 * one.
 * @param note what stands in place of a hidden venue
 * @param links ways to a map
 * @param image the map; null where there is none
 */
export function Place({
  event,
  note,
  links,
  image,
}: {
  event: EventDetail
  note: string | null
  links: ReturnType<typeof mapLinks>
  image: MapImage | null
}) {
  return (
    <div className={css.place}>
      {image && <img {...image} alt={image.alt} loading="lazy" className={css.mapImage} />}
      <p className={css.area}>{event.neighborhood ?? event.city}</p>
      <address className={css.address}>
        {event.venueName && <strong>{event.venueName}</strong>}
        {event.address && <span>{event.address}</span>}
        <span>{[event.city, event.region].filter(Boolean).join(', ')}</span>
      </address>
      {event.locked && <p>Members can see the address.</p>}
      {note && !event.locked && <p suppressHydrationWarning>{note}.</p>}
      {links && (
        <p className={css.maps}>
          {links.map(({ name, url }) => (
            <a key={name} href={url} target="_blank" rel="noopener noreferrer" className={css.map}>
              {name}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}

/**
 * Lists who plays, in the order of appearance: picture, set time where it is known, what else of theirs is on the site, and where else
 * they are.
 * @param followed ids of the artists whom the reader follows; null where nobody can follow
 */
export function LineUp({
  acts,
  timeZone,
  followed,
}: {
  acts: readonly ShownAct[]
  timeZone: string
  followed: readonly string[] | null
}) {
  return (
    <ul className={css.acts}>
      {acts.map((act) => (
        <li key={`${act.name} ${act.at}`} className={css.act}>
          {act.artist?.imagePath ? (
            <EventArt
              path={act.artist.imagePath}
              alt={act.artist.imageAlt ?? ''}
              seed={act.artist.id}
              ratio="square"
              sizes="6rem"
              className={css.actPicture}
            />
          ) : (
            <Avatar displayName={isNamedAct(act) ? act.name : '?'} size="act" />
          )}
          <div className={css.actWords}>
            {isNamedAct(act) ? (
              <Link to={paths.search({ q: act.name })} className={css.actName}>
                {act.name}
              </Link>
            ) : (
              <span className={css.actName}>{act.name}</span>
            )}
            <p className={css.actRole}>
              {act.at && (
                <time dateTime={act.at} suppressHydrationWarning>
                  {formatClock(act.at, timeZone)}
                </time>
              )}
              {act.at && act.role && ' · '}
              {act.role}
            </p>
          </div>
          {act.artist && followed && <Follow id={act.artist.id} name={act.name} followed={followed} />}
          {act.artist && act.artist.links.length > 0 && (
            <p className={css.actLinks}>
              {act.artist.links.map(({ kind, site, url }) => (
                <a key={kind} href={url} target="_blank" rel="noopener noreferrer" className={css.actLink}>
                  <VisuallyHidden>{act.name}: </VisuallyHidden>
                  {site}
                </a>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * The button that follows an artist or a series, or stops. It stands in a form that posts to the event's interest.
 * @param followed ids of what the reader follows
 */
export function Follow({ id, name, followed }: { id: string; name: string; followed: readonly string[] }) {
  const on = followed.includes(id)
  const text = on ? 'Following' : 'Follow'
  const { isAuthenticated } = useUser()
  // The window opens over the page: what is chosen and typed here stays.
  const signInFirst = (event: MouseEvent) => {
    event.preventDefault()
    openSignIn({ tab: 'login' })
  }
  return (
    <button
      type="submit"
      onClick={isAuthenticated ? undefined : signInFirst}
      id={id}
      name={on ? 'unfollow' : 'follow'}
      value={id}
      aria-label={`${text} ${name}`}
      className={css.follow}
    >
      {text}
    </button>
  )
}
