import { shortPath } from '../analytics.rules.ts'
import { shareOf } from './figures.rules.ts'
import type { Chart, Figure, OverviewData, Report, ReportTable } from './report.types.ts'
import { computedFigure, dayChart, deviceName, listedFigure } from './report-parts.rules.ts'

const sales = 'Sales'
const traffic = 'Visits'
const leftOut = 'Left out of the figures above'

/**
 * Builds the overview: money, orders and traffic.
 * @param currency of the brand
 * @param basis how money falls on days
 */
export function overviewReport(data: OverviewData, currency: string, basis: 'cash' | 'event'): Report {
  return {
    view: 'overview',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: data.sales
      ? []
      : ['Sales are not shown, because money is not split by source or device here: see Sources.'],
    figures: [...salesFigures(data), ...trafficFigures(data), ...leftOutFigures(data)],
    charts: [...salesCharts(data, basis), ...trafficCharts(data)],
    tables: [
      ...namedTable('pages', 'Pages', 'Page', data.pages),
      ...namedTable('devices', 'Devices', 'Device', data.devices),
      ...namedTable('browsers', 'Browsers', 'Browser', data.browsers),
    ],
  }
}

function salesFigures({ sales: now, salesBefore }: OverviewData): Figure[] {
  if (!now) return []
  const [f, b] = [now.figures, salesBefore?.figures]
  const counts = [
    listedFigure(sales, 'orders', f.orders, b?.orders),
    listedFigure(sales, 'tickets', f.tickets, b?.tickets),
  ]
  if (f.gross === undefined) return counts
  return [
    listedFigure(sales, 'gross', f.gross, b?.gross),
    listedFigure(sales, 'net', f.net, b?.net),
    listedFigure(sales, 'refunded', f.refunded, b?.refunded),
    listedFigure(sales, 'fee', f.fee, b?.fee),
    listedFigure(sales, 'tax', f.tax, b?.tax),
    ...(f.disputed || b?.disputed ? [listedFigure(sales, 'disputed', f.disputed, b?.disputed)] : []),
    ...(f.corrected || b?.corrected ? [listedFigure(sales, 'corrected', f.corrected, b?.corrected)] : []),
    ...counts,
    computedFigure(
      sales,
      'average',
      'Average order',
      'money',
      f.average ?? null,
      b?.average ?? null,
      'Gross sales divided by orders.',
    ),
  ]
}

function trafficFigures({ views, viewsBefore }: OverviewData): Figure[] {
  const [f, b] = [views.figures, viewsBefore?.figures]
  if (f.eventViews !== undefined)
    return [
      listedFigure(traffic, 'eventViews', f.eventViews, b?.eventViews),
      listedFigure(traffic, 'ticketClicks', f.ticketClicks, b?.ticketClicks),
    ]
  return [
    listedFigure(traffic, 'views', f.views, b?.views),
    listedFigure(traffic, 'visits', f.visits, b?.visits),
    ...(f.visitors === undefined
      ? []
      : [
          listedFigure(traffic, 'visitors', f.visitors, b?.visitors),
          listedFigure(traffic, 'knownPeople', f.knownPeople, b?.knownPeople),
        ]),
    listedFigure(traffic, 'bounces', f.bounces, b?.bounces, {
      note: f.visits ? `${Math.round(((f.bounces ?? 0) / f.visits) * 100)}% of visits` : null,
    }),
  ]
}

/** Shows the traffic that no other figure counts: that of staff and of programs. */
function leftOutFigures({ views, viewsBefore }: OverviewData): Figure[] {
  const [f, b] = [views.figures, viewsBefore?.figures]
  if (f.staffViews === undefined) return []
  return [
    listedFigure(leftOut, 'staffViews', f.staffViews, b?.staffViews),
    listedFigure(leftOut, 'botViews', f.botViews, b?.botViews),
  ]
}

function salesCharts({ sales: now, salesBefore, today }: OverviewData, basis: 'cash' | 'event'): Chart[] {
  if (!now) return []
  const isMoney = now.figures.gross !== undefined
  const shared = { section: sales, days: now.days, before: salesBefore?.days ?? null, today }
  const by = basis === 'event' ? 'by the day of the event' : 'by the day it was booked'
  return isMoney
    ? [
        dayChart({
          ...shared,
          key: 'net',
          title: 'Net revenue',
          about: `Net revenue, ${by}.`,
          unit: 'money',
          kind: 'line',
          value: ({ net }) => net,
        }),
      ]
    : [
        dayChart({
          ...shared,
          key: 'tickets',
          title: 'Tickets',
          about: 'Tickets of paid orders by day.',
          unit: 'count',
          kind: 'line',
          value: ({ tickets }) => tickets,
        }),
      ]
}

function trafficCharts({ views, viewsBefore, today }: OverviewData): Chart[] {
  const ofEvent = views.figures.eventViews !== undefined
  return [
    dayChart({
      section: traffic,
      days: views.days,
      before: viewsBefore?.days ?? null,
      today,
      key: 'traffic',
      title: ofEvent ? 'Event views' : 'Visits',
      about: ofEvent ? "Views of the event's page by day." : 'Visits by the day they began.',
      unit: 'count',
      kind: 'bars',
      value: (row) => (ofEvent ? row.eventViews : row.visits),
    }),
  ]
}

function nameOf(key: string, name: string): string {
  if (key === 'pages') return shortPath(name)
  return key === 'devices' ? deviceName(name) : name
}

function namedTable(
  key: string,
  caption: string,
  header: string,
  rows: { name: string; views: number }[] | undefined,
): ReportTable[] {
  if (!rows) return []
  const all = rows.reduce((sum, { views }) => sum + views, 0)
  const isWhole = key !== 'pages'
  return [
    {
      key,
      section: 'What people viewed',
      caption,
      about: isWhole ? 'Page views; the share is of those listed.' : 'The ten pages opened most.',
      columns: [
        { key: 'name', header, unit: 'text' },
        { key: 'views', header: 'Views', unit: 'count' },
        ...(isWhole ? [{ key: 'share', header: 'Share', unit: 'share' as const }] : []),
      ],
      rows: rows.map(({ name, views }) => ({
        key: name,
        cells: [nameOf(key, name), views, ...(isWhole ? [shareOf(views, all)] : [])],
        to: null,
        rows: null,
      })),
      empty: 'Nothing in this period.',
    },
  ]
}
