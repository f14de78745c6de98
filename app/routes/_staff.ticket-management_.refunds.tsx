import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listRefunds } from '#features/orders/refunds/refund-queue.reads.server.ts'
import { refundQueueQuerySchema } from '#features/orders/refunds/refund-queue.schema.ts'
import { RefundQueue } from '#features/orders/refunds/ui/refund-queue.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Refunds', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const query = refundQueueQuerySchema.parse({
    show: searchParams.get('show') ?? undefined,
    after: searchParams.get('after'),
  })
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/ticket-management/refunds'), () =>
    listRefunds(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

/** Lists the refunds that wait for a person, and all others. */
export default function Refunds() {
  const { list, query } = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader title="Refunds" text="What waits for a decision, and what fails." />
      <RefundQueue list={list} query={query} />
    </div>
  )
}
