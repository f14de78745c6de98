import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { page as pageColumn } from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { Rail } from '#ui/rail.tsx'
import { ServerMarkup } from '#ui/server-markup.tsx'
import { skipLink } from '#ui/shell/shell.css.ts'
import { StructuredData } from '#ui/structured-data.tsx'
import {
  badgesOf,
  type bannerOf,
  eventPath,
  genreName,
  type goodToKnow,
  type mapLinks,
  paragraphsOf,
  type salesClosed,
  type ticketsLine,
} from '../../events.rules.ts'
import type { EventPage as EventPageData } from '../public-events.types.ts'
import { BuyBar } from './buy-bar.tsx'
import { EventCard } from './event-card.tsx'
import * as facts from './event-facts.css.ts'
import { Follow, GoodToKnow, LineUp, type MapImage, Place, WhenAndWhere } from './event-facts.tsx'
import * as css from './event-page.css.ts'
import { EventShare } from './event-share.tsx'

/** Holds what the server says of an event, so that browsers need no code to say it. */
type Said = {
  /** Says what became of the event, over its description; null for one that simply comes up. */
  banner: ReturnType<typeof bannerOf>
  /** Holds what the bar of a phone says of the tickets. */
  way: ReturnType<typeof ticketsLine>
  /** Says why nothing can be bought; null while something can. */
  closed: ReturnType<typeof salesClosed>
  /** Stands in place of a hidden venue. */
  venueNote: string | null
  /** Ways to a map. */
  maps: ReturnType<typeof mapLinks>
  /** The picture of the map; null where there is none. */
  mapImage: MapImage | null
  facts: ReturnType<typeof goodToKnow>
  /** Says how tickets can be returned. */
  refundLine: string
  /** Path of the calendar file; null where the event has none for this reader, or nothing is left to come to. */
  calendar: string | null
  /** Leads to the other dates of the series, as HTML; empty where there are none. */
  moreDates: string
  /** Ids of what the reader follows; null where an event that is canceled offers nothing to follow. */
  followed: string[] | null
}

/**
 * The page of one event.
 * @param origin public origin of the site, for links that leave it
 * @param seller the company that sells the tickets
 * @param structuredData the event for search engines, as text that is safe inside a script
 * @param tickets the ticket picker; another area's component, so the route brings it
 * @param below the thread of the event and products that go with it, for the same reason; empty for neither
 */
export function EventPage({
  page,
  origin,
  seller,
  structuredData,
  tickets,
  below,
}: {
  page: Omit<EventPageData, 'offer' | 'extras' | 'followed'> & Said
  origin: string
  seller: string
  structuredData: string
  tickets: ReactNode
  below: ReactNode
}) {
  const { event, now, currency, more, series, banner, way, closed } = page
  const path = eventPath(event)
  const paragraphs = paragraphsOf(event.description)
  const badges = badgesOf({ ...event, state: page.state }, now)
  const genres = event.genres.map(genreName).join(' · ')
  const lineUp = <LineUp acts={event.lineUp} timeZone={event.timeZone} followed={page.followed} />
  return (
    <>
      <article className={pageColumn}>
        <a href="#tickets" className={skipLink}>
          Skip to tickets
        </a>
        <StructuredData json={structuredData} />
        <div className={css.layout}>
          <div className={css.wall}>
            <div className={css.poster}>
              <EventArt
                path={event.imagePath}
                sizes="(min-width: 1024px) 24rem, (min-width: 768px) 18rem, 92vw"
                alt={event.imageAlt ?? ''}
                seed={event.id}
                ratio="poster"
                priority
              />
            </div>
          </div>
          <header className={css.head}>
            <p className={css.badges}>
              {badges.map((badge) => (
                <Badge key={badge.text} tone={badge.tone}>
                  {badge.text}
                </Badge>
              ))}
              {event.going !== null && <Badge>{event.going}+ going</Badge>}
              {genres && <span className={css.genres}>{genres}</span>}
            </p>
            <h1 className={event.title.length > 48 ? css.longTitle : css.title}>{event.title}</h1>
            <WhenAndWhere event={event} now={now} note={page.venueNote} />
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
            {event.summary && <p className={css.summary}>{event.summary}</p>}
            {series && page.followed && (
              <form method="post" action={paths.apiEventInterest(event.id)} className={css.series}>
                <input type="hidden" name="intent" value="follow" />
                Part of {series.name} <Follow {...series} followed={page.followed} />
              </form>
            )}
          </header>

          <section id="tickets" className={css.tickets} aria-labelledby="tickets-title">
            <Card className={css.ticketsInner}>
              <h2 id="tickets-title" className={css.sectionTitle}>
                Tickets
              </h2>
              {event.locked ? <MembersOnly path={path} /> : tickets}
              {!closed && (
                <p className={css.terms}>
                  {page.refundLine} <Link to={paths.refunds()}>Refund policy</Link>. Sold by {seller}.
                </p>
              )}
            </Card>
          </section>

          <EventShare title={event.title} url={`${origin}${path}`} calendar={page.calendar} />

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
                  Lineup
                </h2>
                {page.followed && event.lineUp.some((act) => act.artist) ? (
                  <form method="post" action={paths.apiEventInterest(event.id)}>
                    <input type="hidden" name="intent" value="follow" />
                    {lineUp}
                  </form>
                ) : (
                  lineUp
                )}
              </section>
            )}
            <section className={css.section} aria-labelledby="know-title">
              <h2 id="know-title" className={css.sectionTitle}>
                Good to know
              </h2>
              <GoodToKnow facts={page.facts} />
            </section>
            <section className={css.section} aria-labelledby="place-title">
              <h2 id="place-title" className={css.sectionTitle}>
                Where
              </h2>
              <Place event={event} note={page.venueNote} links={page.maps} image={page.mapImage} />
            </section>
            {below}
          </div>
        </div>
        {page.moreDates && <ServerMarkup html={page.moreDates} />}
        <BuyBar line={way} more={more.length > 0} />
      </article>
      {more.length > 0 && (
        <Rail title="More like this" id="more">
          {more.map((other) => (
            <EventCard
              key={other.id}
              event={other}
              currency={currency}
              now={now}
              headingLevel={3}
              look="tall"
            />
          ))}
        </Rail>
      )}
    </>
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
