import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Rail } from '#ui/rail.tsx'
import type { HomeEvents } from '../public-events.types.ts'
import * as css from './coming-up.css.ts'
import { EventCard } from './event-card.tsx'

const place = 'coming-up'

/** The events after the first, everywhere or in the city that the address names, with the cities to choose from. */
export function ComingUp({ home }: { home: HomeEvents }) {
  const { upcoming, cities, city, currency, now } = home
  const choices = [
    { label: 'Everywhere', to: `${paths.home()}#${place}`, current: city === null },
    ...cities.map((one) => ({
      label: one,
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
            {choices.map(({ label, to, current }) => (
              <Link
                key={label}
                to={to}
                className={css.city}
                aria-current={current ? 'true' : undefined}
                preventScrollReset
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
          look={order === 0 ? 'lead' : 'strip'}
        />
      ))}
    </Rail>
  )
}
