import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundErrorText } from '#core/refund-status.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines, Roomy, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { needTexts, refundFilters, refundKind, refundState } from '../refund-queue.rules.ts'
import { refundQueueQuerySchema } from '../refund-queue.schema.ts'
import { type QueuedRefund, REFUND_FILTERS, type RefundList } from '../refund-queue.types.ts'

/** Refunds by what they wait for. */
export const refundList = defineStaffList({
  name: 'refunds',
  title: 'Refunds',
  noun: { one: 'refund', many: 'refunds' },
  query: refundQueueQuerySchema,
  path: paths.ticketManagementRefunds,
  rows: ({ refunds }: RefundList) => refunds,
  next: ({ next }) => next,
  total: ({ total }) => total,
  currency: ({ currency }) => currency,
  rowKey: ({ id }) => id,
  caption: ({ show }) => (show === 'all' ? 'Refunds, newest first' : 'Refunds, oldest first'),
  tabs: {
    label: 'Refunds by what they wait for',
    name: 'show',
    options: REFUND_FILTERS.map((show) => ({ value: show, label: refundFilters[show].tab })),
    count: ({ counts }, show) => Object.entries(counts).find(([name]) => name === show)?.[1] ?? null,
  },
  empty: { title: ({ show }) => refundFilters[show].empty, more: 'No more refunds' },
  columns: [
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
      phone: 'end',
      cell: (refund, list) => <Status refund={refund} list={list} />,
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderCode, buyer }) => (
        <Lines>
          <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link>
          <Faint isOneLine>{buyer}</Faint>
        </Lines>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      phone: 'none',
      cell: ({ event }) =>
        event ? (
          <Roomy>
            <Link to={paths.adminEvent(event.id)}>{event.title}</Link>
          </Roomy>
        ) : (
          <Dash />
        ),
    },
    {
      key: 'reason',
      header: 'Reason',
      phone: 'wide',
      cell: (refund) => (
        <Lines>
          {refundKind(refund)}
          <Faint isOneLine>{refund.error ? refundErrorText(refund.error) : refund.reason}</Faint>
        </Lines>
      ),
    },
    {
      key: 'time',
      header: 'Requested',
      phone: 'wide',
      cell: ({ createdAt }, { timeZone, now }) => (
        <Time at={createdAt}>
          {formatDay(createdAt, timeZone, now)}, {formatClockWithZone(createdAt, timeZone)}
        </Time>
      ),
    },
  ],
})

function Status({ refund, list: { timeZone, now } }: { refund: QueuedRefund; list: RefundList }) {
  const { text, tone } = refundState(refund)
  const { isTest, needs, nextTryAt } = refund
  return (
    <Lines>
      <Badges>
        <Badge tone={tone}>{text}</Badge>
        {isTest && <Badge tone="info">Test</Badge>}
      </Badges>
      {needs && <Faint>{needTexts[needs]}</Faint>}
      {nextTryAt && (
        <Faint>
          Next attempt {formatDay(nextTryAt, timeZone, now)}, {formatClockWithZone(nextTryAt, timeZone)}
        </Faint>
      )}
    </Lines>
  )
}
