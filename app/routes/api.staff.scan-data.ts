import type { LoaderFunctionArgs } from '@remix-run/node'
import { readScanData } from '#features/door/scan-data.reads.server.ts'
import { scansQuerySchema } from '#features/door/scan-data.schema.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

/** Responds with the scans of an event and their figures, which the open page reads again every few seconds. */
export async function loader(args: LoaderFunctionArgs) {
  const query = scansQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuarded(args, requireStaffPage(args, '/scan-data'), () =>
    readScanData(args, query),
  )
  if (!read || (query.event && !read.event)) throw notFound()
  return Response.json(read, { headers: { 'cache-control': 'private, no-store' } })
}
