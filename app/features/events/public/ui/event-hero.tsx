import { CalendarDays, MapPin } from 'lucide-react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FirstLight } from '#ui/first-light.tsx'
import { band } from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import {
  badgesOf,
  cardNote,
  eventPath,
  isHappening,
  isTonight,
  placeLine,
  showsPrice,
} from '../../events.rules.ts'
import type { EventCard } from '../public-events.types.ts'
import * as css from './event-hero.css.ts'

/** `Tonight in Brooklyn`: when the leading event is, for people who look for a moment. */
function leadLine(event: EventCard, now: string): string {
  if (isHappening(event, now)) return `On now in ${event.city}`
  return isTonight(event, now) ? `Tonight in ${event.city}` : `Next up in ${event.city}`
}

/**
 * The top of the home page: what the brand is, and the next event at full size with one action. A portrait on a phone; beside
 * the words on a desk.
 * @param tagline the brand in one sentence
 */
export function EventHero({
  event,
  currency,
  now,
  tagline,
}: {
  event: EventCard
  currency: string
  now: string
  tagline: string
}) {
  const sells = event.state === 'on_sale' || event.state === 'low' || event.state === 'free'
  const note = cardNote(event, now)
  const badges = badgesOf(event, now).filter(({ text }) => text !== 'Tonight' && text !== 'Happening now')
  return (
    <div className={classNames(band, css.top)}>
      <div className={css.intro}>
        <FirstLight className={css.mark} size={112} />
        <div className={css.say}>
          <h1 className={css.tagline}>{tagline}</h1>
          <LinkButton to={paths.events()} variant="secondary" size="lg" className={css.all}>
            All events
          </LinkButton>
        </div>
      </div>
      <section className={css.hero} aria-labelledby="next-event">
        <div className={css.art}>
          <EventArt
            path={event.imagePath}
            sizes="(min-width: 1024px) 46rem, 100vw"
            alt=""
            seed={event.id}
            ratio="hero"
            fill
            priority
            shade
          />
        </div>
        <div className={css.words}>
          <p className={css.lead} suppressHydrationWarning>
            {leadLine(event, now)}
            {badges.map((badge) => (
              <Badge key={badge.text} tone={badge.tone}>
                {badge.text}
              </Badge>
            ))}
          </p>
          <h2 id="next-event" className={event.title.length > 24 ? css.longTitle : css.title}>
            {event.title}
          </h2>
          <p className={css.facts}>
            <time dateTime={event.startsAt} className={css.fact} suppressHydrationWarning>
              <CalendarDays size={20} aria-hidden="true" />
              {formatDay(event.startsAt, event.timeZone, now)},{' '}
              {formatClockWithZone(event.startsAt, event.timeZone)}
            </time>
            <span className={css.fact}>
              <MapPin size={20} aria-hidden="true" />
              {placeLine(event)}
            </span>
          </p>
          <div className={css.actions}>
            <LinkButton to={eventPath(event)} size="lg" prefetch="intent">
              {sells ? 'Get tickets' : 'See details'}
            </LinkButton>
            {showsPrice(event) && event.fromCents !== null && event.fromCents > 0 && (
              <span className={css.price}>
                From {formatPrice(event.fromCents, currency)}
                <span className={css.priceNote}>Fees included</span>
              </span>
            )}
            {event.state === 'free' && <span className={css.price}>Free entry</span>}
            {event.state === 'not_yet' && note && (
              <span className={css.price} suppressHydrationWarning>
                {note}
              </span>
            )}
          </div>
        </div>
      </section>
    </div>
  )
}
