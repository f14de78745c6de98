import { useQuery } from '#browser/queries.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Card } from '#ui/card.tsx'
import * as layout from '#ui/layout.css.ts'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { formatCount, formatDay, formatShare, shortPath } from '../analytics.rules.ts'
import {
  type Dashboard,
  dashboardSchema,
  type ItemViews,
  type NamedViews,
  type Sales,
} from '../analytics.types.ts'
import * as css from './dashboard.css.ts'

/**
 * Shows the figures of some days, as the page was rendered with them, and again after each page view that was counted.
 * @param loaded what the page's loader read
 * @param days the number of days shown
 */
export function DashboardScreen({ loaded, days }: { loaded: Dashboard; days: number }) {
  const query = useQuery([paths.apiDashboard({ days })], { initial: loaded })
  const dashboard = dashboardSchema.safeParse(query.data).data ?? loaded
  const { views, sessions, dailyUniques, bounces, sales } = dashboard
  return (
    <div className={layout.stack[7]}>
      <section className={layout.stack[4]} aria-labelledby="visits-title">
        <h2 id="visits-title">Visits</h2>
        <div className={css.tiles}>
          <StatTile label="Views" value={formatCount(views)} hint="Pages opened" />
          <StatTile label="Visits" value={formatCount(sessions)} hint="New after 30 minutes away" />
          <StatTile label="Visitors" value={formatCount(dailyUniques)} hint="Each day’s visitors, added up" />
          <StatTile
            label="One-page visits"
            value={formatShare(bounces, sessions)}
            hint={`${formatCount(bounces)} of ${formatCount(sessions)} visits`}
          />
        </div>
        <ViewsByDay days={dashboard.byDay} />
      </section>

      {sales && <SalesFigures sales={sales} />}

      <section className={layout.stack[4]} aria-labelledby="looked-title">
        <h2 id="looked-title">What people looked at</h2>
        <div className={css.tables}>
          <ItemTable caption="Top events" head="Event" clicks="Ticket clicks" items={dashboard.topEvents} />
          <NameTable caption="Top pages" head="Page" rows={dashboard.topPages} />
          {dashboard.topProducts.length > 0 && (
            <ItemTable caption="Top merch" head="Product" clicks="Clicks" items={dashboard.topProducts} />
          )}
        </div>
      </section>

      <section className={layout.stack[4]} aria-labelledby="from-title">
        <h2 id="from-title">Where they came from</h2>
        <div className={css.tables}>
          <NameTable caption="Sources" head="Site" rows={dashboard.referrers} />
          <NameTable caption="Devices" head="Device" rows={dashboard.devices} />
          <NameTable caption="Browsers" head="Browser" rows={dashboard.browsers} />
        </div>
      </section>

      <p className={layout.text.small}>
        A day runs from 6 AM to 6 AM, so a night counts as one. Staff visits aren’t counted. Sources are sites
        that linked here; visits without one aren’t listed.
      </p>
    </div>
  )
}

function SalesFigures({ sales }: { sales: Sales }) {
  const money = (cents: number) => formatMoney(cents, sales.currency)
  return (
    <section className={layout.stack[4]} aria-labelledby="sales-title">
      <h2 id="sales-title">Sales</h2>
      <div className={css.tiles}>
        <StatTile label="Revenue" value={money(sales.grossCents)} hint="Paid, fees and tax included" />
        <StatTile label="Refunded" value={money(sales.refundedCents)} hint="When approved" />
        {sales.disputedCents !== 0 && (
          <StatTile
            label="Disputed"
            value={money(sales.disputedCents)}
            hint="Taken by banks, less won back"
          />
        )}
        {sales.correctedCents !== 0 && (
          <StatTile label="Corrected" value={money(sales.correctedCents)} hint="By an admin" />
        )}
        <StatTile
          label="Net"
          value={money(sales.netCents)}
          hint={
            sales.disputedCents !== 0 || sales.correctedCents !== 0
              ? 'Revenue minus refunds and disputes, with corrections'
              : 'Revenue minus refunds'
          }
        />
        <StatTile label="Fees" value={money(sales.feeCents)} hint="Part of revenue" />
        <StatTile label="Tax" value={money(sales.taxCents)} hint="Part of revenue" />
        <StatTile label="Orders" value={formatCount(sales.orders)} />
        <StatTile label="Tickets" value={formatCount(sales.tickets)} />
      </div>
    </section>
  )
}

const dayColumns: Column<Dashboard['byDay'][number]>[] = [
  { key: 'day', header: 'Day', cell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
  {
    key: 'views',
    header: 'Views',
    numeric: true,
    cell: ({ views }) => formatCount(views),
    sortBy: ({ views }) => views,
  },
  {
    key: 'visits',
    header: 'Visits',
    numeric: true,
    cell: ({ sessions }) => formatCount(sessions),
    sortBy: ({ sessions }) => sessions,
  },
  {
    key: 'visitors',
    header: 'Visitors',
    numeric: true,
    cell: ({ uniques }) => formatCount(uniques),
    sortBy: ({ uniques }) => uniques,
  },
]

/** Draws a bar for each day, with the same figures in a table. */
function ViewsByDay({ days }: { days: Dashboard['byDay'] }) {
  const highest = Math.max(1, ...days.map(({ views }) => views))
  const best = days.find(({ views }) => views === highest)
  const [first, last] = [days.at(0), days.at(-1)]
  const peak = best ? `Peak: ${formatCount(best.views)} on ${formatDay(best.day)}` : 'No views yet'
  return (
    <Card className={css.chart}>
      <h3>Views by day</h3>
      <svg
        className={css.bars}
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Views by day. ${peak}.`}
      >
        {days.map(({ day, views }, place) => (
          <rect
            key={day}
            className={css.bar}
            x={place * 10 + 1}
            width={8}
            y={100 - (views / highest) * 100}
            height={(views / highest) * 100}
          />
        ))}
      </svg>
      <p className={css.ends}>
        <span>{first && formatDay(first.day)}</span>
        <span>{peak}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      <details>
        <summary className={css.summary}>Show as a table</summary>
        <Table
          caption="Views, visits and visitors by day"
          columns={dayColumns}
          rows={days}
          rowKey={({ day }) => day}
          initialOrder={{ key: 'day', descending: true }}
          empty="No data yet."
        />
      </details>
    </Card>
  )
}

function NameTable({ caption, head, rows }: { caption: string; head: string; rows: NamedViews[] }) {
  const columns: Column<NamedViews>[] = [
    { key: 'name', header: head, cell: ({ name }) => shortPath(name) },
    { key: 'views', header: 'Views', numeric: true, cell: ({ views }) => formatCount(views) },
  ]
  return (
    <Table caption={caption} columns={columns} rows={rows} rowKey={({ name }) => name} empty="No data yet." />
  )
}

function ItemTable(props: { caption: string; head: string; clicks: string; items: ItemViews[] }) {
  const columns: Column<ItemViews>[] = [
    { key: 'title', header: props.head, cell: ({ title }) => title },
    { key: 'views', header: 'Views', numeric: true, cell: ({ views }) => formatCount(views) },
    { key: 'clicks', header: props.clicks, numeric: true, cell: ({ clicks }) => formatCount(clicks) },
  ]
  return (
    <Table
      caption={props.caption}
      columns={columns}
      rows={props.items}
      rowKey={({ id }) => id}
      empty="No data yet."
    />
  )
}
