import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import { definitions } from '../definitions.ts'
import type { Unit } from './report.types.ts'

/** Names and defines the figures that are made of rows. The database has the query of each (`private.figure_query`). */

type Definition = { label: string; unit: Unit; definition: string; isMoney?: true }

const cash = 'By the moment it was booked; on event basis by the day of its event. Test orders are left out.'

/** Every figure whose rows can be listed. */
export const figures = {
  gross: {
    label: moneyFigures.gross.label,
    unit: 'money',
    isMoney: true,
    definition: `${moneyFigures.gross.definition} ${cash}`,
  },
  net: {
    label: moneyFigures.net.label,
    unit: 'money',
    isMoney: true,
    definition: `${moneyFigures.net.definition} The sum of all entries of the ledger. ${cash}`,
  },
  face: {
    label: 'Prices',
    unit: 'money',
    isMoney: true,
    definition: `The part of gross sales that is prices after discounts, without fees and tax. ${cash}`,
  },
  fee: {
    label: 'Fees',
    unit: 'money',
    isMoney: true,
    definition: `The part of gross sales that is service fees. ${cash}`,
  },
  tax: {
    label: 'Tax',
    unit: 'money',
    isMoney: true,
    definition: `The part of gross sales that is tax, collected for the authorities. ${cash}`,
  },
  refunded: {
    label: 'Refunds',
    unit: 'money',
    isMoney: true,
    definition: `What was given back, from the moment a refund was approved. ${cash}`,
  },
  disputed: {
    label: 'Disputes',
    unit: 'money',
    isMoney: true,
    definition: `What banks took back for disputed payments, less what was won back. ${cash}`,
  },
  corrected: {
    label: 'Corrections',
    unit: 'money',
    isMoney: true,
    definition: `Corrections that admins booked, up or down. ${cash}`,
  },
  orders: {
    label: 'Orders',
    unit: 'count',
    definition:
      'Orders that were paid, free ones too; refunds do not take them out. By the moment of payment; on event basis by the day of their event. Test orders are left out.',
  },
  tickets: {
    label: 'Tickets',
    unit: 'count',
    definition:
      'Tickets of orders that were paid, those in packages and tables too; refunds do not take them out. By the moment of payment; on event basis by the day of their event.',
  },
  views: {
    label: 'Page views',
    unit: 'count',
    definition: definitions.views,
  },
  visits: {
    label: 'Visits',
    unit: 'count',
    definition: definitions.visits,
  },
  visitors: {
    label: 'Daily visitors',
    unit: 'count',
    definition: definitions.dailyVisitors,
  },
  knownPeople: {
    label: 'Daily known visitors',
    unit: 'count',
    definition: definitions.knownPeople,
  },
  staffViews: {
    label: 'Page views by staff',
    unit: 'count',
    definition: definitions.staffViews,
  },
  botViews: {
    label: 'Page views by bots',
    unit: 'count',
    definition: definitions.botViews,
  },
  bounces: {
    label: 'One-page visits',
    unit: 'count',
    definition: definitions.bounces,
  },
  eventViews: {
    label: 'Event views',
    unit: 'count',
    definition: "Views of an event's page, once per visit in half an hour. Staff and bots are not counted.",
  },
  ticketClicks: {
    label: 'Ticket clicks',
    unit: 'count',
    definition: 'Times the tickets of an event were opened to choose from, once per visit in half an hour.',
  },
  productViews: {
    label: 'Product views',
    unit: 'count',
    definition:
      'Products that were in view for a second, once per visit in half an hour. Staff and bots are not counted.',
  },
  productClicks: {
    label: 'Details opened',
    unit: 'count',
    definition: 'Times the page of a product was opened, once per visit in half an hour.',
  },
  carts: {
    label: 'Carts with merch',
    unit: 'count',
    definition:
      'Carts in which merch was set aside, paid or not, by the moment they were begun. A cart with several products counts once.',
  },
  goodsOrders: {
    label: 'Orders with merch',
    unit: 'count',
    definition: 'Paid orders with at least one product, by the moment of payment.',
  },
  units: {
    label: 'Units sold',
    unit: 'count',
    definition: 'Units of products in paid orders, by the moment of payment; returns do not take them out.',
  },
  goodsGross: {
    label: 'Gross merch sales',
    unit: 'money',
    isMoney: true,
    definition:
      'What buyers paid for merch: prices after discounts and tax, without shipping. From the ledger, by the moment it was booked.',
  },
  goodsRefunded: {
    label: 'Merch refunded',
    unit: 'money',
    isMoney: true,
    definition: 'What was given back for merch. From the ledger, by the moment it was booked.',
  },
  sourceOrders: {
    label: 'Orders with a source',
    unit: 'count',
    definition: `Paid orders whose source is known, by the moment of payment. ${definitions.orderSource} Test orders are left out.`,
  },
  sourceGross: {
    label: 'Gross sales with a source',
    unit: 'money',
    isMoney: true,
    definition: `Gross sales of orders whose source is known, from the ledger, by the moment it was booked. ${definitions.orderSource}`,
  },
  viewed: { label: 'Viewed', unit: 'count', definition: definitions.viewed },
  clicked: { label: 'Went to tickets', unit: 'count', definition: definitions.clicked },
  held: { label: 'Held tickets', unit: 'count', definition: definitions.held },
  payStarted: { label: 'Started to pay', unit: 'count', definition: definitions.payStarted },
  paidBuyers: { label: 'Paid', unit: 'count', definition: definitions.paid },
  arrivedBuyers: { label: 'Came', unit: 'count', definition: definitions.arrived },
  expected: {
    label: 'Tickets expected',
    unit: 'count',
    definition:
      'Valid tickets for events in this period whose doors have opened. Canceled events are left out.',
  },
  arrived: {
    label: 'Arrived',
    unit: 'count',
    definition: 'Valid tickets that were admitted at least once.',
  },
  noShows: {
    label: 'No-shows',
    unit: 'count',
    definition: 'Valid tickets that were never admitted. Of an event that is not over, so far.',
  },
  freeExpected: {
    label: 'Free tickets expected',
    unit: 'count',
    definition: 'Expected tickets for which nothing was paid.',
  },
  freeArrived: {
    label: 'Free tickets arrived',
    unit: 'count',
    definition: 'Tickets for which nothing was paid, admitted at least once.',
  },
  people: {
    label: 'People who came',
    unit: 'count',
    definition:
      'Different people who were admitted to an event of these months: the account that holds the ticket, else the mailbox of its order. As of the last day that is over.',
  },
  newPeople: {
    label: 'New people',
    unit: 'count',
    definition: 'Of the people who came, those whose first event ever was in these months.',
  },
  returned: {
    label: 'Had come before',
    unit: 'count',
    definition: 'Of the people who came, those who had been to an event before these months.',
  },
  sold: {
    label: 'Sold',
    unit: 'count',
    definition: 'Valid tickets of the event, however they were sold; refunded ones are not among them.',
  },
} as const satisfies Record<string, Definition>
export type FigureKey = keyof typeof figures

