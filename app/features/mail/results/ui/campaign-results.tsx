import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, grid, stack, text } from '#ui/layout.css.ts'
import { Time } from '#ui/office/cells.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { formatShare, reasonText } from '../results.rules.ts'
import type { CampaignResults } from '../results.types.ts'
import * as css from './campaign-results.css.ts'

const inUs = (count: number) => count.toLocaleString('en-US')

/** Shows what came of a campaign: deliveries, clicks, revenue beside those who were held out, links, and earlier campaigns. */
export function CampaignResultsView({ results }: { results: CampaignResults }) {
  const { figures, money, currency, run, reasons, pausedReason } = results
  const cents = (amount: number) => formatMoney(amount, currency)
  if (!run) return <p className={text.muted}>Nothing to show yet: this campaign was never started.</p>
  return (
    <div className={stack[6]}>
      {pausedReason && <Banner tone="warning">{pausedReason}</Banner>}
      <div className={grid.figures}>
        <StatTile
          label="Sent"
          value={inUs(figures.sent)}
          hint={figures.waiting > 0 ? `${inUs(figures.waiting)} waiting` : `of ${inUs(figures.recipients)}`}
        />
        <StatTile
          label="Delivered"
          value={formatShare(figures.delivered, figures.sent)}
          hint={`${inUs(figures.delivered)}, as reported`}
        />
        <StatTile
          label="Clicked"
          value={formatShare(figures.clicked, figures.sent)}
          hint={`${inUs(figures.clicked)} people, without scanners`}
        />
        {figures.opened > 0 && (
          <StatTile
            label="Opened, estimate"
            value={formatShare(figures.opened, figures.sent)}
            hint="Mail apps open by themselves"
          />
        )}
        <StatTile
          label="Unsubscribed"
          value={formatShare(figures.unsubscribed, figures.sent)}
          hint={inUs(figures.unsubscribed)}
        />
        <StatTile
          label="Marked as spam"
          value={formatShare(figures.complained, figures.sent)}
          hint={inUs(figures.complained)}
        />
        <StatTile
          label="Bounced"
          value={formatShare(figures.bounced, figures.recipients)}
          hint={inUs(figures.bounced)}
        />
        <StatTile
          label="Bought in 5 days"
          value={cents(money.cents)}
          hint={`${inUs(money.orders)} ${money.orders === 1 ? 'order' : 'orders'}`}
        />
      </div>
      <Effect results={results} />
      <Subjects results={results} />
      {reasons.length > 0 && (
        <Section title="Not sent, or not confirmed">
          <Table
            caption="Recipients who got nothing, by reason"
            columns={[
              { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonText(reason) },
              { key: 'count', header: 'People', numeric: true, cell: ({ count }) => inUs(count) },
            ]}
            rows={reasons}
            rowKey={({ reason }) => reason}
            empty="Everybody got it"
          />
        </Section>
      )}
      <Links results={results} />
      <Orders results={results} />
      <Earlier results={results} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  )
}

/** Says what recipients bought beyond those who got nothing. */
function Effect({ results: { figures, effect, currency } }: { results: CampaignResults }) {
  if (!effect) return null
  const cents = (amount: number) => formatMoney(amount, currency)
  return (
    <Section title="Effect on sales">
      <div className={grid.figures}>
        <StatTile
          label="Per recipient"
          value={cents(effect.eachCents)}
          hint={`${inUs(figures.sent)} people`}
        />
        <StatTile
          label="Per person held out"
          value={cents(effect.heldOutEachCents)}
          hint={`${inUs(figures.heldOut)} people`}
        />
        <StatTile
          label="Brought in beyond that"
          value={cents(effect.extraCents)}
          hint={
            figures.heldOut < 200 ? 'Few were held out: take it as a hint' : 'Compared with those held out'
          }
        />
      </div>
    </Section>
  )
}

