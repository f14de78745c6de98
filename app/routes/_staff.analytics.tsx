import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { reportFiltersSchema } from '#features/analytics/dashboard/report-filters.schema.ts'
import { readReport } from '#features/analytics/dashboard/reports.reads.server.ts'
import { ReportScreen } from '#features/analytics/dashboard/ui/report-screen.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { RetryLink } from '#ui/office/list-frame.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const filters = reportFiltersSchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuardedList(args, requireStaffPage(args, '/analytics'), () =>
    readReport(args, filters),
  )
  return data(
    { filters, report: read?.report ?? null, frame: read?.frame ?? null },
    { status: read ? 200 : 500 },
  )
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Analytics dashboard',
    description: 'Visits and sales figures.',
    noindex: true,
  })

/** Shows the figures of the brand. */
export default function Analytics() {
  const { filters, report, frame } = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Analytics" />
      {report && frame ? (
        <ReportScreen key={JSON.stringify(filters)} loaded={report} frame={frame} filters={filters} />
      ) : (
        <Banner tone="danger" title="We couldn't load these figures." action={<RetryLink />} />
      )}
    </div>
  )
}
