import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireGrant } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Scan data', description: 'What was scanned at the door.', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  await requireGrant(args, 'scan')
  return null
}

export default function ScanData() {
  return (
    <div className={page}>
      <PageHeader title="Scan data" text="Entries and refusals, by event." />
      <EmptyState
        title="No scans to show"
        text="Live counters are on the scanner while an event is on."
        action={<LinkButton to="/ticket-scanner">Ticket scanner</LinkButton>}
      />
    </div>
  )
}
