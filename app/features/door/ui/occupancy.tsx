import { Form, Link } from '@remix-run/react'
import { CircleAlert, CircleCheck, Minus, Plus, TriangleAlert } from 'lucide-react'
import { formatClock } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Progress } from '#ui/progress.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { DoorZone } from '../door.types.ts'
import { alarmText, levelOf } from '../zones/zones.rules.ts'
import type { Occupancy } from '../zones/zones.types.ts'
import * as css from './occupancy.css.ts'
import { useOccupancy } from './use-occupancy.ts'

const icons = { none: CircleCheck, amber: TriangleAlert, red: CircleAlert }

/** Shows how full an event is, place by place, and counts people without tickets. Works by forms before JavaScript arrives. */
export function OccupancyBoard({ initial, clickId }: { initial: Occupancy; clickId: string }) {
  const { read, liveness, news, waiting, click } = useOccupancy(initial)
  if (read.zones.length === 0)
    return (
      <EmptyState
        title="No zones yet"
        text={`An admin adds zones and gates on the Door tab of the event. In the house now: ${read.inNow.toLocaleString('en-US')}.`}
      />
    )
  return (
    <div className={stack[5]}>
      {liveness.state !== 'live' && (
        <Banner tone="warning" title="These figures may be old. We can’t reach the site." />
      )}
      {waiting > 0 && <p className={text.muted}>{waiting} waiting to be sent</p>}
      <p className={visuallyHidden} role="status">
        {news}
      </p>
      <ul className={css.zones}>
        {read.zones.map((zone) => (
          <Zone key={zone.id} zone={zone} occupancy={read} clickId={clickId} onClick={click} />
        ))}
      </ul>
      <section className={stack[2]} aria-labelledby="changes">
        <h2 id="changes" className={css.name}>
          Counted by hand
        </h2>
        {read.changes.length === 0 && <p className={text.muted}>Nothing yet.</p>}
        <ul className={css.changes}>
          {read.changes.map((one) => (
            <li key={one.id} className={css.change}>
              <span>
                {one.kind === 'recount' ? `${one.zone} recounted: ${one.counted}. ${one.reason}` : one.zone}
              </span>
              <span>
                {one.change > 0 ? '+' : one.change < 0 ? '−' : ''}
                {Math.abs(one.change)}, {formatClock(one.at, read.event.timeZone)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Zone({
  zone,
  occupancy,
  clickId,
  onClick,
}: {
  zone: DoorZone
  occupancy: Occupancy
  clickId: string
  onClick: (zone: string, change: number) => void
}) {
  const level = levelOf(zone)
  const Icon = icons[level]
  return (
    <li className={css.zone[level]}>
      <h2 className={css.name}>{zone.name}</h2>
      <p className={css.figure} data-testid="zone-count">
        {zone.inNow.toLocaleString('en-US')}{' '}
        <span className={css.of}>of {zone.capacity.toLocaleString('en-US')}</span>
      </p>
      <Progress
        label={<span className={visuallyHidden}>{zone.name}</span>}
        value={zone.inNow}
        max={zone.capacity}
        text={`${Math.floor((100 * zone.inNow) / zone.capacity)}%`}
        tone={level === 'none' ? 'success' : 'warning'}
      />
      <p className={css.alarm[level]}>
        <Icon size={20} aria-hidden="true" />
        {alarmText(zone)}
        {zone.lifted > 0 && ` (${zone.lifted} above capacity allowed)`}
      </p>
      <div className={css.clicker}>
        {([-1, 1] as const).map((change) => (
          <Form
            key={change}
            method="post"
            onSubmit={(event) => {
              event.preventDefault()
              onClick(zone.id, change)
            }}
          >
            <input type="hidden" name="intent" value="click" />
            <input type="hidden" name="id" value={clickId} />
            <input type="hidden" name="zone" value={zone.id} />
            <button type="submit" name="change" value={change} className={css.click}>
              {change > 0 ? <Plus size={32} aria-hidden="true" /> : <Minus size={32} aria-hidden="true" />}
              <span className={visuallyHidden}>
                {change > 0 ? 'One in' : 'One out'}, {zone.name}
              </span>
            </button>
          </Form>
        ))}
      </div>
      {occupancy.mayDecide && (
        <Link to={paths.doorOccupancy({ event: occupancy.event.id, zone: zone.id })}>
          {zone.isHeld ? 'Lift the hold or recount' : 'Recount'}
        </Link>
      )}
    </li>
  )
}
