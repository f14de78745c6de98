import type { LoaderFunctionArgs } from '@remix-run/node'
import { readDashboard } from '#features/analytics/analytics.reads.server.ts'
import { dashboardQuerySchema } from '#features/analytics/analytics.schema.ts'
import { reportFiltersSchema } from '#features/analytics/dashboard/report-filters.schema.ts'
import { readReport } from '#features/analytics/dashboard/reports.reads.server.ts'
import { requirePermission } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'

/** Serves the figures of the last `days`, or, with `view`, what the dashboard shows in that view with the filters of its address. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'see_figures')
  const search = Object.fromEntries(new URL(args.request.url).searchParams)
  const headers = { 'cache-control': 'no-store' }
  if ('view' in search) {
    const { report } = await readReport(args, reportFiltersSchema.parse(search))
    return Response.json(report, { headers })
  }
  const query = dashboardQuerySchema.safeParse(search)
  if (!query.success) return refusalCodeResponse('invalid')
  return Response.json(await readDashboard(args, query.data.days), { headers })
}
