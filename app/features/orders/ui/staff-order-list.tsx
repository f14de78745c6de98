import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { type OrderStatus, orderStatusNames } from '#core/order-status.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { spread, stack } from '#ui/layout.css.ts'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { OrderFilter, StaffOrder, StaffOrderList } from '../orders.types.ts'
import * as css from './staff-order-list.css.ts'

const filters: Record<OrderFilter, { tab: string; empty: string }> = {
  all: { tab: 'All', empty: 'No orders yet' },
  paid: { tab: 'Paid', empty: 'No paid orders' },
  pending: { tab: 'Pending', empty: 'No pending orders' },
  cancelled: { tab: 'Canceled', empty: 'No canceled orders' },
  refunds: { tab: 'Refund requests', empty: 'No refund requests' },
}

const statusTones: Record<OrderStatus, 'neutral' | 'success' | 'warning' | 'danger'> = {
  awaiting_payment: 'neutral',
  processing: 'warning',
  paid: 'success',
  payment_failed: 'warning',
  expired: 'neutral',
  cancelled: 'danger',
}

const refundTexts = {
  requested: 'waiting for a second admin',
  approved: 'on its way',
  submitted: 'on its way',
  failed: 'failed, will be retried',
  external: 'made outside the site',
}

/** Builds the path of a list. */
function pathOf(show: OrderFilter, search: string, after: string | null = null): string {
  return paths.ticketManagement({ show: show === 'all' ? null : show, q: search || null, after })
}

/**
 * The latest orders with a search by code or email, as a table on a desk and cards on a phone.
 * @param search what was searched for; empty for everything
 * @param after the code that the page before ended with; null on the first page
 * @param tools what is shown beside the search: saved views, the file
 */
export function StaffOrders({
  list,
  show,
  search,
  after,
  tools,
}: {
  list: StaffOrderList
  show: OrderFilter
  search: string
  after: string | null
  tools: ReactNode
}) {
  const isFirst = after === null
  return (
    <div className={stack[5]}>
      <div className={spread}>
        <Form method="get" action={paths.ticketManagement()} role="search" className={css.search}>
          {show !== 'all' && <input type="hidden" name="show" value={show} />}
          <div className={css.searchField}>
            <Field id="order-search" label="Order code or email">
              {(control) => (
                <TextInput
                  {...control}
                  key={search}
                  type="search"
                  name="q"
                  defaultValue={search}
                  maxLength={254}
                  autoComplete="off"
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="secondary">
            Find orders
          </Button>
        </Form>
        {tools}
      </div>
      <LinkTabs
        label="Orders by state"
        tabs={(Object.keys(filters) as OrderFilter[]).map((filter) => ({
          to: pathOf(filter, search),
          label: filters[filter].tab,
          current: filter === show,
        }))}
      />
      <SelectionBar
        form="orders"
        action={paths.adminExport('orders')}
        fields={{ show, q: search, after, selected: '1' }}
        label="Download selected"
        preview={(count) =>
          `${count} selected: a CSV file with ${count === 1 ? '1 order' : `${count} orders`}, names and emails included.`
        }
      />
      <Table
        selection={{ form: 'orders', label: ({ code }) => `Select order ${code}` }}
        caption={search ? `Orders that match “${search}”` : 'Orders, newest first'}
        columns={columnsOf(list)}
        rows={list.orders}
        rowKey={(order) => order.code}
        empty={<Nothing show={show} search={search} isFirst={isFirst} />}
      />
      <Pagination
        label="Pages of orders"
        previous={isFirst ? null : pathOf(show, search)}
        previousLabel="Newest"
        next={list.next && pathOf(show, search, list.next)}
        nextLabel="Older orders"
      />
    </div>
  )
}

function Nothing({ show, search, isFirst }: { show: OrderFilter; search: string; isFirst: boolean }) {
  if (search)
    return (
      <EmptyState
        title="No matching orders"
        text="Enter a full order code, or the full email address that was used at checkout."
        action={<LinkButton to={pathOf('all', '')}>Show all orders</LinkButton>}
      />
    )
  return <EmptyState title={isFirst ? filters[show].empty : 'No older orders'} />
}

function columnsOf(list: StaffOrderList): Column<StaffOrder>[] {
  return [
    { key: 'code', header: 'Order', cell: (order) => order.code },
    {
      key: 'buyer',
      header: 'Buyer',
      cell: (order) => (
        <span className={css.two}>
          {order.name}
          <span className={css.faint}>{order.email}</span>
        </span>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) => (event ? <Link to={paths.adminEvent(event.id)}>{event.title}</Link> : '—'),
    },
    { key: 'tickets', header: 'Tickets', numeric: true, cell: (order) => String(order.tickets) },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      cell: (order) => (
        <span className={css.two}>
          {formatMoney(order.totalCents, order.currency)}
          {order.refundedCents > 0 && (
            <span className={css.faint}>{formatMoney(order.refundedCents, order.currency)} refunded</span>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: (order) => (
        <span className={css.two}>
          <span className={css.states}>
            <Badge tone={statusTones[order.status]}>{orderStatusNames[order.status]}</Badge>
            {order.isTest && <Badge tone="info">Test</Badge>}
          </span>
          {order.refunds.map((refund) => (
            <span key={refund.id} className={css.faint}>
              Refund of {formatMoney(refund.amountCents, order.currency)} {refundTexts[refund.status]}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'time',
      header: 'Placed',
      cell: (order) => (
        <time dateTime={order.createdAt} suppressHydrationWarning>
          {formatDay(order.createdAt, list.timeZone, list.now)},{' '}
          {formatClockWithZone(order.createdAt, list.timeZone)}
        </time>
      ),
    },
  ]
}
