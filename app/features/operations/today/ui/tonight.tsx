import { Link } from '@remix-run/react'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { formatClock, formatClockWithZone } from '#core/event-time.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EventArt } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { alertText, arrivalRate, untilText } from '../today.rules.ts'
import type { Today, TonightEvent } from '../today.types.ts'
import * as css from './today.css.ts'

/** Says which pages of an event a person may open, besides the scanner. */
export type TonightLinks = { capacity: boolean; edit: boolean }

const count = (value: number) => value.toLocaleString('en-US')
const icons = { danger: CircleAlert, warning: TriangleAlert, info: Info }

/** Shows an event of tonight: what is wrong, who is inside, who still comes and how fast, what is sold. */
export function EventTonight({
  event,
  currency,
  now,
  links,
}: {
  event: TonightEvent
  currency: string
  now: string
  links: TonightLinks
}) {
  const { arrivals, capacity, inNow, sold, toCome, alerts, netCents } = event
  const rate = arrivalRate(arrivals)
  return (
    <Card as="article" data-testid={`tonight-${event.id}`}>
      <div className={css.event}>
        <div className={css.eventHead}>
          <p className={css.badges}>
            <State event={event} now={now} />
            {event.isTest && <Badge tone="info">Test</Badge>}
          </p>
          <h3 className={css.eventTitle}>
            <Link to={paths.event(event.id, event.slug)} className={touchLink}>
              {event.title}
            </Link>
          </h3>
          <p className={css.faint}>{[event.venueName, event.city].filter(Boolean).join(', ')}</p>
        </div>
        {alerts.length > 0 && (
          <ul className={css.alerts} aria-label="Alerts">
            {alerts.map((alert) => {
              const { tone, text } = alertText(alert)
              const Icon = icons[tone]
              return (
                <li key={alert.code} className={css.alert[tone]} data-testid={`alert-${alert.code}`}>
                  <Icon size={18} aria-hidden="true" />
                  {text}
                </li>
              )
            })}
          </ul>
        )}
        <div className={css.figures}>
          <dl className={css.inside}>
            <dt className={css.figureName}>Inside now</dt>
            <dd className={css.insideValue} data-testid="inside">
              {count(inNow)}
            </dd>
            <dd className={css.faint}>
              {toCome === 0 ? 'everyone is here' : `${count(toCome)} still to come`}
            </dd>
          </dl>
          <div className={css.arrivals}>
            <dl className={css.pair}>
              <dt className={css.figureName}>Arrivals per minute</dt>
              <dd className={css.figureValue} data-testid="arrival-rate">
                {rate > 0 && rate < 10 ? rate.toFixed(1) : count(Math.round(rate))}
              </dd>
            </dl>
            <Arrivals arrivals={arrivals} now={now} timeZone={event.timeZone} />
          </div>
          {netCents !== null && (
            <dl className={css.pair}>
              <dt className={css.figureName}>{moneyFigures.net.label}</dt>
              <dd className={css.figureValue}>{formatMoney(netCents, currency)}</dd>
            </dl>
          )}
        </div>
        <div className={css.bars}>
          <Progress
            label="Inside"
            value={inNow}
            max={capacity}
            text={`${count(inNow)} of ${count(capacity)}`}
            tone={inNow >= 0.9 * capacity && capacity > 0 ? 'warning' : 'success'}
          />
          <Progress
            label="Sold"
            value={sold}
            max={capacity}
            text={`${count(sold)} of ${count(capacity)}${event.held > 0 ? `, ${count(event.held)} in carts` : ''}`}
          />
        </div>
        <EventLinks id={event.id} links={links} scan />
      </div>
    </Card>
  )
}

