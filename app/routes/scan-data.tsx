import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { readScanData } from '#features/door/door.reads.server.ts'
import { scanFilters } from '#features/door/door.rules.ts'
import { ScanDataPage } from '#features/door/ui/scan-data.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { page } from '#ui/layout.css.ts'
import { LinkTabs } from '#ui/tabs.tsx'

const id = z.uuid().optional().catch(undefined)
const askedSchema = z.object({ event: id, show: z.enum(scanFilters).catch('all'), before: id })

export async function loader(args: LoaderFunctionArgs) {
  const asked = askedSchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [actor, scans] = await readGuarded(args, requireStaffPage(args, '/scan-data'), () =>
    readScanData(args, asked),
  )
  if (!scans || (asked.event && !scans.event)) throw notFound()
  return { scans, show: asked.show, isFirstPage: !asked.before, staff: staffLinks(actor) }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Scan data', description: 'Ticket scans at the door.', noindex: true })

/** Shows the scans at the door, event by event. */
export default function ScanData() {
  const { scans, show, isFirstPage, staff } = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <LinkTabs label="Staff pages" tabs={staff} />
      <ScanDataPage scans={scans} show={show} isFirstPage={isFirstPage} />
    </div>
  )
}
