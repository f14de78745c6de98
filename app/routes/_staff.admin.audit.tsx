import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listAudit } from '#features/staff/audit/audit.reads.server.ts'
import { auditQuerySchema } from '#features/staff/audit/audit.schema.ts'
import { AuditList } from '#features/staff/audit/ui/audit-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audit log', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = auditQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, log] = await readGuardedList(args, requireStaffPage(args, '/admin/audit'), () =>
    listAudit(args, query),
  )
  return data({ log, query }, { status: log ? 200 : 500 })
}

/** Lists what staff did, and what people changed of their own account. */
export default function Audit() {
  const { log, query } = useLoaderData<typeof loader>()
  const { q, person, action, kind, subject, from, to } = query
  return (
    <div className={stack[6]}>
      <PageHeader
        title="Audit log"
        text="Who did what, and when. Nobody can change or delete these entries."
      />
      <AuditList
        log={log}
        query={query}
        tools={
          <ListTools
            page={null}
            csv={paths.adminExport('audit', {
              q: q || null,
              person: person || null,
              action,
              kind,
              subject,
              from,
              to,
            })}
          />
        }
      />
    </div>
  )
}
