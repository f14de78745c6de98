import { Form, Link, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { formatDay, formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordInput } from '#ui/controls.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, grid, stack, text } from '#ui/layout.css.ts'
import { Progress } from '#ui/progress.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { changeKindLabel, isMoving, reasonText, shareDone } from '../event-changes.rules.ts'
import type { EventChange } from '../event-changes.types.ts'

const count = (value: number) => value.toLocaleString('en-US')
const orders = (value: number) => `${count(value)} ${value === 1 ? 'order' : 'orders'}`
/** Sets how often the page reads itself again while something moves, in ms. */
const every = 3000

/**
 * Shows how far a cancellation, a postponement or a new date is: figures, what failed and why, and the report. Reads itself
 * again while the job works; without JavaScript by a reload.
 * @param refusal why the last try again was refused
 * @param retried how many orders were just tried again
 */
export function EventChangeProgress({
  read,
  refusal,
  retried,
}: {
  read: EventChange
  refusal: string | null
  retried: number | null
}) {
  useRereading(isMoving(read))
  const { change, figures, event, now, currency, inFlight } = read
  const done = figures.orders - figures.pending - figures.refunding
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <div className={stack[5]} data-moving={isMoving(read)}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {retried !== null && !refusal && (
        <Banner tone="success" title={`Trying ${orders(retried)} again`} announce />
      )}
      {change.supersededAt && (
        <Banner tone="info" title="A later change replaced it">
          <p>
            <Link to={paths.adminEventChanges(event.id)}>See the latest one</Link>
          </p>
        </Banner>
      )}
      <Card as="section" aria-label="Progress" className={stack[4]}>
        <p>{aboutChange(read)}</p>
        {change.note && <p className={text.small}>“{change.note}”</p>}
        <Progress
          label={figures.orders === 0 ? 'Nobody had an order' : 'Orders done'}
          value={done}
          max={figures.orders}
          text={`${count(done)} of ${count(figures.orders)} (${Math.floor(shareDone(figures) * 100)}%)`}
        />
        {inFlight > 0 && (
          <p className={text.small}>
            {inFlight === 1 ? '1 payment is' : `${count(inFlight)} payments are`} still in progress.{' '}
            {change.kind === 'cancelled'
              ? 'Money that arrives is refunded right away.'
              : 'Anyone who still pays is told and can choose like everyone else.'}
          </p>
        )}
        <p className={text.small}>
          Announced {formatMoment(change.announcedAt, event.timeZone, now)}
          {change.announcedBy && ` by ${change.announcedBy}`}.
          {change.finishedAt && ` Finished ${formatMoment(change.finishedAt, event.timeZone, now)}.`}
        </p>
      </Card>
      <section aria-label="Figures" className={grid.tiles} data-figures={JSON.stringify(figures)}>
        <StatTile label="Refunded" value={count(figures.refunded)} hint={money(figures.refundedCents)} />
        <StatTile
          label="Refund on its way"
          value={count(figures.refunding)}
          hint={money(figures.refundingCents)}
        />
        <StatTile label="Kept" value={count(figures.kept)} hint={keptHint(read)} />
        <StatTile label="Failed" value={count(figures.failed)} />
        <StatTile label="Waiting" value={count(figures.pending)} />
        <StatTile label="Emails queued" value={count(figures.mailed)} />
        {change.kind === 'cancelled' && read.pickups.orders + read.pickups.ended > 0 && (
          <StatTile
            label="To be picked up"
            value={count(read.pickups.orders)}
            hint={
              read.pickups.goods === 'refund'
                ? `${money(read.pickups.cents)} is refunded, ${orders(read.pickups.ended)} done`
                : `${money(read.pickups.cents)}, ${orders(read.pickups.asked)} asked: another pickup, shipping or refund`
            }
          />
        )}
      </section>
      {figures.failed > 0 && <Failed read={read} />}
      <div className={cluster[3]}>
        <LinkButton
          to={paths.adminExport('changes', { event: event.id, change: change.id })}
          reloadDocument
          variant="secondary"
        >
          Download the report
        </LinkButton>
        <LinkButton to={paths.adminEventTab(event.id, 'publish')} variant="secondary">
          Back to the event
        </LinkButton>
      </div>
      {read.others.length > 0 && (
        <section className={stack[2]} aria-labelledby="others-title">
          <h2 id="others-title">Other changes</h2>
          <ul>
            {read.others.map(({ id, kind, announcedAt }) => (
              <li key={id}>
                <Link to={paths.adminEventChanges(event.id, { change: id })}>
                  {changeKindLabel(kind)}, {formatDay(announcedAt, event.timeZone, now)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Reads the page's data again every few seconds while it is visible. */
function useRereading(moving: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!moving || state !== 'idle') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) revalidate()
    }, every)
    return () => clearInterval(timer)
  }, [moving, state, revalidate])
}

/** Says what was announced, and what becomes of the money. */
function aboutChange({ change, event, now }: EventChange): string {
  const day = (at: string) => formatDay(at, event.timeZone, now)
  if (change.kind === 'cancelled')
    return 'The event is canceled. Everyone gets everything back, fees included, and all tickets are canceled.'
  if (change.kind === 'postponed')
    return `Tickets stay valid for the new date. Without one by ${change.refundAt ? day(change.refundAt) : ''}, everyone gets everything back, fees included.`
  return `Moved from ${day(change.previousStartsAt)} to ${change.startsAt ? day(change.startsAt) : ''}. Holders keep their tickets, or choose a refund until ${
    change.choiceEndsAt ? formatMoment(change.choiceEndsAt, event.timeZone, now) : ''
  }.`
}

function keptHint({ figures }: EventChange): string | undefined {
  return figures.choseRefund > 0
    ? `${count(figures.choseRefund)} chose a refund, due when the choice ends`
    : undefined
}

type FailedOrder = EventChange['failed'][number]
type Reason = EventChange['reasons'][number]

/** Shows what failed by reason and by order, with a way to try all of it again. */
function Failed({ read }: { read: EventChange }) {
  const { change, currency, event, now, isProven, figures } = read
  const busy = useNavigation().state === 'submitting'
  const reasons: Column<Reason>[] = [
    { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonText(reason) },
    { key: 'orders', header: 'Orders', cell: (row) => count(row.orders), numeric: true },
  ]
  const failed: Column<FailedOrder>[] = [
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderCode }) => <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link>,
    },
    { key: 'name', header: 'Buyer', cell: ({ name }) => name },
    { key: 'paid', header: 'Paid', cell: ({ cents }) => formatMoney(cents, currency), numeric: true },
    {
      key: 'reason',
      header: 'Reason',
      cell: ({ reason, retryAt }) =>
        retryAt
          ? `${reasonText(reason)} (again ${formatMoment(retryAt, event.timeZone, now)})`
          : reasonText(reason),
    },
  ]
  return (
    <section className={stack[4]} aria-labelledby="failed-title">
      <h2 id="failed-title">{orders(figures.failed)} failed</h2>
      <Table
        caption="Why orders failed"
        columns={reasons}
        rows={read.reasons}
        rowKey={({ reason }) => reason}
        empty={null}
      />
      <Form method="post">
        <div className={stack[3]}>
          <input type="hidden" name="change" value={change.id} />
          {!isProven && (
            <Field id="currentPassword" label="Your password">
              {(control) => (
                <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
              )}
            </Field>
          )}
          <div>
            <Button type="submit" busy={busy}>
              Try all of them again
            </Button>
          </div>
          <p className={text.small}>
            Nothing is refunded twice: refunds that already went through stay as they are.
          </p>
        </div>
      </Form>
      <Table
        caption="Orders that failed"
        columns={failed}
        rows={read.failed}
        rowKey={({ orderCode }) => orderCode}
        empty={null}
      />
      {figures.failed > read.failed.length && (
        <p className={text.small}>The report has all {count(figures.failed)} of them.</p>
      )}
    </section>
  )
}
