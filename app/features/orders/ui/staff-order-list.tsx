import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { formatMoney } from '#core/money.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  DayField,
  EmptyList,
  FilterBar,
  FilterChip,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { OrderFilter, StaffOrder, StaffOrderList } from '../orders.types.ts'
import type { StaffOrdersQuery } from '../staff-orders.schema.ts'
import * as css from './staff-order-list.css.ts'

const filters: Record<OrderFilter, { tab: string; empty: string }> = {
  all: { tab: 'All', empty: 'No orders yet' },
  paid: { tab: 'Paid', empty: 'No paid orders' },
  pending: { tab: 'Pending', empty: 'No pending orders' },
  cancelled: { tab: 'Canceled', empty: 'No canceled orders' },
  refunds: { tab: 'Refund requests', empty: 'No refund requests' },
  part_refunded: { tab: 'Partly refunded', empty: 'No partly refunded orders' },
  refunded: { tab: 'Refunded', empty: 'No refunded orders' },
  disputed: { tab: 'Disputed', empty: 'No disputed orders' },
}

const disputes = {
  open: { label: 'Disputed', tone: 'warning' },
  won: { label: 'Dispute won', tone: 'neutral' },
  lost: { label: 'Dispute lost', tone: 'danger' },
} as const

const refundTexts = {
  requested: 'waiting for a second admin',
  approved: 'on its way',
  submitted: 'on its way',
  failed: 'failed, will be retried',
  external: 'made outside the site',
}

/** Builds the path of a list. `event` is `everyEvent` where the staff layout is to drop the event that it keeps. */
export function staffOrdersPath({
  show,
  q,
  event,
  sort,
  from,
  to,
  rows,
  after,
}: Omit<StaffOrdersQuery, 'sort'> & { sort: string }): string {
  return paths.ticketManagement({
    show: show === 'all' ? null : show,
    q: q || null,
    event,
    sort: sort === '-placed' ? null : sort,
    from,
    to,
    rows: rows === '50' ? null : rows,
    after,
  })
}

const nothing: StaffOrderList = { orders: [], next: null, event: null, timeZone: 'UTC', now: '' }

/**
 * Lists orders with a search, by event, by state and by day, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param query the filters, the order and the page of the list
 * @param tools what is shown beside the search: saved views, the file
 */
export function StaffOrders({
  list,
  query,
  tools,
}: {
  list: StaffOrderList | null
  query: StaffOrdersQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { orders, next, event } = list ?? nothing
  const { show, q, sort, from, to, rows, after } = query
  const first = { ...query, after: null }
  const listQuery = { show, event: query.event, sort, from, to, rows }
  const isFirst = after === null
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="order-search"
          label="Code, name, email or phone"
          value={q}
          action={paths.ticketManagement()}
          fields={{
            show: show === 'all' ? null : show,
            event: query.event,
            sort: sort === '-placed' ? null : sort,
            rows: rows === '50' ? null : rows,
          }}
          maxLength={254}
          active={[from, to].filter(Boolean).length}
        >
          <DayField id="order-from" name="from" label="Placed from" value={from} />
          <DayField id="order-to" name="to" label="To" value={to} />
        </ListSearch>
      </FilterBar>
      <LinkTabs
        label="Orders by status"
        tabs={(Object.keys(filters) as OrderFilter[]).map((filter) => ({
          to: staffOrdersPath({ ...first, show: filter }),
          label: filters[filter].tab,
          current: filter === show,
        }))}
      />
      {event && (
        <FilterChip
          label="Event"
          value={event.title}
          remove={staffOrdersPath({ ...first, event: everyEvent })}
        />
      )}
      <SelectionBar
        form="orders"
        fields={{ ...listQuery, q, after, selected: '1' }}
        actions={[
          { to: paths.adminExport('orders'), label: 'Download selected' },
          { to: paths.ticketManagementResend(), label: 'Email tickets again…' },
          { to: paths.ticketAction('reissue'), label: 'New codes…' },
          { to: paths.ticketAction('void'), label: 'Cancel or refund…' },
        ]}
        preview={(count) => `${count} selected. Files hold names and emails.`}
      />
      <Table
        state={state}
        selection={{ form: 'orders', label: ({ code }) => `Select order ${code}` }}
        caption={q ? `Orders that match “${q}”` : captions[sort]}
        columns={columnsOf(list ?? nothing, (key, from) =>
          sortLinkOf(sort, key, (asked) => staffOrdersPath({ ...first, sort: asked }), from),
        )}
        rows={orders}
        rowKey={(order) => order.code}
        empty={<Nothing query={query} />}
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of orders"
        previous={isFirst ? null : staffOrdersPath(first)}
        previousLabel="First page"
        next={next && staffOrdersPath({ ...query, after: next })}
        nextLabel="More orders"
        note={
          next &&
          rows === '50' && (
            <LinkButton variant="ghost" to={staffOrdersPath({ ...first, rows: '200' })}>
              Show 200
            </LinkButton>
          )
        }
      />
      <ListKeys search="order-search" />
    </div>
  )
}

const captions: Record<StaffOrdersQuery['sort'], string> = {
  '-placed': 'Orders, newest first',
  placed: 'Orders, oldest first',
  '-total': 'Orders, largest first',
  total: 'Orders, smallest first',
  buyer: 'Orders by buyer, A to Z',
  '-buyer': 'Orders by buyer, Z to A',
}

function Nothing({ query }: { query: StaffOrdersQuery }) {
  const { show, q, event, from, to, after } = query
  const clear = paths.ticketManagement({ event: everyEvent })
  if (after) return <EmptyList title="No more orders" clear={null} />
  if (q)
    return (
      <EmptyList
        title="No matching orders"
        text="Enter the code of an order or a ticket, the beginning of a name or an email, or the last four digits of a phone number."
        clear={clear}
      />
    )
  return (
    <EmptyList title={filters[show].empty} clear={event || from || to || show !== 'all' ? clear : null} />
  )
}

function columnsOf(
  list: StaffOrderList,
  sortLink: (key: string, first?: 'descending') => Column<StaffOrder>['sortLink'],
): Column<StaffOrder>[] {
  return [
    {
      key: 'code',
      header: 'Order',
      cell: ({ code }) => <Link to={paths.ticketManagementOrder(code)}>{code}</Link>,
    },
    {
      key: 'buyer',
      header: 'Buyer',
      sortLink: sortLink('buyer'),
      cell: (order) => (
        <span className={css.two}>
          {order.name}
          <span className={css.email}>{order.email}</span>
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
      sortLink: sortLink('total', 'descending'),
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
      header: 'Status',
      cell: (order) => (
        <span className={css.two}>
          <span className={css.states}>
            <Badge tone={orderStates[order.status].tone}>{orderStates[order.status].label}</Badge>
            {order.isTest && <Badge tone="info">Test</Badge>}
            {order.dispute !== 'none' && (
              <Badge tone={disputes[order.dispute].tone}>{disputes[order.dispute].label}</Badge>
            )}
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
      sortLink: sortLink('placed', 'descending'),
      cell: (order) => (
        <time dateTime={machineTime(order.createdAt)} className={css.placed} suppressHydrationWarning>
          {formatDay(order.createdAt, list.timeZone, list.now)},{' '}
          {formatClockWithZone(order.createdAt, list.timeZone)}
        </time>
      ),
    },
  ]
}
