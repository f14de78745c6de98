import { moneyFigures } from '#core/money-figures.ts'
import { shareOf } from './figures.rules.ts'
import type { EventsData, Report, ReportTable } from './report.types.ts'
import { dayName } from './report-days.rules.ts'
import { computedFigure, listedFigure } from './report-parts.rules.ts'

const section = 'Events'

/**
 * Builds the view of events: what each sold, and how full it is.
 * @param event whether the report is of one event
 */
export function eventsReport(data: EventsData, currency: string, event: boolean): Report {
  const { figures: f, figuresBefore: b } = data
  const most = data.events.slice(0, 6)
  return {
    view: 'events',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: [],
    figures: [
      ...(f.net === null
        ? []
        : [
            computedFigure(
              section,
              'net',
              'Net revenue of events',
              'money',
              f.net,
              b?.net ?? null,
              'Net revenue from the ledger that belongs to an event, without merch sold outside events. The table below adds up to it.',
            ),
          ]),
      computedFigure(
        section,
        'orders',
        'Orders of events',
        'count',
        f.orders,
        b?.orders ?? null,
        'Paid orders that belong to an event.',
      ),
      computedFigure(
        section,
        'tickets',
        'Tickets',
        'count',
        f.tickets,
        b?.tickets ?? null,
        'Tickets of these orders, those in packages and tables too.',
      ),
      listedFigure(section, 'eventViews', f.views, null),
      listedFigure(section, 'ticketClicks', f.clicks, null),
      computedFigure(
        section,
        'conversion',
        'Orders per view',
        'share',
        shareOf(f.orders, f.views),
        null,
        'Paid orders for events divided by views of event pages.',
      ),
    ],
    charts: [
      {
        key: 'by-event',
        section,
        title: f.net === null ? 'Tickets by event' : 'Net revenue by event',
        about: 'The six best-selling events in this period.',
        unit: f.net === null ? 'count' : 'money',
        kind: 'bars',
        axis: 'Event',
        points: most.map(({ title, day }) => ({
          label: `${title}, ${dayName(day)}`,
          tick: shortTitle(title),
        })),
        series: [
          {
            name: 'This period',
            role: 'now',
            values: most.map(({ net, tickets }) => net ?? tickets),
          },
        ],
        soFar: null,
      },
    ],
    tables: [...(event ? [poolTable(data)] : []), eventTable(data)],
  }
}

const shortTitle = (title: string) => (title.length > 16 ? `${title.slice(0, 15).trimEnd()}…` : title)

function poolTable({ pools }: EventsData): ReportTable {
  return {
    key: 'pools',
    section: 'Places',
    caption: 'Pools',
    about:
      'As they are now. Pools may overlap: one place can count in several of them. Sell-through is sold places divided by capacity.',
    columns: [
      { key: 'name', header: 'Pool', unit: 'text' },
      { key: 'capacity', header: 'Capacity', unit: 'count' },
      { key: 'sold', header: 'Sold', unit: 'count' },
      { key: 'held', header: 'In carts', unit: 'count' },
      { key: 'blocked', header: 'Held back', unit: 'count' },
      { key: 'left', header: 'Left', unit: 'count' },
      { key: 'through', header: 'Sell-through', unit: 'share' },
    ],
    rows: pools.map((pool) => ({
      key: pool.id,
      cells: [
        pool.name,
        pool.capacity,
        pool.sold,
        pool.held,
        pool.blocked,
        pool.left,
        shareOf(pool.sold, pool.capacity),
      ],
      to: null,
      rows: null,
    })),
    empty: 'This event has no pools yet.',
  }
}

function eventTable({ events, others, goods, figures }: EventsData): ReportTable {
  const isMoney = figures.net !== null
  const money = (row: { gross: number | null; net: number | null }) => (isMoney ? [row.gross, row.net] : [])
  return {
    key: 'events',
    section,
    caption: 'Sales by event',
    about: `Orders, tickets${isMoney ? ', gross sales and net revenue' : ''} in this period add up to the overview. Views are of the event's page; orders per view = paid orders divided by them. Sell-through is that of the event's fullest pool, as it is now.`,
    columns: [
      { key: 'title', header: 'Event', unit: 'text' },
      { key: 'day', header: 'Day', unit: 'day' },
      { key: 'orders', header: 'Orders', unit: 'count' },
      { key: 'tickets', header: 'Tickets', unit: 'count' },
      ...(isMoney
        ? [
            { key: 'gross', header: moneyFigures.gross.label, unit: 'money' as const },
            { key: 'net', header: moneyFigures.net.label, unit: 'money' as const },
          ]
        : []),
      { key: 'views', header: 'Views', unit: 'count' },
      { key: 'clicks', header: 'Ticket clicks', unit: 'count' },
      { key: 'conversion', header: 'Orders per view', unit: 'share' },
      { key: 'through', header: 'Sell-through', unit: 'share' },
    ],
    rows: [
      ...events.map((event) => ({
        key: event.id,
        cells: [
          event.title,
          event.day,
          event.orders,
          event.tickets,
          ...money(event),
          event.views,
          event.clicks,
          shareOf(event.orders, event.views),
          shareOf(event.sold, event.capacity),
        ],
        to: { event: event.id },
        rows: { figure: isMoney ? 'net' : 'tickets', event: event.id },
      })),
      ...(others.events > 0
        ? [
            {
              key: 'others',
              cells: [
                `${others.events} more events`,
                null,
                others.orders,
                others.tickets,
                ...money(others),
                others.views,
                others.clicks,
                shareOf(others.orders, others.views),
                null,
              ],
              to: null,
              rows: null,
            },
          ]
        : []),
      ...(goods && (goods.orders > 0 || goods.gross)
        ? [
            {
              key: 'goods',
              cells: [
                'Merch without an event',
                null,
                goods.orders,
                goods.tickets,
                ...money(goods),
                null,
                null,
                null,
                null,
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
