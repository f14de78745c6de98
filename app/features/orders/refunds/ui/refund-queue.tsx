import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundErrorText } from '#core/refund-status.ts'
import { Badge } from '#ui/badge.tsx'
import { stack } from '#ui/layout.css.ts'
import { EmptyList, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { needTexts, refundFilters, refundKind, refundState } from '../refund-queue.rules.ts'
import type { RefundQueueQuery } from '../refund-queue.schema.ts'
import { type QueuedRefund, REFUND_FILTERS, type RefundList } from '../refund-queue.types.ts'
import * as css from './refund-queue.css.ts'

const pathOf = ({ show, after }: RefundQueueQuery) =>
  paths.ticketManagementRefunds({ show: show === 'open' ? null : show, after })

const nothing: RefundList = {
  refunds: [],
  next: null,
  counts: { open: 0, requested: 0, failing: 0, check: 0, external: 0 },
  timeZone: 'UTC',
  now: '',
}

/**
 * Lists refunds by what they wait for, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 */
export function RefundQueue({ list, query }: { list: RefundList | null; query: RefundQueueQuery }) {
  const state = useListState(list === null)
  const { refunds, next, counts } = list ?? nothing
  const first = { ...query, after: null }
  return (
    <div className={stack[5]}>
      <LinkTabs
        label="Refunds by what they wait for"
        tabs={REFUND_FILTERS.map((show) => ({
          to: pathOf({ show, after: null }),
          label: show === 'all' ? refundFilters[show].tab : `${refundFilters[show].tab} (${counts[show]})`,
          current: show === query.show,
        }))}
      />
      <Table
        state={state}
        caption={query.show === 'all' ? 'Refunds, newest first' : 'Refunds, oldest first'}
        columns={columnsOf(list ?? nothing)}
        rows={refunds}
        rowKey={({ id }) => id}
        empty={
          <EmptyList
            title={query.after ? 'No more refunds' : refundFilters[query.show].empty}
            clear={query.show === 'open' || query.after ? null : pathOf({ show: 'open', after: null })}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of refunds"
        previous={query.after === null ? null : pathOf(first)}
        previousLabel="First page"
        next={next && pathOf({ ...query, after: next })}
        nextLabel="More refunds"
      />
    </div>
  )
}

function columnsOf({ timeZone, now }: RefundList): Column<QueuedRefund>[] {
  const moment = (at: string) => `${formatDay(at, timeZone, now)}, ${formatClockWithZone(at, timeZone)}`
  return [
    {
      key: 'amount',
      header: 'Refund',
      cell: ({ id, amountCents, currency }) => (
        <Link to={paths.ticketManagementRefundCase(id)}>{formatMoney(amountCents, currency)}</Link>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      cell: (refund) => {
        const { text, tone } = refundState(refund)
        return (
          <span className={css.two}>
            <span className={css.badges}>
              <Badge tone={tone}>{text}</Badge>
              {refund.isTest && <Badge tone="info">Test</Badge>}
            </span>
            {refund.needs && <span className={css.faint}>{needTexts[refund.needs]}</span>}
            {refund.nextTryAt && <span className={css.faint}>Next attempt {moment(refund.nextTryAt)}</span>}
          </span>
        )
      },
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderCode, buyer }) => (
        <span className={css.two}>
          <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link>
          <span className={css.faint}>{buyer}</span>
        </span>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) => (event ? <Link to={paths.adminEvent(event.id)}>{event.title}</Link> : '—'),
    },
    {
      key: 'reason',
      header: 'Reason',
      cell: (refund) => (
        <span className={css.two}>
          {refundKind(refund)}
          <span className={css.faint}>{refund.error ? refundErrorText(refund.error) : refund.reason}</span>
        </span>
      ),
    },
    {
      key: 'time',
      header: 'Requested',
      cell: ({ createdAt }) => (
        <time dateTime={machineTime(createdAt)} suppressHydrationWarning>
          {moment(createdAt)}
        </time>
      ),
    },
  ]
}
