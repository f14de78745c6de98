import { CalendarDays, MapPin } from 'lucide-react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { band } from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { badgesOf, cardNote, eventPath, placeLine, showsPrice } from '../../events.rules.ts'
import type { EventCard } from '../public-events.types.ts'
import * as css from './event-hero.css.ts'

/** Shows the next event at full screen size: what, when, where, and one action. */
export function EventHero({ event, currency, now }: { event: EventCard; currency: string; now: string }) {
  const sells = event.state === 'on_sale' || event.state === 'low' || event.state === 'free'
  const note = cardNote(event, now)
  return (
    <section className={css.hero} aria-labelledby="next-night">
      <div className={css.art}>
        <EventArt
          path={event.imagePath}
          sizes="100vw"
          alt=""
          seed={event.id}
          ratio="hero"
          fill
          priority
          shade
        />
      </div>
      <div className={classNames(band, css.text)}>
        <p className={css.badges}>
          {badgesOf(event, now).map((badge) => (
            <Badge key={badge.text} tone={badge.tone}>
              {badge.text}
            </Badge>
          ))}
        </p>
        <h1 id="next-night" className={event.title.length > 24 ? css.longTitle : css.title}>
          {event.title}
        </h1>
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
        {event.summary && <p className={css.summary}>{event.summary}</p>}
        <div className={css.actions}>
          <LinkButton to={eventPath(event)} size="lg" prefetch="intent">
            {sells ? 'Get tickets' : 'See details'}
          </LinkButton>
          {showsPrice(event) && event.fromCents !== null && event.fromCents > 0 && (
            <span className={css.price}>From {formatPrice(event.fromCents, currency)}, fees included</span>
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
  )
}
