import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Faint, Lines, OneLine } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { promoterUrl, termsText } from '../promoters.rules.ts'
import { promotersQuerySchema, type promoterTabs } from '../promoters.schema.ts'
import type { EventPromoters } from '../promoters.types.ts'

const tabs: Record<(typeof promoterTabs)[number], { tab: string; empty: string }> = {
  all: { tab: 'All', empty: 'No promoters' },
  active: { tab: 'Active', empty: 'No active promoters' },
  over: { tab: 'Ended', empty: 'No ended promoters' },
}

/** The promoters of all events, or of one, with their figures; each leads to the page that changes them. */
export const promoterList = defineStaffList({
  name: 'promoters',
  title: 'Promoters',
  noun: { one: 'promoter', many: 'promoters' },
  query: promotersQuerySchema,
  path: paths.eventPromoters,
  rows: ({ promoters }: EventPromoters) => promoters,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q }) => (q ? `Promoters that match “${q}”` : 'Promoters, latest event first'),
  search: { label: () => 'Name, email or link code', maxLength: 100 },
  tabs: {
    label: 'Promoters by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, { tab }]) => ({ value, label: tab })),
  },
  keeps: ['event'],
  empty: {
    title: ({ q, show }) => (q ? 'No matching promoters' : tabs[show].empty),
    text: ({ q }) =>
      q
        ? undefined
        : 'Promoters get a link, a promo code and a guest list of their own, and earn commission.',
    more: 'No more promoters',
  },
  columns: [
    {
      key: 'name',
      header: 'Promoter',
      cell: (row) => (
        <Lines>
          <Link to={paths.eventPromoter(row.id)}>{row.name}</Link>
          {row.endedAt && <Badge tone="neutral">Ended</Badge>}
          <Faint isOneLine>{row.username ? `@${row.username}` : row.email}</Faint>
        </Lines>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) => (
        <Lines>
          <OneLine>{event.title}</OneLine>
          <Faint isOneLine>{formatDay(event.startsAt, event.timeZone)}</Faint>
        </Lines>
      ),
    },
    {
      key: 'link',
      header: 'Link and commission',
      phone: 'wide',
      cell: (row, { currency }) => (
        <Lines>
          <a href={promoterUrl('', row.event, row.linkCode)}>{row.linkCode}</a>
          {row.promoCode && <Faint>{`Code ${row.promoCode}`}</Faint>}
          <Faint isOneLine>{termsText(row, currency)}</Faint>
        </Lines>
      ),
    },
    { key: 'clicks', header: 'Clicks', numeric: true, phone: 'none', cell: ({ clicks }) => clicks },
    { key: 'tickets', header: 'Tickets', numeric: true, phone: 'labeled', cell: ({ tickets }) => tickets },
    { key: 'arrived', header: 'Arrived', numeric: true, phone: 'none', cell: ({ arrived }) => arrived },
    {
      key: 'revenue',
      header: moneyFigures.net.label,
      numeric: true,
      phone: 'none',
      cell: ({ revenueCents }, { currency }) => formatMoney(revenueCents, currency),
    },
    {
      key: 'expected',
      header: 'Expected',
      numeric: true,
      phone: 'labeled',
      cell: ({ expectedCents }, { currency }) => formatMoney(expectedCents, currency),
    },
    {
      key: 'due',
      header: 'Due',
      numeric: true,
      phone: 'labeled',
      cell: ({ promoterId, dueCents, paidCents }, { currency }) => (
        <Lines>
          <Link to={paths.promoterCommission(promoterId)}>{formatMoney(dueCents, currency)}</Link>
          {paidCents !== 0 && <Faint>{`${formatMoney(paidCents, currency)} paid`}</Faint>}
        </Lines>
      ),
    },
  ],
})
