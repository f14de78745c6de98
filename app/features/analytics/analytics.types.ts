/** How often something was seen. */
export type NamedViews = { name: string; views: number }

/** An event or product with how often it was looked at and clicked. */
export type ItemViews = { id: string; title: string; views: number; clicks: number }

/** Money from the ledger, in cents of `currency`, test orders left out. */
export type Sales = {
  currency: string
  orders: number
  tickets: number
  grossCents: number
  faceCents: number
  feeCents: number
  taxCents: number
  refundedCents: number
  /** Gross less refunds. */
  netCents: number
}

/** The figures of some nights, staff's own visits left out. */
export type Dashboard = {
  /** First and last night, YYYY-MM-DD; a night runs from 6 AM to 6 AM in the brand's time zone. */
  from: string
  to: string
  views: number
  sessions: number
  /** Sum of each night's visitors: somebody who came on two nights counts twice. */
  dailyUniques: number
  /** Sessions with one page and nothing clicked. */
  bounces: number
  byDay: { day: string; views: number; sessions: number; uniques: number }[]
  topPages: NamedViews[]
  devices: NamedViews[]
  browsers: NamedViews[]
  referrers: NamedViews[]
  topEvents: ItemViews[]
  topProducts: ItemViews[]
  /** Null for moderators. */
  sales: Sales | null
}
