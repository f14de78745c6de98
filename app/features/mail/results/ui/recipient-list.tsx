import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { stack } from '#ui/layout.css.ts'
import { Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { reasonText, statusText } from '../results.rules.ts'
import { type CampaignRecipients, recipientTabs } from '../results.types.ts'
import * as css from './campaign-results.css.ts'

type Recipient = CampaignRecipients['recipients'][number]

const tabs: Record<(typeof recipientTabs)[number], string> = {
  all: 'All',
  sent: 'Sent',
  clicked: 'Clicked',
  problems: 'Problems',
  waiting: 'Waiting',
}

/** Lists the recipients of a campaign with what became of each, a page at a time. */
export function RecipientList({ campaignId, list }: { campaignId: string; list: CampaignRecipients }) {
  const { timeZone, now, next } = list
  const columns: Column<Recipient>[] = [
    {
      key: 'address',
      header: 'To',
      cell: ({ address, personId }) =>
        personId ? <Link to={paths.userManagementPerson(personId)}>{address}</Link> : address,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, reason, error }) => (
        <Lines>
          <span>{statusText(status)}</span>
          {reason && (status !== 'sent' || reason === 'unconfirmed') && <Faint>{reasonText(reason)}</Faint>}
          {error && <Faint isOneLine>{error}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'sent',
      header: 'Sent',
      cell: ({ sentAt }) =>
        sentAt ? <Time at={sentAt}>{formatMoment(sentAt, timeZone, now)}</Time> : <Dash />,
    },
    {
      key: 'clicked',
      header: 'Clicked',
      cell: ({ clickedAt }) =>
        clickedAt ? <Time at={clickedAt}>{formatMoment(clickedAt, timeZone, now)}</Time> : <Dash />,
    },
  ]
  return (
    <section className={css.section}>
      <h2 className={css.title}>Recipients</h2>
      <div className={stack[3]}>
        <LinkTabs
          label="Recipients by status"
          tabs={recipientTabs.map((show) => ({
            to: paths.campaignResults(campaignId, show === 'all' ? {} : { show }),
            label: tabs[show],
          }))}
        />
        <Table
          caption="Recipients"
          columns={columns}
          rows={list.recipients}
          rowKey={({ id }) => id}
          empty="No recipients here"
        />
        {next && (
          <Link to={paths.campaignResults(campaignId, { after: next })} className={touchLink}>
            More recipients
          </Link>
        )}
      </div>
    </section>
  )
}
