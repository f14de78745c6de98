import type { LoaderFunctionArgs } from '@remix-run/node'
import { readToday } from '#features/operations/today/today.reads.server.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'

/** Responds with the figures of the start page of staff, which the open page reads again every few seconds. */
export async function loader(args: LoaderFunctionArgs) {
  const [, today] = await readGuarded(args, requireStaffPage(args, '/admin'), () => readToday(args))
  return Response.json(today, { headers: { 'cache-control': 'private, no-store' } })
}
