import { Link } from '@remix-run/react'
import { ArrowLeftRight, CloudOff, EllipsisVertical, Gauge, Smartphone, UserSearch, X } from 'lucide-react'
import { formatClockWithZone } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { DoorCounters, DoorEvent, DoorZone } from '../door.types.ts'
import { Counters } from './counters.tsx'
import * as css from './scanner.css.ts'
import type { StationPlace } from './station-place.ts'
import { ZoneAlarms } from './zone-alarms.tsx'

/** The top of the scanner: where it scans, the way to the other pages of the door while there is a network, how full it is, and which zones are full. */
export function StationBar({
  event,
  place: { gate, asksFirst },
  counters,
  zones,
  isOnline,
}: {
  event: DoorEvent
  place: StationPlace
  counters: DoorCounters
  /** Unknown before the server was asked. */
  zones: DoorZone[] | undefined
  isOnline: boolean
}) {
  const query = { event: event.id, gate: gate || null, ask: asksFirst ? '1' : null }
  const where = gate ? `Gate: ${gate}` : `Doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`
  return (
    <header className={css.head}>
      <div className={css.bar}>
        {isOnline && (
          <Link
            to={paths.scanData({ event: event.id })}
            className={css.barLink}
            aria-label="Leave the scanner"
          >
            <X size={24} aria-hidden="true" />
          </Link>
        )}
        <div className={css.barText}>
          <h1 className={visuallyHidden}>Ticket scanner</h1>
          <p className={css.event}>{event.title}</p>
          <p className={css.gate}>{asksFirst ? `${where}, asks first` : where}</p>
        </div>
        {isOnline ? (
          <>
            <Link to={paths.doorGuests(query)} className={css.change}>
              Guest list
            </Link>
            <Menu
              label="More"
              trigger={<EllipsisVertical size={24} aria-hidden="true" />}
              triggerClassName={css.more}
              entries={entriesOf(event, query)}
            />
          </>
        ) : (
          <p className={css.cutOff}>
            <CloudOff size={20} aria-hidden="true" /> Offline
          </p>
        )}
      </div>
      <Counters counters={counters} />
      <ZoneAlarms zones={zones} />
    </header>
  )
}

/** The other pages of the door. */
function entriesOf(event: DoorEvent, query: { event: string; gate: string | null; ask: string | null }) {
  const entries: MenuEntry[] = [
    {
      kind: 'link',
      to: paths.ticketScanner({ ...query, gate: query.gate ?? '', choose: '' }),
      label: 'Change event or gate',
      icon: ArrowLeftRight,
    },
    { kind: 'link', to: paths.doorOccupancy({ event: event.id }), label: 'Occupancy', icon: Gauge },
  ]
  if (event.mayManage)
    entries.push(
      {
        kind: 'link',
        to: paths.doorSearch({ event: event.id, gate: query.gate }),
        label: 'Find a guest',
        icon: UserSearch,
      },
      { kind: 'link', to: paths.doorDevices({ event: event.id }), label: 'Devices', icon: Smartphone },
    )
  return entries
}