/** Says in which part of its evening an event is. */
function State({ event, now }: { event: TonightEvent; now: string }) {
  if (event.status === 'cancelled') return <Badge tone="danger">Canceled</Badge>
  if (event.status === 'postponed') return <Badge tone="warning">Postponed</Badge>
  if (Date.parse(now) >= Date.parse(event.doorsAt)) return <Badge tone="success">Doors open</Badge>
  return <Badge>Doors {formatClockWithZone(event.doorsAt, event.timeZone)}</Badge>
}

/** Draws how many were admitted in each of the last 30 minutes, the running one last and paler. */
function Arrivals({
  arrivals,
  now,
  timeZone,
}: {
  arrivals: readonly number[]
  now: string
  timeZone: string
}) {
  const sum = arrivals.reduce((total, n) => total + n, 0)
  const most = Math.max(...arrivals, 1)
  const best = new Date(Date.parse(now) - (arrivals.length - 1 - arrivals.indexOf(most)) * 60_000)
  const text =
    sum === 0
      ? 'No arrivals in the last 30 minutes'
      : `${count(sum)} came in the last 30 minutes, most at ${formatClock(best, timeZone)}: ${count(most)}`
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${arrivals.length * 3} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
      suppressHydrationWarning
    >
      <rect x="0" y="23.2" width={arrivals.length * 3} height="0.8" className={css.chartBase} />
      {arrivals.map((n, at) => {
        const height = n === 0 ? 0 : Math.max((n / most) * 23, 1.5)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its minute
            key={at}
            x={at * 3 + 0.3}
            y={24 - height}
            width="2.4"
            height={height}
            className={at === arrivals.length - 1 ? css.chartNow : css.chartBar}
          />
        )
      })}
    </svg>
  )
}

function EventLinks({ id, links, scan = false }: { id: string; links: TonightLinks; scan?: boolean }) {
  return (
    <div className={css.links}>
      {scan && (
        <LinkButton to={paths.ticketScanner({ event: id })} size="sm">
          Start scanning
        </LinkButton>
      )}
      {links.capacity && (
        <LinkButton to={paths.capacity({ event: id })} size="sm" variant="secondary">
          Capacity
        </LinkButton>
      )}
      <LinkButton to={paths.attendees({ event: id })} size="sm" variant="secondary">
        Attendees
      </LinkButton>
      {links.edit && (
        <LinkButton to={paths.adminEvent(id)} size="sm" variant="secondary">
          Edit
        </LinkButton>
      )}
    </div>
  )
}

/** Fills an evening without an event with the next one. @param event null where none is planned */
export function QuietTonight({
  event,
  now,
  links,
}: {
  event: Today['nextEvent']
  now: string
  links: TonightLinks
}) {
  if (!event)
    return (
      <EmptyState
        headingLevel={3}
        title="A quiet night"
        text="No event tonight, and none is planned."
        action={links.edit && <LinkButton to={paths.adminEventNew()}>New event</LinkButton>}
      />
    )
  return (
    <Card as="article" padding="none" data-testid="next-event">
      <div className={css.quiet}>
        <div className={css.quietArt}>
          <EventArt
            path={event.imagePath}
            alt=""
            seed={event.id}
            fill
            sizes="(min-width: 1024px) 20rem, 100vw"
          />
        </div>
        <div className={css.quietText}>
          <p className={css.faint}>No event tonight. Next one:</p>
          <h3 className={css.eventTitle}>
            <Link to={paths.event(event.id, event.slug)} className={touchLink}>
              {event.title}
            </Link>
          </h3>
          <p suppressHydrationWarning>
            <strong>{untilText(event.startsAt, now, event.timeZone)}</strong>
            {' · '}
            {formatLongMoment(event.startsAt, event.timeZone)}, {event.city}
          </p>
          <Progress
            label="Sold"
            value={event.sold}
            max={event.capacity}
            text={`${count(event.sold)} of ${count(event.capacity)}${event.held > 0 ? `, ${count(event.held)} in carts` : ''}`}
          />
          <EventLinks id={event.id} links={links} />
        </div>
      </div>
    </Card>
  )
}
