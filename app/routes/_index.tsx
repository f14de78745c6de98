import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { pictureJpeg } from '#core/picture.ts'
import { organizationData, scriptJson } from '#core/structured-data.ts'
import { readHome } from '#features/events/public/public-events.reads.server.ts'
import { cards } from '#features/events/public/ui/event-card.css.ts'
import { EventCard } from '#features/events/public/ui/event-card.tsx'
import { EventHero } from '#features/events/public/ui/event-hero.tsx'
import { readEnv } from '#server/env.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPage } from '#server/visitors-page.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page, spread, stack } from '#ui/layout.css.ts'
import { StructuredData } from '#ui/structured-data.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [home, { brand }] = await Promise.all([readHome(args), readShell(args)])
  const structuredData = scriptJson(organizationData(brand, readEnv().SITE_URL))
  return data({ ...home, structuredData }, { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: home }) =>
  pageMeta(matches, { title: 'Home', path: paths.home(), image: pictureJpeg(home?.hero?.imagePath, 'share') })

/** Shows the next events: the soonest one with tickets, then those after it. */
export default function Home() {
  const { hero, upcoming, currency, now, structuredData } = useLoaderData<typeof loader>()
  if (!hero) {
    return (
      <div className={page}>
        <StructuredData json={structuredData} />
        <EmptyState
          headingLevel={1}
          title="Nothing on the calendar right now"
          text="Check back soon, or see where we've been."
          action={
            <LinkButton to={paths.events({ tab: 'past' })} variant="secondary">
              Past events
            </LinkButton>
          }
        />
      </div>
    )
  }
  return (
    <>
      <StructuredData json={structuredData} />
      <EventHero event={hero} currency={currency} now={now} />
      <section className={page} aria-labelledby="coming-up">
        <div className={stack[5]}>
          <div className={spread}>
            <h2 id="coming-up">Coming up</h2>
            <Link to={paths.events()}>All events</Link>
          </div>
          {upcoming.length > 0 ? (
            <div className={cards}>
              {upcoming.map((event) => (
                <EventCard key={event.id} event={event} currency={currency} now={now} headingLevel={3} />
              ))}
            </div>
          ) : (
            <p>That's everything for now.</p>
          )}
        </div>
      </section>
    </>
  )
}
