import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { readDisputes } from '#features/orders/disputes/disputes.reads.server.ts'
import { Disputes } from '#features/orders/disputes/ui/dispute-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const isOpen = new URL(args.request.url).searchParams.get('show') === 'open'
  const [, list] = await readGuarded(args, requireStaffPage(args, '/ticket-management/disputes'), () =>
    readDisputes(args, isOpen),
  )
  return { list, isOpen }
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Disputes', noindex: true })

export const handle: StaffHandle = {}

/** Lists the payments that buyers dispute with their banks. */
export default function DisputesRoute() {
  return (
    <div>
      <PageHeader title="Disputes" text="Payments that buyers dispute with their banks." />
      <Disputes {...useLoaderData<typeof loader>()} />
    </div>
  )
}
