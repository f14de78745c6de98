import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readScanData } from '#features/door/door.reads.server.ts'
import { scansQuerySchema } from '#features/door/scan-data.schema.ts'
import { ScanDataPage } from '#features/door/ui/scan-data.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = scansQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuardedList(args, requireStaffPage(args, '/scan-data'), async () => ({
    scans: await readScanData(args, query),
  }))
  if (read && (!read.scans || (query.event && !read.scans.event))) throw notFound()
  return data({ scans: read?.scans ?? null, query }, { status: read ? 200 : 500 })
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Scan data', description: 'Ticket scans at the door.', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.scans?.event?.id ?? null,
    to: (id) => paths.scanData({ event: id }),
  },
}

/** Shows the scans at the door, event by event. */
export default function ScanData() {
  const { scans, query } = useLoaderData<typeof loader>()
  return (
    <ScanDataPage
      data={scans}
      query={query}
      tools={
        <ListTools
          page="scans"
          csv={
            scans?.event
              ? paths.adminExport('scans', { event: scans.event.id, show: query.show, sort: query.sort })
              : null
          }
        />
      }
    />
  )
}
