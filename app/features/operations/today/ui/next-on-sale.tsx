import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { untilText } from '../today.rules.ts'
import type { Today } from '../today.types.ts'
import { Steps } from './steps.tsx'
import * as css from './today.css.ts'

/** Says the items of the publish checklist of an event and where each is mended, and how payments are set up. */
export type Readiness = {
  items: Record<string, { done: string; missing: string; tab: string }>
  payments: 'on' | 'test' | 'off'
}

const payments = {
  on: { done: true, text: 'Payments are on' },
  test: { done: false, text: 'Payments are in test mode' },
  off: { done: false, text: 'Payments are off' },
}

/** Shows the sale that begins next and whether everything is ready for it. @param sale null where none is planned */
export function NextOnSale({
  sale,
  now,
  readiness,
}: {
  sale: Today['nextOnSale']
  now: string
  readiness: Readiness
}) {
  if (!sale) return <p className={css.faint}>Nothing is going on sale soon.</p>
  const { eventId, checklist, waiting } = sale
  const tabOf = (tab: string | undefined) =>
    !tab || tab === 'details' ? paths.adminEvent(eventId) : paths.adminEventTab(eventId, tab)
  const steps = [
    ...checklist
      .filter(({ required }) => required)
      .map(({ code, done }) => {
        const item = readiness.items[code]
        return {
          key: code,
          done,
          text: (done ? item?.done : item?.missing) ?? code,
          to: done ? null : tabOf(item?.tab),
        }
      }),
    { key: 'payments', ...payments[readiness.payments], to: null },
    sale.status === 'published'
      ? { key: 'published', done: true, text: 'Published', to: null }
      : {
          key: 'published',
          done: false,
          text: 'Publish the event',
          to: paths.adminEventTab(eventId, 'publish'),
        },
  ]
  const open = steps.filter(({ done }) => !done)
  return (
    <Card as="article" padding="sm">
      <div className={css.sale}>
        <div>
          <h3 className={css.saleTitle}>
            <Link to={paths.adminEvent(eventId)} className={touchLink}>
              {sale.title}
            </Link>
          </h3>
          <p className={css.faint}>{sale.typeName}</p>
        </div>
        <p suppressHydrationWarning>
          <strong>{untilText(sale.saleStartsAt, now, sale.timeZone)}</strong>
          {' · '}
          {formatMoment(sale.saleStartsAt, sale.timeZone, now)}
        </p>
        {waiting > 0 && (
          <p className={css.faint}>
            {waiting === 1 ? '1 person wants' : `${waiting.toLocaleString('en-US')} people want`} to be
            notified.
          </p>
        )}
        <p>
          <Badge tone={open.length === 0 ? 'success' : 'warning'}>
            {open.length === 0 ? 'Ready' : `${steps.length - open.length} of ${steps.length} ready`}
          </Badge>
        </p>
        {open.length > 0 && <Steps steps={open} />}
        <details>
          <summary className={css.summary}>Whole checklist</summary>
          <Steps steps={steps} />
        </details>
      </div>
    </Card>
  )
}
