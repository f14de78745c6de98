import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { mailLogQuerySchema } from '#features/mail/mail-log.schema.ts'
import { listStaffMails } from '#features/mail/staff-mail.reads.server.ts'
import { mailList } from '#features/mail/ui/mail-log.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Email log', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/mails', mailLogQuerySchema, listStaffMails)

/** Lists the mails that the site wrote. */
export default function MailLogPage() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={mailList} data={list} query={query} />
}
