import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readScanData } from '#features/door/door.reads.server.ts'
import { scanFilters } from '#features/door/door.rules.ts'
import { ScanDataPage } from '#features/door/ui/scan-data.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

const id = z.uuid().optional().catch(undefined)
const querySchema = z.object({ event: id, show: z.enum(scanFilters).catch('all'), before: id })

export async function loader(args: LoaderFunctionArgs) {
  const query = querySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, scans] = await readGuarded(args, requireStaffPage(args, '/scan-data'), () =>
    readScanData(args, query),
  )
  if (!scans || (query.event && !scans.event)) throw notFound()
  return { scans, show: query.show, before: query.before }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Scan data', description: 'Ticket scans at the door.', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.scans.event?.id ?? null,
    to: (id) => paths.scanData({ event: id }),
  },
}

/** Shows the scans at the door, event by event. */
export default function ScanData() {
  const { scans, show, before } = useLoaderData<typeof loader>()
  return (
    <ScanDataPage
      scans={scans}
      show={show}
      before={before}
      tools={
        <ListTools
          page="scans"
          csv={scans.event && paths.adminExport('scans', { event: scans.event.id, show })}
        />
      }
    />
  )
}
