import type { LoaderFunctionArgs } from '@remix-run/node'
import { readCapacityBoard } from '#features/orders/capacity/capacity.reads.server.ts'
import { capacityQuerySchema } from '#features/orders/capacity/capacity.schema.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

/** Responds with the capacity board of an event, which the open page reads again every few seconds. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = capacityQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuarded(args, requireStaffPage(args, '/ticket-management/capacity'), () =>
    readCapacityBoard(args, event),
  )
  if (!read) throw notFound()
  return Response.json(read, { headers: { 'cache-control': 'private, no-store' } })
}
