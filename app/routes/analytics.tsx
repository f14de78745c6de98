import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireRole } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Analytics dashboard',
    description: 'Figures of visits and sales.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, 'admin', 'moderator')
  return null
}

export default function Analytics() {
  return (
    <div className={page}>
      <PageHeader title="Analytics" text="Visits and sales." />
      <EmptyState
        title="No reports"
        text="There are no reports to show. Tonight’s figures are on the admin page."
        action={<LinkButton to="/admin">Admin</LinkButton>}
      />
    </div>
  )
}
