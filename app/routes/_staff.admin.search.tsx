import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { searchStaff } from '#features/staff/staff.reads.server.ts'
import { StaffSearchPage } from '#features/staff/ui/staff-search-page.tsx'
import { requireStaffPage } from '#server/actor.server.ts'

/** Hits of each kind on the page. */
const pageLimit = 20

export const loader = (args: LoaderFunctionArgs) =>
  searchStaff(args, requireStaffPage(args, '/admin/search'), pageLimit)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Search, staff', noindex: true })

export const handle = { crumbs: () => [{ label: 'Search' }] }

/** Shows the command palette as a page. */
export default function StaffSearch() {
  return <StaffSearchPage {...useLoaderData<typeof loader>()} />
}
