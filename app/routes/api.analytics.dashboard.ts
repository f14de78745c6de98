import type { LoaderFunctionArgs } from '@remix-run/node'
import { readDashboard } from '#features/analytics/analytics.reads.server.ts'
import { dashboardQuerySchema } from '#features/analytics/analytics.schema.ts'
import { requireRole } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, 'admin', 'moderator')
  const query = dashboardQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  return Response.json(await readDashboard(args, query.data.days), {
    headers: { 'cache-control': 'no-store' },
  })
}
