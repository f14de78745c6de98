import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatLongDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Card } from '#ui/card.tsx'
import { queueTexts, splitQueues } from '../today.rules.ts'
import type { QueueKey, Today as Read } from '../today.types.ts'
import { MoneyToday } from './money-today.tsx'
import { NextOnSale, type Readiness } from './next-on-sale.tsx'
import * as css from './today.css.ts'
import { EventTonight, QuietTonight, type TonightLinks } from './tonight.tsx'

/** The day's figures begin at 6 AM. */
const dayBegins = 6 * 3_600_000

/**
 * Shows the start page of staff: tonight's events, what needs somebody, today's money, the next sale, and what staff did last. Leaves out
 * what the person may not see.
 * @param readiness says the items of the publish checklist, and how payments are set up
 * @param links the pages of an event that the person may open
 * @param actions the list of what staff did last
 */
export function Today({
  today,
  readiness,
  links,
  actions,
}: {
  today: Read
  readiness: Readiness
  links: TonightLinks
  actions: ReactNode
}) {
  const { money, shop, currency, counts, nextOnSale, nextEvent, queues, now, timeZone } = today
  const weekday = formatLongDay(new Date(Date.parse(now) - dayBegins), timeZone).split(',')[0] ?? ''
  return (
    <div className={css.page}>
      <section className={css.tonight} aria-labelledby="tonight-title">
        <h2 id="tonight-title" className={css.sectionTitle}>
          Tonight
        </h2>
        {today.tonight.map((event) => (
          <EventTonight key={event.id} event={event} currency={currency} now={now} links={links} />
        ))}
        {today.tonightCount > today.tonight.length && (
          <p className={css.empty} data-testid="tonight-more">
            {plural(today.tonightCount - today.tonight.length, 'more event')} tonight:{' '}
            <Link to={links.edit ? paths.adminEvents() : paths.ticketScanner()}>see all events</Link>
          </p>
        )}
        {today.tonight.length === 0 && <QuietTonight event={nextEvent} now={now} links={links} />}
      </section>
      {queues && (
        <div className={css.aside}>
          <section className={css.section} aria-labelledby="waiting-title">
            <h2 id="waiting-title" className={css.sectionTitle}>
              Needs you
            </h2>
            <Queues queues={queues} />
          </section>
          <section className={css.section} aria-labelledby="next-title">
            <h2 id="next-title" className={css.sectionTitle}>
              Next on sale
            </h2>
            <NextOnSale sale={nextOnSale} now={now} readiness={readiness} />
          </section>
        </div>
      )}
      <div className={css.rest}>
        {money && shop && (
          <section className={css.section} aria-labelledby="money-title">
            <h2 id="money-title" className={css.sectionTitle}>
              Money today
            </h2>
            <MoneyToday money={money} shop={shop} currency={currency} weekday={weekday} />
          </section>
        )}
        {counts && (
          <p className={css.glance} data-testid="glance">
            <Link to={paths.adminEvents()}>{plural(counts.upcoming, 'upcoming event')}</Link>
            <Link to={paths.adminEvents({ show: 'draft' })}>{plural(counts.drafts, 'draft')}</Link>
            <Link to={paths.ticketManagement({ show: 'pending' })}>
              {plural(counts.unpaid, 'unpaid order')}
            </Link>
          </p>
        )}
        {actions && (
          <section className={css.section} aria-labelledby="actions-title">
            <h2 id="actions-title" className={css.sectionTitle}>
              Recent activity
            </h2>
            <Card padding="sm">{actions}</Card>
          </section>
        )}
      </div>
    </div>
  )
}

const plural = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** Shows the lists in which something waits as cards, and names those that are empty. */
function Queues({ queues }: { queues: NonNullable<Read['queues']> }) {
  const { waiting, empty } = splitQueues(queues)
  return (
    <>
      {waiting.length > 0 ? (
        <ul className={css.queues}>
          {waiting.map((key) => (
            <li key={key}>
              <Link to={queueTexts[key].to()} className={css.queue} data-testid={`queue-${key}`}>
                <span className={css.queueCount}>{(queues[key] ?? 0).toLocaleString('en-US')}</span>
                <span className={css.queueName}>{queueName(key, queues[key] ?? 0)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.clear}>All clear. Nothing waits for a decision.</p>
      )}
      {waiting.length > 0 && empty.length > 0 && (
        <p className={css.empty}>
          Nothing in:{' '}
          {empty.map((key, at) => (
            <span key={key}>
              {at > 0 && ', '}
              <Link to={queueTexts[key].to()}>{queueTexts[key].many.toLowerCase()}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const queueName = (key: QueueKey, count: number) => (count === 1 ? queueTexts[key].one : queueTexts[key].many)
