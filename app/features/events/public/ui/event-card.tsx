import { NavLink } from '@remix-run/react'
import { formatClockWithZone } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, coverLink } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { EventArt } from '#ui/picture.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  ageText,
  badgesOf,
  cardNote,
  eventPath,
  genreName,
  isDateOpen,
  isOver,
  placeLine,
  showsPrice,
  stampOf,
} from '../../events.rules.ts'
import type { EventCard as EventCardData } from '../public-events.types.ts'
import * as css from './event-card.css.ts'

const sizes = {
  row: '(min-width: 1024px) 24rem, (min-width: 768px) 50vw, 8rem',
  tall: '(min-width: 1024px) 18rem, (min-width: 768px) 33vw, 66vw',
  strip: '(min-width: 1024px) 9rem, (min-width: 768px) 33vw, 66vw',
  lead: '(min-width: 1024px) 40rem, (min-width: 768px) 33vw, 66vw',
}

/**
 * An event in a list; all of it leads to its page.
 * @param now the moment the list was read
 * @param headingLevel 2 right under the page title, 3 under a section's
 * @param look row: a thumbnail beside the text on a phone, a picture over it on a wider screen, beside it where it is alone in a rail;
 *   tall: a portrait over the text; strip and lead: the same on a phone, and in a mosaic on a desk a thumbnail beside the text, and the
 *   large first
 * @param priority the picture is on the first screen: fetched at once
 */
export function EventCard({
  event,
  currency,
  now,
  headingLevel = 2,
  look = 'row',
  priority = false,
}: {
  event: EventCardData
  currency: string
  now: string
  headingLevel?: 2 | 3
  look?: keyof typeof css.look
  priority?: boolean
}) {
  const Heading = `h${headingLevel}` as const
  const stamp = stampOf(event)
  const dateOpen = isDateOpen(event)
  const Stamp = dateOpen ? 'del' : 'span'
  const note = showsPrice(event) && event.state !== 'not_yet' ? null : cardNote(event, now)
  return (
    <Card as="article" padding="none" interactive className={css.look[look]}>
      <div className={classNames(css.art[look], isOver(event, now) && css.over)}>
        <EventArt
          path={event.imagePath}
          sizes={sizes[look]}
          alt=""
          seed={event.id}
          ratio={look === 'row' ? 'hero' : 'portrait'}
          fill
          priority={priority}
          className={css.kept}
        />
        <p className={css.stamp} suppressHydrationWarning>
          {dateOpen && <VisuallyHidden>Was </VisuallyHidden>}
          <Stamp className={css.stampDate}>
            <span>{stamp.weekday}</span> <span className={css.stampDay}>{stamp.day}</span>{' '}
            <span className={css.stampMonth}>{stamp.month}</span>
          </Stamp>
        </p>
      </div>
      <div className={css.body}>
        <p className={css.badges[look]}>
          {badgesOf(event, now).map((badge) => (
            <Badge key={badge.text} tone={badge.tone}>
              {badge.text}
            </Badge>
          ))}
        </p>
        <Heading className={css.title}>
          {/* Marked as `transitioning` while its page comes or goes, so that the styles can keep the picture. */}
          <NavLink to={eventPath(event)} prefetch="intent" className={coverLink} viewTransition>
            {event.title}
          </NavLink>
        </Heading>
        <p className={css.line}>
          {!dateOpen && (
            <time dateTime={event.startsAt} suppressHydrationWarning>
              {formatClockWithZone(event.startsAt, event.timeZone)}
            </time>
          )}
          {!dateOpen && event.genres.length > 0 && ' · '}
          {event.genres.map(genreName).join(', ')}
        </p>
        <p className={css.line}>{placeLine(event)}</p>
        <p className={css.foot}>
          <span suppressHydrationWarning>
            {showsPrice(event) && event.fromCents !== null && (
              <span className={css.price}>
                {event.fromCents > 0 && 'From '}
                {formatPrice(event.fromCents, currency)}
                {event.fromCents > 0 && <VisuallyHidden> with fees</VisuallyHidden>}
              </span>
            )}
            {note && (showsPrice(event) ? ` · ${note}` : note)}
          </span>
          {event.minAge > 0 && <span className={css.age}>{ageText(event.minAge)}</span>}
        </p>
      </div>
    </Card>
  )
}
