import { moneyFigures } from '#core/money-figures.ts'
import { definitions } from '../definitions.ts'
import { shareOf } from './figures.rules.ts'
import type { Report, ReportTable, SourcesData } from './report.types.ts'
import { computedFigure, listedFigure, sourceName } from './report-parts.rules.ts'

const section = 'Sources'

/**
 * Builds the view of sources: where visits and orders come from.
 * @param touch which source counts: the last one that was not direct, or the first
 */
export function sourcesReport(data: SourcesData, currency: string, touch: 'last' | 'first'): Report {
  const { figures: f, figuresBefore: b } = data
  const isMoney = f.gross !== null
  const all = { touch }
  return {
    view: 'sources',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: [definitions.source, touch === 'last' ? definitions.lastSource : definitions.firstSource],
    figures: [
      listedFigure(section, 'visits', f.visits, b?.visits, { rows: all }),
      listedFigure(section, 'sourceOrders', f.known, b?.known, {
        note: `${f.orders.toLocaleString('en-US')} orders in all`,
        rows: all,
      }),
      ...(isMoney ? [listedFigure(section, 'sourceGross', f.gross, b?.gross, { rows: all })] : []),
      computedFigure(
        section,
        'perVisit',
        'Orders per visit',
        'share',
        shareOf(f.known, f.visits),
        b ? shareOf(b.known, b.visits) : null,
        'Paid orders whose source is known, divided by visits.',
      ),
    ],
    charts: [
      {
        key: 'by-source',
        section,
        title: 'Visits by source',
        about: 'The ten sources with the most visits in this period.',
        unit: 'count',
        kind: 'bars',
        axis: 'Source',
        points: data.sources
          .filter(({ visits }) => visits > 0)
          .slice(0, 10)
          .map((source) => ({ label: sourceName(source), tick: shortName(source.name) })),
        series: [
          {
            name: 'This period',
            role: 'now',
            values: data.sources
              .filter(({ visits }) => visits > 0)
              .slice(0, 10)
              .map(({ visits }) => visits),
          },
        ],
        soFar: null,
      },
    ],
    tables: [visitTable(data), orderTable(data, isMoney)],
  }
}

const shortName = (name: string) => (name.length > 12 ? `${name.slice(0, 11).trimEnd()}…` : name)

function visitTable({ sources, others }: SourcesData): ReportTable {
  return {
    key: 'visits',
    section,
    caption: 'Visits by source',
    about: `Source and campaign are utm_source and utm_campaign, the medium utm_medium; else the site that linked. One-page visits as a share of visits. ${definitions.bounces}`,
    columns: [
      { key: 'name', header: 'Source', unit: 'text' },
      { key: 'medium', header: 'Medium', unit: 'text' },
      { key: 'visits', header: 'Visits', unit: 'count' },
      { key: 'views', header: 'Page views', unit: 'count' },
      { key: 'bounces', header: 'One-page visits', unit: 'share' },
    ],
    rows: [
      ...sources
        .filter(({ visits, views }) => visits > 0 || views > 0)
        .map((source) => ({
          key: String(source.id),
          cells: [
            sourceName(source),
            source.medium,
            source.visits,
            source.views,
            shareOf(source.bounces, source.visits),
          ],
          to: { view: 'funnel', source: String(source.id) },
          rows: { figure: 'visits', source: String(source.id) },
        })),
      ...(others.visits > 0
        ? [
            {
              key: 'others',
              cells: [
                `${others.sources} more sources`,
                null,
                others.visits,
                others.views,
                shareOf(others.bounces, others.visits),
              ],
              to: null,
              rows: null,
            },
          ]
        : []),
    ],
    empty: 'Nobody visited in this period.',
  }
}

function orderTable({ sources, others }: SourcesData, isMoney: boolean): ReportTable {
  const money = (row: { gross: number | null; net: number | null }) => (isMoney ? [row.gross, row.net] : [])
  return {
    key: 'orders',
    section,
    caption: 'Sales by source',
    about: `${definitions.orderSource} The rows add up to the overview. Orders per visit = paid orders divided by visits of the source.`,
    columns: [
      { key: 'name', header: 'Source', unit: 'text' },
      { key: 'orders', header: 'Orders', unit: 'count' },
      { key: 'tickets', header: 'Tickets', unit: 'count' },
      ...(isMoney
        ? [
            { key: 'gross', header: moneyFigures.gross.label, unit: 'money' as const },
            { key: 'net', header: moneyFigures.net.label, unit: 'money' as const },
          ]
        : []),
      { key: 'perVisit', header: 'Orders per visit', unit: 'share' },
    ],
    rows: [
      ...sources
        .filter(({ orders, net }) => orders > 0 || net)
        .toSorted((a, b) => b.orders - a.orders)
        .map((source) => ({
          key: String(source.id),
          cells: [
            sourceName(source),
            source.orders,
            source.tickets,
            ...money(source),
            shareOf(source.orders, source.visits),
          ],
          to: null,
          rows: { figure: 'sourceOrders', source: String(source.id) },
        })),
      ...(others.orders > 0
        ? [
            {
              key: 'others',
              cells: [
                `${others.sources} more sources`,
                others.orders,
                others.tickets,
                ...money(others),
                shareOf(others.orders, others.visits),
              ],
              to: null,
              rows: null,
            },
          ]
        : []),
    ],
    empty: 'Nothing was sold in this period.',
  }
}
