import type { LoaderFunctionArgs } from '@remix-run/node'
import { readStreamDesk } from '#features/live/desk/desk.reads.server.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

/** Responds with the desk of a stream, which the open page reads again every few seconds. */
export async function loader(args: LoaderFunctionArgs) {
  const [, desk] = await readGuarded(args, requireStaffPage(args, '/admin/live'), () =>
    readStreamDesk(args, args.params.id),
  )
  if (!desk) throw notFound()
  return Response.json(desk, { headers: { 'cache-control': 'private, no-store' } })
}
