import { Link } from '@remix-run/react'
import { campaignStates } from '#core/campaign-states.ts'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Dash, Faint, Lines } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { campaignsQuerySchema } from '../campaign.schema.ts'
import type { CampaignCard, CampaignList } from '../campaign.types.ts'

const tabs = {
  draft: 'Drafts',
  in_review: 'In review',
  planned: 'Planned',
  under_way: 'Sending',
  sent: 'Sent',
  cancelled: 'Canceled',
}

/** Campaigns, by what becomes of them. */
export const campaignList = defineStaffList({
  name: 'campaigns',
  title: 'Email management',
  noun: { one: 'campaign', many: 'campaigns' },
  query: campaignsQuerySchema,
  path: paths.emailManagement,
  rows: ({ campaigns }: CampaignList) => campaigns,
  next: ({ next }) => next,
  total: ({ counts }, { show }) => ({ count: counts[show] ?? 0 }),
  rowKey: ({ id }) => id,
  caption: ({ q, show }) => (q ? `Campaigns matching “${q}”` : `Campaigns: ${tabs[show].toLowerCase()}`),
  search: { label: () => 'Name or subject', maxLength: 80 },
  tabs: {
    label: 'Campaigns by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, label]) => ({ value, label })),
    count: ({ counts }, show) => Object.entries(counts).find(([name]) => name === show)?.[1] ?? 0,
  },
  empty: {
    title: ({ q }) => (q ? `No results for “${q}”` : 'Nothing here'),
    more: 'No more campaigns',
    text: ({ show }) => (show === 'draft' ? 'Start one with “New campaign”.' : undefined),
  },
  columns: [
    {
      key: 'name',
      header: 'Campaign',
      cell: ({ id, name, subject }) => (
        <Lines>
          <Link to={paths.campaign(id)}>{name}</Link>
          {subject && <Faint isOneLine>{subject}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'end',
      cell: ({ state }) => <Badge tone={campaignStates[state].tone}>{campaignStates[state].label}</Badge>,
    },
    {
      key: 'kind',
      header: 'For',
      cell: ({ kind, event }) =>
        kind === 'notice' ? `Ticket holders of ${event?.title ?? 'an event'}` : 'Subscribers',
    },
    { key: 'author', header: 'Author', phone: 'none', cell: ({ author }) => author ?? <Dash /> },
    { key: 'when', header: 'When', cell: (campaign, list) => <When campaign={campaign} list={list} /> },
  ],
})

/** Says when a campaign goes out or went out, or was last changed. */
function When({ campaign, list }: { campaign: CampaignCard; list: CampaignList }) {
  const { startedAt, sendAt, updatedAt } = campaign
  const at = startedAt ?? sendAt ?? updatedAt
  return (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {!startedAt && !sendAt && 'Edited '}
      {formatMoment(at, list.timeZone, list.now)}
    </time>
  )
}
