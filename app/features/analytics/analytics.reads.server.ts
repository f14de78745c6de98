import * as z from 'zod'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { Dashboard } from './analytics.types.ts'

const namedSchema = z.array(z.object({ name: z.string(), views: z.number() }))
const itemsSchema = z.array(
  z.object({ id: z.uuid(), title: z.string(), views: z.number(), clicks: z.number() }),
)
const rowSchema = z.object({
  from: z.string(),
  to: z.string(),
  views: z.number(),
  sessions: z.number(),
  daily_uniques: z.number(),
  bounces: z.number(),
  by_day: z.array(
    z.object({ day: z.string(), views: z.number(), sessions: z.number(), uniques: z.number() }),
  ),
  top_pages: namedSchema,
  devices: namedSchema,
  browsers: namedSchema,
  referrers: namedSchema,
  top_events: itemsSchema,
  top_products: itemsSchema,
  sales: z
    .object({
      currency: z.string(),
      orders: z.number(),
      tickets: z.number(),
      gross_cents: z.number(),
      face_cents: z.number(),
      fee_cents: z.number(),
      tax_cents: z.number(),
      refunded_cents: z.number(),
    })
    .nullable(),
})

/**
 * The figures of the last nights, asked as the request's own session: the database decides who may see them.
 * @param days how many nights, tonight included
 */
export async function readDashboard(args: RequestArgs, days: number): Promise<Dashboard> {
  const { data, error } = await userClient(args).rpc('read_analytics_dashboard', { p_days: days })
  if (error) throw error
  const row = rowSchema.parse(data)
  const { from, to, views, sessions, bounces, devices, browsers, referrers, sales } = row
  return {
    from,
    to,
    views,
    sessions,
    dailyUniques: row.daily_uniques,
    bounces,
    byDay: row.by_day,
    topPages: row.top_pages,
    devices,
    browsers,
    referrers,
    topEvents: row.top_events,
    topProducts: row.top_products,
    sales: sales && {
      currency: sales.currency,
      orders: sales.orders,
      tickets: sales.tickets,
      grossCents: sales.gross_cents,
      faceCents: sales.face_cents,
      feeCents: sales.fee_cents,
      taxCents: sales.tax_cents,
      refundedCents: sales.refunded_cents,
      netCents: sales.gross_cents - sales.refunded_cents,
    },
  }
}
