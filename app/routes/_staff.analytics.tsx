import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readDashboard } from '#features/analytics/analytics.reads.server.ts'
import { dashboardRangeSchema, dashboardRanges } from '#features/analytics/analytics.schema.ts'
import { DashboardScreen } from '#features/analytics/ui/dashboard.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const days = dashboardRangeSchema.parse(new URL(args.request.url).searchParams.get('days'))
  const [, dashboard] = await readGuarded(args, requireStaffPage(args, '/analytics'), () =>
    readDashboard(args, days),
  )
  return { days, dashboard }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Analytics dashboard',
    description: 'Visits and sales figures.',
    noindex: true,
  })

/** Shows views and sales of the last days. */
export default function Analytics() {
  const { days, dashboard } = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
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
  )
}
