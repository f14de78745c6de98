import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatLongDay } from '#core/event-time.ts'
import { pageMeta } from '#core/page-meta.ts'
import { readTonight } from '#features/events/staff-events.reads.server.ts'
import { Today } from '#features/events/ui/today.tsx'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, tonight] = await readGuarded(args, requireRole(args, 'admin'), () => readTonight(args))
  return tonight
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin', noindex: true })

/** "Today": what staff want to know before anything else. */
export default function AdminHome() {
  const today = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <PageHeader
        eyebrow={formatLongDay(today.now, today.timeZone)}
        title="Today"
        actions={
          <>
            <LinkButton to="/admin/events/new">New event</LinkButton>
            <LinkButton to="/admin/events" variant="secondary">
              Events
            </LinkButton>
            <LinkButton to="/ticket-scanner" variant="secondary">
              Ticket scanner
            </LinkButton>
          </>
        }
      />
      <Today today={today} />
    </div>
  )
}
