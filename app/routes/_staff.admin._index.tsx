import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatLongDay } from '#core/event-time.ts'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readTonight } from '#features/events/staff/staff-events.reads.server.ts'
import { Today } from '#features/events/staff/ui/today.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { EventShortcuts } from '#features/staff/ui/event-shortcuts.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { listEndingCertificates } from '#server/passes.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, today] = await readGuarded(args, requireStaffPage(args, '/admin'), () => readTonight(args))
  return { today, certificates: listEndingCertificates() }
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin', noindex: true })

export const handle: StaffHandle = {
  event: {
    of: () => 'kept',
    to: (id) => paths.admin({ event: id }),
    all: paths.admin({ event: everyEvent }),
  },
}

/** Shows "Today": the events and figures that need staff's attention first. */
export default function AdminHome() {
  const { today, certificates } = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader
        eyebrow={formatLongDay(today.now, today.timeZone)}
        title="Today"
        actions={<LinkButton to={paths.adminEventNew()}>New event</LinkButton>}
      />
      {certificates.map(({ title, expiresAt, hasEnded }) => (
        <Banner
          key={title}
          tone="warning"
          title={
            hasEnded
              ? `The ${title} certificate has ended`
              : `The ${title} certificate ends ${formatLongDay(expiresAt, today.timeZone)}`
          }
        >
          <p>Without a new one, tickets can't be added to {title}.</p>
        </Banner>
      ))}
      <EventShortcuts />
      <Today today={today} />
    </div>
  )
}
