import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { refusalSentence } from '#core/result.ts'
import { definitionOf } from '#features/analytics/dashboard/figures.rules.ts'
import { figureRowsQuerySchema } from '#features/analytics/dashboard/report-filters.schema.ts'
import { listFigureRows } from '#features/analytics/dashboard/reports.reads.server.ts'
import { FigureRowsPage } from '#features/analytics/dashboard/ui/figure-rows.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalResponse } from '#server/api.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

const rowsOfPage = 50

export async function loader(args: LoaderFunctionArgs) {
  const asked = figureRowsQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuardedList(args, requireStaffPage(args, '/analytics'), async () =>
    asked.success ? listFigureRows(args, asked.data, rowsOfPage) : null,
  )
  if (!asked.success) throw notFound()
  const now = new Date().toISOString()
  if (read === null) return data({ query: asked.data, rows: null, error: null, now }, { status: 500 })
  if (read.ok) return data({ query: asked.data, rows: read.value, error: null, now })
  if (read.refusal.code !== 'reason_required') throw refusalResponse(read.refusal)
  return data({ query: asked.data, rows: null, error: refusalSentence(read.refusal), now }, { status: 422 })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `Rows of ${definitionOf(loaded.query.figure).label}` : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (loaded) => (loaded ? [{ label: definitionOf(loaded.query.figure).label }] : []),
}

/** Lists the rows that a figure of the dashboard is made of. */
export default function AnalyticsRows() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader title={definitionOf(loaded.query.figure).label} />
      <FigureRowsPage {...loaded} />
    </div>
  )
}
