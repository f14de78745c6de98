import { Link } from '@remix-run/react'
import { writeCookie } from '#browser/storage.ts'
import { cityCookieName } from '#core/cookies.ts'
import * as paths from '#core/paths.ts'
import { Rail } from '#ui/rail.tsx'
import type { HomeEvents } from '../public-events.types.ts'
import * as css from './coming-up.css.ts'
import { EventCard } from './event-card.tsx'

const place = 'coming-up'

/** The events after the first, everywhere or in the city that the address names or the visitor chose last, with the cities to choose from. */
export function ComingUp({ home }: { home: HomeEvents }) {
  const { upcoming, cities, city, currency, now } = home
  const choices = [
    // Names no city, rather than nothing: with only another hash, the page would not be read again.
    { label: 'Everywhere', value: null, to: `${paths.home()}?city=#${place}`, current: city === null },
    ...cities.map((one) => ({
      label: one,
      value: one,
      to: `${paths.home({ city: one })}#${place}`,
      current: one === city,
    })),
  ]
  return (
    <Rail
      id={place}
      title={city ? `Coming up in ${city}` : 'Coming up'}
      shape="mosaic"
      more={<Link to={paths.events({ city })}>All events{city && ` in ${city}`}</Link>}
      lead={
        cities.length > 1 && (
          <nav aria-label="City" className={css.cities}>
            {choices.map(({ label, value, to, current }) => (
              <Link
                key={label}
                to={to}
                className={css.city}
                aria-current={current ? 'true' : undefined}
                preventScrollReset
                // Before the navigation: the next page is read with it.
                onClick={() => writeCookie(cityCookieName, value)}
              >
                {label}
              </Link>
            ))}
          </nav>
        )
      }
    >
      {upcoming.map((event, order) => (
        <EventCard
          key={event.id}
          event={event}
          currency={currency}
          now={now}
          headingLevel={3}
          look={upcoming.length === 1 ? 'row' : order === 0 ? 'lead' : 'strip'}
        />
      ))}
    </Rail>
  )
}
