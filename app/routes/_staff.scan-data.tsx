import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readScanData } from '#features/door/door.reads.server.ts'
import { releaseTableSchema } from '#features/door/door.schema.ts'
import { releaseTable } from '#features/door/door.writes.server.ts'
import { scansQuerySchema } from '#features/door/scan-data.schema.ts'
import { ScanDataPage } from '#features/door/ui/scan-data.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { ListTools } from '#ui/office/list-tools.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = scansQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuardedList(args, requireStaffPage(args, '/scan-data'), async () => ({
    scans: await readScanData(args, query),
  }))
  if (read && (!read.scans || (query.event && !read.scans.event))) throw notFound()
  return data({ scans: read?.scans ?? null, query }, { status: read ? 200 : 500 })
}

/** Gives up a table of which nobody came; the database decides whether the caller may. */
export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/scan-data')
  const form = await readForm(args.request, releaseTableSchema)
  if (!form.ok) return form.reply()
  const released = await releaseTable(args, form.value)
  return released.ok ? redirect(paths.scanData({ event: form.value.event })) : form.refuse(released.refusal)
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
  const reply = useActionData<typeof action>() ?? null
  return (
    <ScanDataPage
      data={scans}
      query={query}
      reply={reply}
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
