import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { requirePermission } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Free tickets dashboard',
    description: 'Complimentary tickets and guest lists.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'manage_orders')
  return null
}

export default function FreeTickets() {
  return (
    <div className={stack[5]}>
      <PageHeader title="Free tickets" />
      <EmptyState
        title="Not here yet"
        text="Free tickets can’t be given out on this site yet."
        action={
          <LinkButton to={paths.admin()} variant="secondary">
            Back to Today
          </LinkButton>
        }
      />
    </div>
  )
}
