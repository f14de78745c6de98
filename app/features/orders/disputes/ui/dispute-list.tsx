import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Dash } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { disputeReason } from '../dispute-evidence.rules.ts'
import { disputesQuerySchema } from '../disputes.schema.ts'
import type { DisputeList, DisputeStatus } from '../disputes.types.ts'

export const disputeStates: Record<
  DisputeStatus,
  { label: string; tone: 'warning' | 'neutral' | 'success' | 'danger' }
> = {
  open: { label: 'Waiting for evidence', tone: 'warning' },
  evidence_sent: { label: 'With the bank', tone: 'neutral' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'danger' },
}

/** Payments that buyers dispute with their banks, open ones first by their deadline. */
export const disputeList = defineStaffList({
  name: 'disputes',
  title: 'Disputes',
  noun: { one: 'dispute', many: 'disputes' },
  query: disputesQuerySchema,
  path: paths.disputes,
  rows: ({ disputes }: DisputeList) => disputes,
  next: ({ next }) => next,
  total: ({ total }) => total,
  currency: ({ currency }) => currency,
  rowKey: ({ id }) => id,
  caption: ({ show }) => (show === 'open' ? 'Open disputes' : 'Disputes'),
  tabs: {
    label: 'Disputes by status',
    name: 'show',
    options: [
      { value: 'all', label: 'All' },
      { value: 'open', label: 'Open' },
    ],
  },
  keeps: ['show'],
  empty: {
    title: ({ show }) => (show === 'open' ? 'No open disputes' : 'No disputes'),
    text: () => 'When a buyer asks their bank for the money back, it shows up here.',
    more: 'No more disputes',
  },
  columns: [
    {
      key: 'order',
      header: 'Order',
      cell: ({ id, orderCode }) => <Link to={paths.dispute(id)}>{orderCode}</Link>,
    },
    { key: 'buyer', header: 'Buyer', cell: ({ buyer }) => buyer },
    {
      key: 'status',
      header: 'Status',
      phone: 'end',
      cell: ({ status }) => <Badge tone={disputeStates[status].tone}>{disputeStates[status].label}</Badge>,
    },
    { key: 'why', header: 'Why', cell: ({ reasonCode }) => disputeReason(reasonCode) },
    {
      key: 'due',
      header: 'Evidence until',
      phone: 'labeled',
      cell: ({ dueAt, closedAt }, { timeZone, now }) =>
        dueAt && !closedAt ? formatMoment(dueAt, timeZone, now) : <Dash />,
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      phone: 'end',
      cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
    },
  ],
})
