import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { filtersPath, listTitle } from '#features/events/public/event-filters.rules.ts'
import { eventFiltersSchema } from '#features/events/public/event-filters.schema.ts'
import { listEvents } from '#features/events/public/public-events.reads.server.ts'
import { cards } from '#features/events/public/ui/event-card.css.ts'
import { EventCard } from '#features/events/public/ui/event-card.tsx'
import { EventFilters } from '#features/events/public/ui/event-filters.tsx'
import { NothingFound } from '#features/events/public/ui/nothing-found.tsx'
import { SubscribeBand } from '#features/mail/ui/subscribe-form.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'
import { page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const filters = eventFiltersSchema.parse(query)
  return data({ filters, list: await listEvents(args, filters) }, { headers: visitorsPage })
}

export const handle = {
  pageParams: [
    'city',
    'when',
    'genre',
    'price',
    'age',
    'tab',
    'after',
  ] satisfies (keyof typeof eventFiltersSchema.shape)[],
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? listTitle(loaded.filters) : 'Events',
    description:
      'Soca, dancehall, afrobeats, reggae and kompa nights, day fetes and cruises. Dates and tickets.',
    path: loaded ? filtersPath(loaded.filters, { after: loaded.filters.after }) : paths.events(),
    // Lets search engines index the list itself; its further pages and filters are for people.
    noindex: Boolean(loaded && (loaded.filters.after || loaded.list.events.length === 0)),
  })

/** Lists every public event, soonest first, filtered by the address. */
export default function Events() {
  const { filters, list } = useLoaderData<typeof loader>()
  const past = filters.tab === 'past'
  return (
    <>
      <div className={page}>
        <div className={stack[4]}>
          <PageHeader
            title={past ? 'Past events' : 'Events'}
            actions={
              <LinkTabs
                label="Time"
                tabs={[
                  { to: paths.events(), label: 'Upcoming', current: !past },
                  { to: paths.events({ tab: 'past' }), label: 'Past', current: past },
                ]}
              />
            }
          />
          <EventFilters filters={filters} cities={list.cities} months={list.months} />
          {list.events.length > 0 ? (
            <div className={cards}>
              {list.events.map((event, place) => (
                <EventCard
                  key={event.id}
                  event={event}
                  currency={list.currency}
                  now={list.now}
                  priority={place < 2}
                />
              ))}
            </div>
          ) : (
            <NothingFound filters={filters} nearest={list.nearest} now={list.now} />
          )}
          <Pagination
            label="Pages of events"
            previous={filters.after ? filtersPath(filters) : null}
            previousLabel="First page"
            next={list.nextCursor ? filtersPath(filters, { after: list.nextCursor }) : null}
            nextLabel="More events"
          />
        </div>
      </div>
      {/* Nothing is planned: the one thing to offer is to be told. */}
      {!past && list.events.length === 0 && !list.nearest && <SubscribeBand />}
    </>
  )
}
