import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { disputeReason } from '../dispute-evidence.rules.ts'
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

/**
 * Lists disputes, open ones first by their deadline.
 * @param isOpen whether only those are listed that the bank has not decided
 * @param after the last dispute of the page before; null on the first page
 */
export function Disputes({
  list,
  isOpen,
  after,
}: {
  list: DisputeList
  isOpen: boolean
  after: string | null
}) {
  const show = isOpen ? 'open' : undefined
  const columns: Column<DisputeList['disputes'][number]>[] = [
    {
      key: 'order',
      header: 'Order',
      cell: ({ id, orderCode }) => <Link to={paths.dispute(id)}>{orderCode}</Link>,
    },
    { key: 'buyer', header: 'Buyer', cell: ({ buyer }) => buyer },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={disputeStates[status].tone}>{disputeStates[status].label}</Badge>,
    },
    { key: 'why', header: 'Why', cell: ({ reasonCode }) => disputeReason(reasonCode) },
    {
      key: 'due',
      header: 'Evidence until',
      cell: ({ dueAt, closedAt }) =>
        dueAt && !closedAt ? formatMoment(dueAt, list.timeZone, list.now) : '—',
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
    },
  ]
  return (
    <div className={stack[5]}>
      <LinkTabs
        label="Disputes by status"
        tabs={[
          { to: paths.disputes(), label: 'All', current: !isOpen },
          { to: paths.disputes({ show: 'open' }), label: 'Open', current: isOpen },
        ]}
      />
      <Table
        caption={isOpen ? 'Open disputes' : 'Disputes'}
        columns={columns}
        rows={list.disputes}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={isOpen ? 'No open disputes' : 'No disputes'}
            text="When a buyer asks their bank for the money back, it shows up here."
          />
        }
      />
      <Pagination
        label="Pages of disputes"
        previous={after && paths.disputes({ show })}
        previousLabel="First page"
        next={list.next && paths.disputes({ show, after: list.next })}
        nextLabel="More disputes"
      />
    </div>
  )
}
