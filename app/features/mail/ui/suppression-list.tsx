import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { type SuppressionQuery, suppressionQuerySchema } from '../suppressions.schema.ts'
import { type Suppression, type SuppressionList, suppressionTabs } from '../suppressions.types.ts'

const tabs: Record<SuppressionQuery['show'], string> = { live: 'Suppressed', ended: 'Ended', all: 'All' }

/** Says why an address is suppressed. */
export const suppressionReasons: Record<Suppression['reason'], string> = {
  hard_bounce: 'Address doesn’t exist',
  soft_bounces: 'Bounced 3 times in 14 days',
  complaint: 'Marked as spam',
  manual: 'Added by hand',
}

/** The addresses that get no mail, or no marketing: why, since when, and who let mail go there again. */
export const suppressionList = defineStaffList({
  name: 'suppressions',
  title: 'Suppressions',
  noun: { one: 'address', many: 'addresses' },
  query: suppressionQuerySchema,
  path: paths.suppressions,
  rows: ({ suppressions }: SuppressionList) => suppressions,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }: Suppression) => id,
  caption: ({ q }) => (q ? `Addresses that match “${q}”` : 'Suppressed addresses, newest first'),
  search: { label: () => 'Email address', maxLength: 254 },
  tabs: {
    label: 'Addresses by status',
    name: 'show',
    options: suppressionTabs.map((tab) => ({ value: tab, label: tabs[tab] })),
  },
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'No address matches' : 'No address is suppressed'),
    more: 'No older ones',
    text: () => 'Bounces and spam complaints put addresses here.',
  },
  columns: [
    { key: 'address', header: 'Address', cell: ({ address }) => address },
    {
      key: 'scope',
      header: 'Gets',
      phone: 'end',
      cell: ({ scope }) => (
        <Badge tone={scope === 'all' ? 'danger' : 'warning'}>
          {scope === 'all' ? 'No mail at all' : 'No marketing'}
        </Badge>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      phone: 'wide',
      cell: ({ reason, note }) => (
        <Lines>
          <span>{suppressionReasons[reason]}</span>
          {note && <Faint isOneLine>{note}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'since',
      header: 'Since',
      cell: ({ createdAt, endsAt, liftedAt, liftedBy, liftReason }, { timeZone, now }) => (
        <Lines>
          <Time at={createdAt}>{formatMoment(createdAt, timeZone, now)}</Time>
          {liftedAt ? (
            <Faint>
              Lifted{liftedBy ? ` by ${liftedBy}` : ''},{' '}
              <Time at={liftedAt}>{formatMoment(liftedAt, timeZone, now)}</Time>: {liftReason}
            </Faint>
          ) : (
            endsAt && (
              <Faint>
                until <Time at={endsAt}>{formatMoment(endsAt, timeZone, now)}</Time>
              </Faint>
            )
          )}
        </Lines>
      ),
    },
    {
      key: 'lift',
      header: 'Action',
      phone: 'end',
      cell: ({ id, address, liftedAt, endsAt }, { now }) =>
        liftedAt || (endsAt && endsAt <= now) ? null : (
          <Link to={paths.suppressions({ q: address, lift: id })} aria-label={`Lift for ${address}…`}>
            Lift…
          </Link>
        ),
    },
  ],
})
