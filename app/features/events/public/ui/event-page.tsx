import { Link } from '@remix-run/react'
import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { page as pageColumn } from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { StructuredData } from '#ui/structured-data.tsx'
import {
  ageText,
  badgesOf,
  bannerOf,
  eventPath,
  genreName,
  isDateOpen,
  isOver,
  paragraphsOf,
} from '../../events.rules.ts'
import type { EventPage as EventPageData } from '../public-events.types.ts'
import * as facts from './event-facts.css.ts'
import { GoodToKnow, LineUp, WhenAndWhere } from './event-facts.tsx'
import * as css from './event-page.css.ts'
import { EventShare } from './event-share.tsx'

/**
 * The page of one event.
 * @param origin public origin of the site, for links that leave it
 * @param structuredData the event for search engines, as text that is safe inside a script
 * @param tickets the ticket picker; another area's component, so the route brings it
 */
export function EventPage({
  page,
  origin,
  structuredData,
  tickets,
}: {
  page: EventPageData
  origin: string
  structuredData: string
  tickets: ReactNode
}) {
  const { event, now } = page
  const path = eventPath(event)
  const banner = bannerOf(event, now)
  const paragraphs = paragraphsOf(event.description)
  return (
    <article className={pageColumn}>
      <StructuredData json={structuredData} />
      <div className={css.layout}>
        <header className={css.head}>
          <div className={css.art}>
            <EventArt
              path={event.imagePath}
              sizes="(min-width: 1024px) 46rem, 100vw"
              alt={event.imageAlt ?? ''}
              seed={event.id}
              ratio="fill"
              priority
            />
          </div>
          {banner && (
            <Banner
              tone={banner.tone}
              title={banner.title}
              action={
                event.status === 'draft' ? (
                  <LinkButton to={paths.adminEvent(event.id)} size="sm" variant="secondary">
                    Edit event
                  </LinkButton>
                ) : undefined
              }
            >
              <p>{banner.text}</p>
            </Banner>
          )}
          <p className={css.badges}>
            {badgesOf({ ...event, state: page.state }, now).map((badge) => (
              <Badge key={badge.text} tone={badge.tone}>
                {badge.text}
              </Badge>
            ))}
            {event.genres.map((genre) => (
              <Badge key={genre}>{genreName(genre)}</Badge>
            ))}
            {event.minAge > 0 && <Badge>{ageText(event.minAge)}</Badge>}
          </p>
          <h1 className={event.title.length > 48 ? css.longTitle : undefined}>{event.title}</h1>
          {event.summary && <p className={css.summary}>{event.summary}</p>}
          <WhenAndWhere event={event} />
        </header>

        <section id="tickets" className={css.tickets} aria-labelledby="tickets-title">
          <div className={css.ticketsInner}>
            <Card>
              <div className={css.ticketsHead}>
                <h2 id="tickets-title" className={css.sectionTitle}>
                  Tickets
                </h2>
                <Ticket size={22} aria-hidden="true" />
              </div>
              {event.locked ? <MembersOnly path={path} /> : tickets}
            </Card>
          </div>
        </section>

        <div className={css.rest}>
          {paragraphs.length > 0 && (
            <section className={css.section} aria-labelledby="about-title">
              <h2 id="about-title" className={css.sectionTitle}>
                About
              </h2>
              <div className={facts.about}>
                {paragraphs.map((paragraph, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and never move
                  <p key={place}>{paragraph}</p>
                ))}
              </div>
            </section>
          )}
          {event.lineUp.length > 0 && (
            <section className={css.section} aria-labelledby="line-up-title">
              <h2 id="line-up-title" className={css.sectionTitle}>
                Line-up
              </h2>
              <LineUp acts={event.lineUp} timeZone={event.timeZone} />
            </section>
          )}
          <section className={css.section} aria-labelledby="know-title">
            <h2 id="know-title" className={css.sectionTitle}>
              Good to know
            </h2>
            <GoodToKnow event={event} />
          </section>
          <section className={css.section} aria-labelledby="share-title">
            <h2 id="share-title" className={css.sectionTitle}>
              Share
            </h2>
            <EventShare
              title={event.title}
              url={`${origin}${path}`}
              calendar={
                event.locked || isDateOpen(event) || isOver(event, now) ? null : paths.eventCalendar(event.id)
              }
            />
          </section>
        </div>
      </div>
    </article>
  )
}

function MembersOnly({ path }: { path: string }) {
  const to = (tab: string) => `/?${new URLSearchParams({ auth: tab, redirect: path })}`
  return (
    <div className={css.members}>
      <p>This event is for members. Sign in to see the venue and get tickets. Joining is free.</p>
      <LinkButton to={to('login')} block>
        Sign in
      </LinkButton>
      <p>
        New here? <Link to={to('register')}>Create an account</Link>
      </p>
    </div>
  )
}
