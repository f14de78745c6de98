import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatDay } from '#core/event-time.ts'
import { goodsText } from '#core/goods.ts'
import { machineTime } from '#core/machine-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  EmptyList,
  FilterBar,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { ReturnsQuery } from '../returns.schema.ts'
import { type ReturnList as List, type ReturnRow, type ReturnTab, returnTabs } from '../returns.types.ts'
import * as css from './returns.css.ts'

const tabTexts: Record<ReturnTab, { tab: string; empty: string }> = {
  requested: { tab: 'To decide', empty: 'Nothing to decide' },
  approved: { tab: 'On their way', empty: 'Nothing is on its way back' },
  received: { tab: 'To inspect', empty: 'Nothing to inspect' },
  done: { tab: 'Done', empty: 'No finished returns yet' },
  all: { tab: 'All', empty: 'No returns yet' },
}

const nothing: List = {
  returns: [],
  next: null,
  counts: { requested: 0, approved: 0, received: 0 },
  timeZone: 'UTC',
  now: '',
}

const pathOf = ({ show, q, after }: ReturnsQuery) =>
  paths.returns({ show: show === 'requested' ? null : show, q: q || null, after })

/**
 * Lists returns by what they wait for, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param tools what is shown beside the search: saved views, the file
 */
export function ReturnList({
  list,
  query,
  tools,
}: {
  list: List | null
  query: ReturnsQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { returns, next, counts, timeZone, now } = list ?? nothing
  const { show, q, after } = query
  const first = { ...query, after: null }
  const columns: Column<ReturnRow>[] = [
    {
      key: 'goods',
      header: 'Goods',
      cell: ({ id, units, ...row }) => (
        <Link to={paths.returnCase(id)}>{goodsText({ ...row, quantity: units })}</Link>
      ),
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ code, buyer }) => (
        <span className={css.two}>
          <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
          <span className={css.faint}>{buyer}</span>
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      cell: ({ reason, isFaulty }) => (
        <span className={css.two}>
          {isFaulty ? 'Came broken' : 'Changed their mind'}
          <span className={css.faint}>{reason}</span>
        </span>
      ),
    },
    {
      key: 'back',
      header: 'Refund',
      numeric: true,
      cell: ({ backCents, currency }) => (backCents === null ? '—' : formatMoney(backCents, currency)),
    },
    {
      key: 'state',
      header: 'Status',
      cell: ({ status, isTest, isDisputed }) => (
        <span className={css.badges}>
          <Badge tone={fulfilmentStates[status].tone}>{fulfilmentStates[status].label}</Badge>
          {isDisputed && <Badge tone="warning">Dispute</Badge>}
          {isTest && <Badge tone="info">Test</Badge>}
        </span>
      ),
    },
    {
      key: 'asked',
      header: 'Asked',
      cell: ({ createdAt }) => (
        <time dateTime={machineTime(createdAt)} suppressHydrationWarning>
          {formatDay(createdAt, timeZone, now)}
        </time>
      ),
    },
  ]
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="return-search"
          label="Order code or name"
          value={q}
          action={paths.returns()}
          fields={{ show: show === 'requested' ? null : show }}
          maxLength={254}
        />
      </FilterBar>
      <LinkTabs
        label="Returns by what they wait for"
        tabs={returnTabs.map((tab) => ({
          to: pathOf({ ...first, show: tab }),
          label:
            tab === 'done' || tab === 'all' ? tabTexts[tab].tab : `${tabTexts[tab].tab} (${counts[tab]})`,
          current: tab === show,
        }))}
      />
      <SelectionBar
        form="returns"
        fields={{ show, q: q || null, after, selected: '1' }}
        actions={[{ to: paths.adminExport('returns'), label: 'Download selected' }]}
        preview={(count) => `${count} selected.`}
      />
      <Table
        state={state}
        selection={{ form: 'returns', label: ({ code, ...row }) => `Select ${row.name} of order ${code}` }}
        caption="Returns, oldest first"
        columns={columns}
        rows={returns}
        rowKey={({ id }) => id}
        empty={
          <EmptyList
            title={after ? 'No more returns' : tabTexts[show].empty}
            clear={q ? pathOf({ ...first, q: '' }) : null}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of returns"
        previous={after === null ? null : pathOf(first)}
        previousLabel="First page"
        next={next && pathOf({ ...query, after: next })}
        nextLabel="More returns"
      />
      <ListKeys search="return-search" />
    </div>
  )
}