function Subjects({ results }: { results: CampaignResults }) {
  const { subjects, subject, subjectB, run, currency, timeZone, now } = results
  if (!subjectB || subjects.length < 2) return null
  const isOpen = run?.decidesAt != null && run.winner === null
  return (
    <Section title="Subjects">
      <Table
        caption="Results by subject"
        columns={[
          {
            key: 'subject',
            header: 'Subject',
            cell: (row) => (row.subject === 'a' ? subject : subjectB),
          },
          { key: 'sent', header: 'Sent', numeric: true, cell: (row) => inUs(row.sent) },
          {
            key: 'clicked',
            header: 'Clicked',
            numeric: true,
            cell: (row) => formatShare(row.clicked, row.sent),
          },
          {
            key: 'cents',
            header: 'Bought in 5 days',
            numeric: true,
            cell: (row) => formatMoney(row.cents, currency),
          },
        ]}
        rows={subjects}
        rowKey={(row) => row.subject}
        empty="Nothing sent yet"
      />
      {isOpen && run?.decidesAt && (
        <Form method="post" className={cluster[3]}>
          <span className={text.small}>
            The rest gets the better one at{' '}
            <Time at={run.decidesAt}>{formatMoment(run.decidesAt, timeZone, now)}</Time>.
          </span>
          <Button type="submit" name="subject" value="a" variant="secondary" size="sm">
            Use the first now
          </Button>
          <Button type="submit" name="subject" value="b" variant="secondary" size="sm">
            Use the second now
          </Button>
        </Form>
      )}
    </Section>
  )
}

function Links({ results: { links, figures } }: { results: CampaignResults }) {
  if (links.length === 0) return null
  const columns: Column<CampaignResults['links'][number]>[] = [
    { key: 'url', header: 'Link', cell: ({ url }) => <span className={css.link}>{url}</span> },
    { key: 'people', header: 'People', numeric: true, cell: ({ people }) => inUs(people) },
    {
      key: 'share',
      header: 'Of sent',
      numeric: true,
      cell: ({ people }) => formatShare(people, figures.sent),
    },
    { key: 'clicks', header: 'Clicks', numeric: true, cell: ({ clicks }) => inUs(clicks) },
    { key: 'scanners', header: 'Scanners', numeric: true, cell: ({ scanners }) => inUs(scanners) },
  ]
  return (
    <Section title="Links">
      <Table
        caption="Clicks by link"
        columns={columns}
        rows={links}
        rowKey={({ url }) => url}
        empty="No links"
      />
    </Section>
  )
}

function Orders({ results: { orders, money, currency, timeZone, now } }: { results: CampaignResults }) {
  if (orders.length === 0) return null
  const columns: Column<CampaignResults['orders'][number]>[] = [
    {
      key: 'code',
      header: 'Order',
      cell: ({ code }) => <Link to={paths.ticketManagementOrder(code)}>{code}</Link>,
    },
    {
      key: 'paid',
      header: 'Paid',
      cell: ({ paidAt }) => <Time at={paidAt}>{formatMoment(paidAt, timeZone, now)}</Time>,
    },
    { key: 'group', header: 'Group', cell: ({ isHeldOut }) => (isHeldOut ? 'Held out' : 'Got the email') },
    { key: 'cents', header: 'Amount', numeric: true, cell: ({ cents }) => formatMoney(cents, currency) },
  ]
  return (
    <Section title="Orders within 5 days">
      <p className={text.small}>
        {`${inUs(money.orders)} by ${inUs(money.buyers)} recipients, without refunds; the latest 50 are listed.`}
      </p>
      <Table
        caption="Orders by recipients"
        columns={columns}
        rows={orders}
        rowKey={({ code }) => code}
        empty="No orders"
      />
    </Section>
  )
}

function Earlier({ results }: { results: CampaignResults }) {
  const { earlier, currency, timeZone, now } = results
  if (earlier.length === 0) return null
  type Row = Pick<CampaignResults['earlier'][number], 'id' | 'name' | 'figures' | 'money'> & {
    startedAt: string | null
  }
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: 'Campaign',
      cell: ({ id, name }) => (id === results.id ? name : <Link to={paths.campaignResults(id)}>{name}</Link>),
    },
    {
      key: 'started',
      header: 'Started',
      cell: ({ startedAt }) =>
        startedAt && <Time at={startedAt}>{formatMoment(startedAt, timeZone, now)}</Time>,
    },
    { key: 'sent', header: 'Sent', numeric: true, cell: ({ figures }) => inUs(figures.sent) },
    {
      key: 'clicked',
      header: 'Clicked',
      numeric: true,
      cell: ({ figures }) => formatShare(figures.clicked, figures.sent),
    },
    {
      key: 'unsubscribed',
      header: 'Unsubscribed',
      numeric: true,
      cell: ({ figures }) => formatShare(figures.unsubscribed, figures.sent),
    },
    {
      key: 'cents',
      header: 'Bought in 5 days',
      numeric: true,
      cell: ({ money }) => formatMoney(money.cents, currency),
    },
  ]
  return (
    <Section title="Beside earlier campaigns">
      <Table
        caption="This campaign and earlier ones"
        columns={columns}
        rows={[results, ...earlier]}
        rowKey={({ id }) => id}
        empty="No campaigns"
      />
    </Section>
  )
}
