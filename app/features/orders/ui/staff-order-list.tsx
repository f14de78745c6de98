import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines, Roomy, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import type { OrderFilter, StaffOrder, StaffOrderList } from '../orders.types.ts'
import { staffOrdersQuerySchema } from '../staff-orders.schema.ts'

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

const captions = {
  '-placed': 'Orders, newest first',
  placed: 'Orders, oldest first',
  '-total': 'Orders, largest first',
  total: 'Orders, smallest first',
  buyer: 'Orders by buyer, A to Z',
  '-buyer': 'Orders by buyer, Z to A',
}

/** The orders of all events, or of one. */
export const orderList = defineStaffList({
  name: 'orders',
  title: 'Ticket management',
  noun: { one: 'order', many: 'orders' },
  query: staffOrdersQuerySchema,
  path: paths.ticketManagement,
  rows: ({ orders }: StaffOrderList) => orders,
  next: ({ next }) => next,
  total: ({ total }) => total,
  currency: ({ currency }) => currency,
  rowKey: ({ code }) => code,
  caption: ({ sort, q }) => (q ? `Orders that match “${q}”` : captions[sort]),
  sorts: () => captions,
  search: { label: () => 'Code, name, email or phone', maxLength: 254 },
  filters: () => [
    { name: 'from', label: 'Placed from', kind: 'day' },
    { name: 'to', label: 'To', kind: 'day' },
    {
      name: 'event',
      label: 'Event',
      kind: 'given',
      value: ({ event }) => event?.title ?? null,
      without: everyEvent,
    },
  ],
  tabs: {
    label: 'Orders by status',
    name: 'show',
    options: Object.entries(filters).map(([value, { tab }]) => ({ value, label: tab })),
  },
  selection: {
    label: ({ code }) => `Select order ${code}`,
    actions: () => [
      { to: paths.adminExport('orders'), label: 'Download selected' },
      { to: paths.ticketManagementResend(), label: 'Email tickets again…' },
      { to: paths.ticketAction('reissue'), label: 'New codes…' },
      { to: paths.ticketAction('void'), label: 'Cancel or refund…' },
    ],
    preview: (count) => `${count} selected. Files hold names and emails.`,
  },
  empty: {
    title: ({ q, show }) => (q ? 'No matching orders' : filters[show].empty),
    more: 'No more orders',
    text: ({ q }) =>
      q
        ? 'Enter the code of an order or a ticket, the beginning of a name or an email, or the last four digits of a phone number.'
        : undefined,
  },
  longer: { name: 'rows', value: '200', label: 'Show 200' },
  columns: [
    {
      key: 'code',
      header: 'Order',
      cell: ({ code }) => <Link to={paths.ticketManagementOrder(code)}>{code}</Link>,
    },
    {
      key: 'buyer',
      header: 'Buyer',
      phone: 'wide',
      sort: 'buyer',
      cell: ({ name, email }) => (
        <Lines>
          {name}
          <Faint isOneLine>{email}</Faint>
        </Lines>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) =>
        event ? (
          <Roomy>
            <Link to={paths.adminEvent(event.id)}>{event.title}</Link>
          </Roomy>
        ) : (
          <Dash />
        ),
    },
    { key: 'tickets', header: 'Tickets', numeric: true, phone: 'none', cell: ({ tickets }) => tickets },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      phone: 'end',
      sort: 'total',
      first: 'descending',
      cell: ({ totalCents, refundedCents, currency }) => (
        <Lines>
          {formatMoney(totalCents, currency)}
          {refundedCents > 0 && <Faint>{formatMoney(refundedCents, currency)} refunded</Faint>}
        </Lines>
      ),
    },
    { key: 'state', header: 'Status', phone: 'end', cell: (order) => <Status order={order} /> },
    {
      key: 'time',
      header: 'Placed',
      phone: 'wide',
      sort: 'placed',
      first: 'descending',
      cell: ({ createdAt }, { timeZone, now }) => (
        <Time at={createdAt}>
          <Lines>
            {formatDay(createdAt, timeZone, now)}
            <Faint>{formatClockWithZone(createdAt, timeZone)}</Faint>
          </Lines>
        </Time>
      ),
    },
  ],
  file: listFile<StaffOrder, StaffOrderList>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Order', value: ({ code }) => code },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Buyer', value: ({ name }) => name },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Event', value: ({ event }) => event?.title ?? null },
      { header: 'Tickets', value: ({ tickets }) => tickets },
      { header: 'Total', value: ({ totalCents }) => Number(decimalAmount(totalCents)) },
      { header: 'Refunded', value: ({ refundedCents }) => Number(decimalAmount(refundedCents)) },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Placed', time: ({ createdAt }) => createdAt },
      { header: 'Test', value: ({ isTest }) => isTest },
    ],
    { holdsContacts: true, event: ({ event }) => event?.title ?? null },
  ),
})

function Status({ order }: { order: StaffOrder }) {
  const { status, isTest, dispute, refunds, currency } = order
  return (
    <Lines>
      <Badges>
        <Badge tone={orderStates[status].tone}>{orderStates[status].label}</Badge>
        {isTest && <Badge tone="info">Test</Badge>}
        {dispute !== 'none' && <Badge tone={disputes[dispute].tone}>{disputes[dispute].label}</Badge>}
      </Badges>
      {refunds.map(({ id, amountCents, status: refund }) => (
        <Faint key={id}>
          Refund of {formatMoney(amountCents, currency)} {refundTexts[refund]}
        </Faint>
      ))}
    </Lines>
  )
}
