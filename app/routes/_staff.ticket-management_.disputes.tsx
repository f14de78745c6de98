import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import { readDisputes } from '#features/orders/disputes/disputes.reads.server.ts'
import { Disputes } from '#features/orders/disputes/ui/dispute-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const isOpen = searchParams.get('show') === 'open'
  const after = z.uuid().nullable().catch(null).parse(searchParams.get('after'))
  const [, list] = await readGuarded(args, requireStaffPage(args, '/ticket-management/disputes'), () =>
    readDisputes(args, isOpen, after),
  )
  return { list, isOpen, after }
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
