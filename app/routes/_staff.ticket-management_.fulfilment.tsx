import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listFulfilments } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { fulfilmentQuerySchema } from '#features/shop/fulfilment/fulfilment.schema.ts'
import { FulfilmentList } from '#features/shop/fulfilment/ui/fulfilment-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Shop desk', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = fulfilmentQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/ticket-management/fulfilment'), () =>
    listFulfilments(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

/** Lists what has to be packed, shipped and handed over. */
export default function ShopDesk() {
  const { list, query } = useLoaderData<typeof loader>()
  const { after: _page, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader title="Shop desk" text="What has to be packed, shipped and handed over." />
      <FulfilmentList
        list={list}
        query={query}
        tools={<ListTools page="fulfilments" csv={paths.adminExport('fulfilments', filters)} />}
      />
    </div>
  )
}