const isFigureKey = (key: string): key is FigureKey => key in figures
export const figureKeys = Object.keys(figures).filter(isFigureKey)

/** Defines a figure. */
export function definitionOf(key: FigureKey): Definition {
  return figures[key]
}

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const shortNumber = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * Writes a number as people read it; a dash for none.
 * @param currency ISO 4217, for money
 */
export function formatValue(value: number | null, unit: Unit, currency: string): string {
  if (value === null) return '—'
  switch (unit) {
    case 'money':
      return formatMoney(value, currency)
    case 'share':
      return `${oneDecimal.format(value * 100)}%`
    case 'days':
      return `${whole.format(value)} ${value === 1 ? 'day' : 'days'}`
    case 'decimal':
      return oneDecimal.format(value)
    case 'count':
      return whole.format(value)
  }
}

/** Writes a number for an axis, where there is little room: `$1.2K`, `40%`. */
export function formatShort(value: number, unit: Unit, currency: string): string {
  if (unit === 'share') return `${oneDecimal.format(value * 100)}%`
  if (unit !== 'money') return shortNumber.format(value)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(value / 100)
}

/**
 * Says how a figure changed: `+12%`, `−3.4 points` for shares.
 * @returns null where nothing can be compared
 */
export function formatChange(value: number | null, previous: number | null, unit: Unit): string | null {
  if (value === null || previous === null) return null
  if (unit === 'share') {
    const points = (value - previous) * 100
    return `${points < 0 ? '−' : '+'}${oneDecimal.format(Math.abs(points))} points`
  }
  if (previous === 0) return value === 0 ? 'No change' : null
  const share = (value - previous) / Math.abs(previous)
  if (Math.abs(share) < 0.0005) return 'No change'
  return `${share < 0 ? '−' : '+'}${oneDecimal.format(Math.abs(share) * 100)}%`
}

/** A part of a whole as a share; null where there is no whole. */
export function shareOf(
  part: number | null | undefined,
  wholeCount: number | null | undefined,
): number | null {
  return part == null || !wholeCount ? null : part / wholeCount
}
