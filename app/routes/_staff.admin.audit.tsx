import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listAudit } from '#features/operations/audit/audit.reads.server.ts'
import { auditQuerySchema } from '#features/operations/audit/audit.schema.ts'
import { auditList } from '#features/operations/audit/ui/audit-list.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audit log', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/admin/audit', auditQuerySchema, listAudit)

/** Lists what staff did, and what people changed of their own account. */
export default function Audit() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={auditList} data={list} query={query} />
}
