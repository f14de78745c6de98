import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { mailLogQuerySchema } from '#features/mail/mail-log.schema.ts'
import { listStaffMails } from '#features/mail/staff-mail.reads.server.ts'
import { MailLog } from '#features/mail/ui/mail-log.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Email log', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = mailLogQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, log] = await readGuardedList(args, requireStaffPage(args, '/ticket-management/mails'), () =>
    listStaffMails(args, query),
  )
  return data({ log, query }, { status: log ? 200 : 500 })
}

/** Lists the mails that the site wrote. */
export default function MailLogPage() {
  const { log, query } = useLoaderData<typeof loader>()
  const { after: _, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader title="Email log" text="Every email the site sent, and whether it was delivered." />
      <MailLog
        log={log}
        query={query}
        tools={<ListTools page="mails" csv={paths.adminExport('mails', filters)} />}
      />
    </div>
  )
}
