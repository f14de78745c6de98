import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listReturns } from '#features/shop/returns/returns.reads.server.ts'
import { returnsQuerySchema } from '#features/shop/returns/returns.schema.ts'
import { ReturnList } from '#features/shop/returns/ui/return-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Returns', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = returnsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/ticket-management/returns'), () =>
    listReturns(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

/** Lists what buyers send back. */
export default function Returns() {
  const { list, query } = useLoaderData<typeof loader>()
  const { after: _page, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader title="Returns" text="What buyers send back." />
      <ReturnList
        list={list}
        query={query}
        tools={<ListTools page="returns" csv={paths.adminExport('returns', filters)} />}
      />
    </div>
  )
}
