import { Link } from '@remix-run/react'
import { formatClockWithZone, formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { text } from '#ui/layout.css.ts'
import { Progress } from '#ui/progress.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { eventPath, isHappening } from '../../events.rules.ts'
import { statusBadge } from '../staff-events.rules.ts'
import type { Tonight, TonightEvent } from '../staff-events.types.ts'
import * as css from './today.css.ts'

/** Shows the start page of staff: today's events with people and money, today's money, the next sale, what needs a decision. */
export function Today({ today }: { today: Tonight }) {
  const { money, shop, currency, counts, nextOnSale, now } = today
  return (
    <div className={css.sections}>
      <section className={css.section} aria-labelledby="tonight-title">
        <h2 id="tonight-title" className={css.sectionTitle}>
          Tonight
        </h2>
        {today.tonight.length > 0 ? (
          <div className={css.events}>
            {today.tonight.map((event) => (
              <EventTonight key={event.id} event={event} currency={currency} now={now} />
            ))}
          </div>
        ) : (
          <EmptyState
            headingLevel={3}
            title="No event tonight"
            text={
              counts.upcoming === 1 ? '1 event is coming up.' : `${counts.upcoming} events are coming up.`
            }
          />
        )}
      </section>

      <section className={css.section} aria-labelledby="money-title">
        <h2 id="money-title" className={css.sectionTitle}>
          Money today
        </h2>
        <div className={css.four}>
          <StatTile
            label="Revenue"
            value={formatMoney(money.grossCents, currency)}
            hint="Paid since 6 AM, fees and tax included"
          />
          <StatTile
            label="Refunded"
            value={formatMoney(money.refundedCents, currency)}
            hint="Refunds approved since 6 AM"
          />
          <StatTile label="Orders" value={money.orders} />
          <StatTile label="Tickets" value={money.tickets} />
        </div>
      </section>

      <section className={css.section} aria-labelledby="shop-title">
        <h2 id="shop-title" className={css.sectionTitle}>
          Shop today
        </h2>
        <div className={css.four}>
          <Link to={paths.adminInventory({ sort: '-sold' })} className={css.tileLink}>
            <StatTile
              label="Revenue of goods"
              value={formatMoney(shop.grossCents, currency)}
              hint="Paid since 6 AM, tax included"
            />
          </Link>
          <Link to={paths.adminInventory({ sort: '-sold' })} className={css.tileLink}>
            <StatTile label="Units sold" value={shop.units} />
          </Link>
          <Link to={paths.fulfilment({ delivery: 'ship' })} className={css.tileLink}>
            <StatTile label="Orders to pack" value={shop.toPack} />
          </Link>
          <Link to={paths.adminInventory({ show: 'low' })} className={css.tileLink}>
            <StatTile label="Low stock" value={shop.low} />
          </Link>
        </div>
      </section>

      <section className={css.section} aria-labelledby="next-title">
        <h2 id="next-title" className={css.sectionTitle}>
          Next on sale
        </h2>
        {nextOnSale ? (
          <p>
            <Link to={paths.adminEvent(nextOnSale.eventId)}>{nextOnSale.title}</Link>, {nextOnSale.typeName}:{' '}
            <strong suppressHydrationWarning>
              {formatMoment(nextOnSale.saleStartsAt, nextOnSale.timeZone, now)}
            </strong>
          </p>
        ) : (
          <p className={text.muted}>Nothing is about to go on sale.</p>
        )}
      </section>

      <section className={css.section} aria-labelledby="waiting-title">
        <h2 id="waiting-title" className={css.sectionTitle}>
          At a glance
        </h2>
        <div className={css.five}>
          <Link to={paths.adminEvents()} className={css.tileLink}>
            <StatTile label="Upcoming events" value={counts.upcoming} />
          </Link>
          <Link to={paths.adminEvents({ show: 'draft' })} className={css.tileLink}>
            <StatTile label="Drafts" value={counts.drafts} />
          </Link>
          <StatTile label="Unpaid orders" value={counts.awaitingPayment} />
          <Link to={paths.ticketManagementRefunds()} className={css.tileLink}>
            <StatTile label="Open refunds" value={counts.openRefunds} />
          </Link>
          <Link to={paths.adminFailures()} className={css.tileLink}>
            <StatTile label="Failures" value={counts.failures} />
          </Link>
        </div>
      </section>

      <section className={css.section} aria-labelledby="decide-title">
        <h2 id="decide-title" className={css.sectionTitle}>
          Needs somebody
        </h2>
        <div className={css.four}>
          <Link to={paths.disputes({ show: 'open' })} className={css.tileLink}>
            <StatTile label="Open disputes" value={counts.openDisputes} />
          </Link>
          <Link to={paths.ticketManagementRefunds({ show: 'requested' })} className={css.tileLink}>
            <StatTile label="Refunds to approve" value={counts.requestedRefunds} />
          </Link>
          <Link to={paths.ticketManagementRefunds({ show: 'failing' })} className={css.tileLink}>
            <StatTile label="Failed refunds" value={counts.failedRefunds} />
          </Link>
          <Link to={paths.adminFailures({ show: 'mail' })} className={css.tileLink}>
            <StatTile label="Failed emails" value={counts.failedMails} />
          </Link>
        </div>
      </section>
    </div>
  )
}

function EventTonight({ event, currency, now }: { event: TonightEvent; currency: string; now: string }) {
  const status = statusBadge(event.status)
  return (
    <Card as="article" padding="sm">
      <div className={css.event}>
        <div className={css.eventHead}>
          <p>
            {event.status !== 'published' ? (
              <Badge tone={status.tone}>{status.text}</Badge>
            ) : (
              <Badge tone={isHappening(event, now) ? 'success' : 'neutral'}>
                {isHappening(event, now)
                  ? 'Open now'
                  : `Doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`}
              </Badge>
            )}{' '}
            {event.isTest && <Badge tone="info">Test</Badge>}
          </p>
          <h3 className={css.eventTitle}>{event.title}</h3>
          <p className={text.small}>
            {event.venueName}, {event.city}
          </p>
        </div>
        <dl className={css.figures}>
          <Figure name="In now" value={event.inNow} />
          <Figure name="Sold" value={event.sold} />
          <Figure name="Revenue" value={formatMoney(event.grossCents, currency)} />
        </dl>
        <Progress
          label="Sold"
          value={event.sold}
          max={event.capacity}
          text={`${event.sold} of ${event.capacity}`}
        />
        <div className={css.links}>
          <LinkButton to={paths.ticketScanner({ event: event.id })} size="sm">
            Start scanning
          </LinkButton>
          <LinkButton to={paths.capacity({ event: event.id })} size="sm" variant="secondary">
            Capacity
          </LinkButton>
          <LinkButton to={paths.adminEvent(event.id)} size="sm" variant="secondary">
            Edit
          </LinkButton>
          <LinkButton to={eventPath(event)} size="sm" variant="ghost">
            View page
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}

function Figure({ name, value }: { name: string; value: string | number }) {
  return (
    <div className={css.figure}>
      <dt className={css.figureName}>{name}</dt>
      <dd className={css.figureValue}>{value}</dd>
    </div>
  )
}
