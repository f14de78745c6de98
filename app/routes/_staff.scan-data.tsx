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
import { doorForms } from '#features/door/door.schema.ts'
import { releaseTable, resolveConflict, resolveReport } from '#features/door/door.writes.server.ts'
import { readScanData } from '#features/door/scan-data.reads.server.ts'
import { scansQuerySchema } from '#features/door/scan-data.schema.ts'
import { ScanDataPage } from '#features/door/ui/scan-data.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = scansQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, read] = await readGuardedList(args, requireStaffPage(args, '/scan-data'), async () => ({
    scans: await readScanData(args, query),
  }))
  if (read && (!read.scans || (query.event && !read.scans.event))) throw notFound()
  return data({ scans: read?.scans ?? null, query }, { status: read ? 200 : 500 })
}

/** Gives up a table of which nobody came, or resolves a report; the database decides whether the caller may. */
export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/scan-data')
  const { intent, form } = await readIntent(args.request, doorForms, 'release')
  if (!form.ok) {
    const reply = form.reply()
    return data({ intent, reply: reply.data }, reply.init ?? undefined)
  }
  const isConflict = 'conflict' in form.value
  const done =
    'conflict' in form.value
      ? await resolveConflict(args, form.value)
      : 'report' in form.value
        ? await resolveReport(args, form.value)
        : await releaseTable(args, form.value)
  const back = { event: form.value.event, show: isConflict ? 'conflicts' : null }
  if (done.ok) return redirect(paths.scanData(back), 303)
  const reply = form.refuse(done.refusal)
  return data({ intent, reply: reply.data }, reply.init ?? undefined)
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
  const sent = useActionData<typeof action>() ?? null
  return <ScanDataPage data={scans} query={query} sent={sent} />
}
