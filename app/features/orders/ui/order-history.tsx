import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { shortDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { PastOrder } from '../orders.types.ts'

/** The label of an order's state. */
function stateOf(order: PastOrder) {
  const { isPaying, label, tone } = orderStates[order.status]
  if (!isPaying && order.refundedCents > 0) {
    return (
      <Badge tone="neutral">
        {order.refundedCents === order.totalCents
          ? 'Refunded'
          : `${formatMoney(order.refundedCents, order.currency)} refunded`}
      </Badge>
    )
  }
  return <Badge tone={tone}>{label}</Badge>
}

const columns: Column<PastOrder>[] = [
  {
    key: 'event',
    header: 'Event',
    cell: ({ event, lines }) =>
      event ? (
        <Link to={paths.event(event.id, event.slug)}>{event.title}</Link>
      ) : (
        lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')
      ),
  },
  {
    key: 'bought',
    header: 'Purchased',
    cell: ({ createdAt, event, timeZone }) => shortDate(createdAt, event?.timeZone ?? timeZone),
    sortBy: ({ createdAt }) => createdAt,
  },
  {
    key: 'date',
    header: 'Event date',
    cell: ({ event }) => (event ? formatDay(event.startsAt, event.timeZone) : '—'),
    sortBy: ({ event }) => event?.startsAt ?? '',
  },
  { key: 'code', header: 'Order', cell: ({ code, isTest }) => (isTest ? `${code} (test)` : code) },
  { key: 'tickets', header: 'Tickets', cell: ({ tickets }) => tickets, numeric: true },
  {
    key: 'total',
    header: 'Total',
    cell: ({ totalCents, currency }) => formatMoney(totalCents, currency),
    sortBy: ({ totalCents }) => totalCents,
    numeric: true,
  },
  { key: 'state', header: 'Status', cell: stateOf },
  {
    key: 'goods',
    header: 'Items',
    cell: ({ code, hasGoods }) =>
      hasGoods ? (
        <Link to={paths.myGoods({ code })} aria-label={`Track the items of order ${code}`}>
          Track
        </Link>
      ) : (
        '—'
      ),
  },
  {
    key: 'receipt',
    header: 'Receipt',
    cell: ({ code, hasReceipt }) =>
      hasReceipt ? (
        <a href={paths.receiptPdf(code)} aria-label={`PDF receipt for order ${code}`}>
          PDF
        </a>
      ) : (
        '—'
      ),
  },
]

/** Everything a person has bought, newest first, with what came back. */
export function OrderHistory({ orders }: { orders: PastOrder[] }) {
  return (
    <Table
      caption="Your orders"
      columns={columns}
      rows={orders}
      rowKey={({ code }) => code}
      empty="You haven't bought anything yet."
    />
  )
}
