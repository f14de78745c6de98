import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireRole } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ticket management',
    description: 'Orders and tickets of every event.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, 'admin')
  return null
}

export default function TicketManagement() {
  return (
    <div className={page}>
      <PageHeader title="Ticket management" text="Orders and tickets of every event." />
      <EmptyState
        title="Orders can’t be managed on this site yet."
        text="You can edit ticket types and prices in each event."
        action={<LinkButton to="/admin/events">Events</LinkButton>}
      />
    </div>
  )
}
