import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { readPickList } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { goodsIdsOf } from '#features/shop/fulfilment/fulfilment.schema.ts'
import { PickList } from '#features/shop/fulfilment/ui/pick-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Pick list', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Pick list' }] }

export async function loader(args: LoaderFunctionArgs) {
  const ids = goodsIdsOf(new URL(args.request.url).searchParams.getAll('id'))
  const [, list] = await readGuarded(args, requireStaffPage(args, '/ticket-management/fulfilment'), () =>
    readPickList(args, ids),
  )
  return { list }
}

/** Lists what to fetch for the selected orders. */
export default function PickListPage() {
  const { list } = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Pick list" text="What to fetch, by place and SKU." />
      <PickList list={list} />
    </div>
  )
}
