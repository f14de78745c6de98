import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Dashboard, dashboardSchema } from './analytics.types.ts'

/**
 * Reads the figures of the last days, as the request's own session: the database decides who may see them.
 * @param days how many days, today included; a day runs from 6 AM to 6 AM
 */
export function readDashboard(args: RequestArgs, days: number): Promise<Dashboard> {
  return rpc(userClient(args), 'read_analytics_dashboard', { p_days: days }, dashboardSchema)
}
