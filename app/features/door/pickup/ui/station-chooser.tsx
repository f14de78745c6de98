import { Link } from '@remix-run/react'
import { type PickupPoint, pointText } from '#core/goods.ts'
import * as paths from '#core/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import * as css from './pickup-station.css.ts'

/** Asks where to hand over. */
export function StationChooser({ stations, now }: { stations: PickupPoint[]; now: string }) {
  if (stations.length === 0)
    return (
      <EmptyState
        title="No pickups now"
        text="Pickup points show up here two days before they open and stay until a day after they close."
      />
    )
  return (
    <ul className={`${css.list} ${stack[3]}`}>
      {stations.map((point) => (
        <li key={point.id}>
          <Link
            to={paths.pickupStation(point.eventId ? { event: point.eventId } : { point: point.id })}
            className={css.choice}
          >
            {pointText(point, now)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
