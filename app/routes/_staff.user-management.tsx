import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listPeople } from '#features/people/people.reads.server.ts'
import { peopleQuerySchema } from '#features/people/people.schema.ts'
import { peopleList } from '#features/people/ui/people-list.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/user-management', peopleQuerySchema, listPeople)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'User management', description: 'Accounts and roles.', noindex: true })

/** Manages people with an account: roles and grants for admins, names and handles for moderators. */
export default function UserManagement() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={peopleList} data={list} query={query} />
}
