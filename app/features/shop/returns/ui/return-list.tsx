import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { goodsName, goodsText } from '#core/goods.ts'
import { listFile } from '#core/list-file.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { returnsQuerySchema } from '../returns.schema.ts'
import { type ReturnList, type ReturnRow, type ReturnTab, returnTabs } from '../returns.types.ts'

const tabTexts: Record<ReturnTab, { tab: string; empty: string }> = {
  requested: { tab: 'To decide', empty: 'Nothing to decide' },
  approved: { tab: 'On their way', empty: 'Nothing is on its way back' },
  received: { tab: 'To inspect', empty: 'Nothing to inspect' },
  done: { tab: 'Done', empty: 'No finished returns yet' },
  all: { tab: 'All', empty: 'No returns yet' },
}

/** Lists returns by their next step. */
export const returnList = defineStaffList({
  name: 'returns',
  title: 'Returns',
  noun: { one: 'return', many: 'returns' },
  query: returnsQuerySchema,
  path: paths.returns,
  rows: ({ returns }: ReturnList) => returns,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: () => 'Returns, oldest first',
  search: { label: () => 'Order code or name', maxLength: 254 },
  tabs: {
    label: 'Returns by what they wait for',
    name: 'show',
    options: returnTabs.map((tab) => ({ value: tab, label: tabTexts[tab].tab })),
    count: ({ counts }, tab) => Object.entries(counts).find(([name]) => name === tab)?.[1] ?? null,
  },
  keeps: ['show'],
  selection: {
    label: ({ code, name }) => `Select ${name} of order ${code}`,
    actions: () => [{ to: paths.adminExport('returns'), label: 'Download selected' }],
  },
  empty: { title: ({ show }) => tabTexts[show].empty, more: 'No more returns' },
  columns: [
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
        <Lines>
          <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
          <Faint isOneLine>{buyer}</Faint>
        </Lines>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      phone: 'wide',
      cell: ({ reason, isFaulty }) => (
        <Lines>
          {isFaulty ? 'Came broken' : 'Changed their mind'}
          <Faint isOneLine>{reason}</Faint>
        </Lines>
      ),
    },
    {
      key: 'back',
      header: 'Refund',
      numeric: true,
      phone: 'end',
      cell: ({ backCents, currency }) => (backCents === null ? '—' : formatMoney(backCents, currency)),
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'end',
      cell: ({ status, isTest, isDisputed }) => (
        <Badges>
          <Badge tone={fulfilmentStates[status].tone}>{fulfilmentStates[status].label}</Badge>
          {isDisputed && <Badge tone="warning">Dispute</Badge>}
          {isTest && <Badge tone="info">Test</Badge>}
        </Badges>
      ),
    },
    {
      key: 'asked',
      header: 'Asked',
      phone: 'end',
      cell: ({ createdAt }, { timeZone, now }) => (
        <Time at={createdAt}>{formatDay(createdAt, timeZone, now)}</Time>
      ),
    },
  ],
  file: listFile<ReturnRow, ReturnList>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Order', value: ({ code }) => code },
      { header: 'Buyer', value: ({ buyer }) => buyer },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Item', value: (row) => goodsName(row) },
      { header: 'SKU', value: ({ sku }) => sku },
      { header: 'Units', value: ({ units }) => units },
      { header: 'Status', value: ({ status }) => fulfilmentStates[status].label },
      { header: 'Arrived damaged', value: ({ isFaulty }) => (isFaulty ? 'yes' : 'no') },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Asked', time: ({ createdAt }) => createdAt },
      { header: 'Decision', value: ({ decision }) => decision },
      { header: 'Received', time: ({ receivedAt }) => receivedAt },
      { header: 'Inspection', value: ({ inspection }) => inspection },
      {
        header: 'Refund',
        value: ({ backCents }) => (backCents === null ? null : Number(decimalAmount(backCents))),
      },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Test', value: ({ isTest }) => (isTest ? 'yes' : 'no') },
    ],
    { holdsContacts: true },
  ),
})
