import * as z from 'zod'

/** Counts the views of one thing. */
const namedViewsSchema = z.object({ name: z.string(), views: z.number() })

/** An event or product with how often it was looked at and clicked. */
const itemViewsSchema = z.object({ id: z.uuid(), title: z.string(), views: z.number(), clicks: z.number() })

/** Money from the ledger, in cents of `currency`, test orders left out. */
const salesSchema = z.object({
  currency: z.string(),
  orders: z.number(),
  tickets: z.number(),
  grossCents: z.number(),
  faceCents: z.number(),
  feeCents: z.number(),
  taxCents: z.number(),
  refundedCents: z.number(),
  /** Holds what payment disputes took, less what they gave back. */
  disputedCents: z.number(),
  /** Corrections by admins. */
  correctedCents: z.number(),
  /** The sum of all entries: gross less refunds and disputes, plus corrections. */
  netCents: z.number(),
})

/** Result of `read_analytics_dashboard`, and the response of `GET /api/analytics/dashboard`. */
export const dashboardSchema = z.object({
  /** First and last day, YYYY-MM-DD; a day runs from 6 AM to 6 AM in the brand's time zone. */
  from: z.string(),
  to: z.string(),
  views: z.number(),
  sessions: z.number(),
  /** Sum of each day's visitors: a person who came on two days counts twice. */
  dailyUniques: z.number(),
  /** Visits with one view and no event. */
  bounces: z.number(),
  /** Views that no other figure counts: of staff, and of programs. */
  staffViews: z.number(),
  botViews: z.number(),
  byDay: z.array(z.object({ day: z.string(), views: z.number(), sessions: z.number(), uniques: z.number() })),
  topPages: z.array(namedViewsSchema),
  devices: z.array(namedViewsSchema),
  browsers: z.array(namedViewsSchema),
  referrers: z.array(namedViewsSchema),
  topEvents: z.array(itemViewsSchema),
  topProducts: z.array(itemViewsSchema),
  /** Null for moderators. */
  sales: salesSchema.nullable(),
})
/** The figures of some days, without visits of staff and programs. */
export type Dashboard = z.output<typeof dashboardSchema>
