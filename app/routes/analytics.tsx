import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { readDashboard } from '#features/analytics/analytics.reads.server.ts'
import { dashboardRangeSchema, dashboardRanges } from '#features/analytics/analytics.schema.ts'
import { DashboardScreen } from '#features/analytics/ui/dashboard.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const days = dashboardRangeSchema.parse(new URL(args.request.url).searchParams.get('days'))
  const [actor, dashboard] = await readGuarded(args, requireStaffPage(args, '/analytics'), () =>
    readDashboard(args, days),
  )
  return { days, dashboard, staff: staffLinks(actor) }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Analytics dashboard',
    description: 'Visits and sales figures.',
    noindex: true,
  })

/** Shows views and sales of the last days. */
export default function Analytics() {
  const { days, dashboard, staff } = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <div className={stack[6]}>
        <LinkTabs label="Staff pages" tabs={staff} />
        <PageHeader title="Analytics" text={`The last ${days} days, including today.`} />
        <LinkTabs
          label="Date range"
          tabs={dashboardRanges.map((range) => ({
            to: paths.analytics({ days: range }),
            label: `${range} days`,
            current: range === days,
          }))}
        />
        <DashboardScreen key={days} loaded={dashboard} days={days} />
      </div>
    </div>
  )
}
