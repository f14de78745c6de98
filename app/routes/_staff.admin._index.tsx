import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { usePolling } from '#browser/use-polling.ts'
import { formatLongDay } from '#core/event-time.ts'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { maySee } from '#core/staff-pages.ts'
import { checklistTexts } from '#features/events/staff/staff-events.rules.ts'
import { LastActions } from '#features/operations/audit/ui/last-actions.tsx'
import { readToday } from '#features/operations/today/today.reads.server.ts'
import { newsBetween } from '#features/operations/today/today.rules.ts'
import { todaySchema } from '#features/operations/today/today.types.ts'
import { FirstSteps } from '#features/operations/today/ui/first-steps.tsx'
import { Today } from '#features/operations/today/ui/today.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { EventShortcuts } from '#features/staff/ui/event-shortcuts.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { canSendMail } from '#server/mailer.server.ts'
import { listEndingCertificates } from '#server/passes.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { Ended, Freshness } from '#ui/office/freshness.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** Sets how often the page is read again while it is visible, in milliseconds. */
const every = 15_000

export async function loader(args: LoaderFunctionArgs) {
  const [actor, today] = await readGuarded(args, requireStaffPage(args, '/admin'), () => readToday(args))
  const runsSite = may(actor, 'manage_settings')
  const provider = runsSite ? readPaymentProvider() : null
  return {
    today,
    payments: provider === null ? ('off' as const) : provider.isTest ? ('test' as const) : ('on' as const),
    links: { capacity: maySee(actor, '/ticket-management/capacity'), edit: may(actor, 'manage_events') },
    mail: canSendMail(),
    certificates: runsSite ? listEndingCertificates() : [],
  }
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin', noindex: true })

export const handle: StaffHandle = {
  event: {
    of: () => 'kept',
    to: (id) => paths.admin({ event: id }),
    all: paths.admin({ event: everyEvent }),
  },
}

/** Shows "Today": what happens tonight and what needs staff first, kept current while it is open. */
export default function AdminHome() {
  const { today: initial, payments, mail, links, certificates } = useLoaderData<typeof loader>()
  const {
    read: today,
    at,
    liveness,
    news,
  } = usePolling(initial, {
    address: paths.apiStaffToday(),
    every,
    parse: (body) => todaySchema.parse(body),
    newsBetween,
  })
  return (
    <div className={stack[6]}>
      <PageHeader
        eyebrow={formatLongDay(today.now, today.timeZone)}
        title="Today"
        actions={
          <>
            <div role="status">
              <VisuallyHidden>{news}</VisuallyHidden>
            </div>
            <Freshness at={at} now={today.now} timeZone={today.timeZone} state={liveness.state} />
            {links.edit && <LinkButton to={paths.adminEventNew()}>New event</LinkButton>}
          </>
        }
      />
      {liveness.state === 'ended' && <Ended reason={liveness.reason} />}
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
      <FirstSteps steps={today.firstSteps} site={{ payments, mail }} />
      {links.edit && <EventShortcuts />}
      <Today
        today={today}
        readiness={{ items: checklistTexts, payments }}
        links={links}
        actions={today.actions && <LastActions entries={today.actions} context={today} />}
      />
    </div>
  )
}
