import { randomUUID } from 'node:crypto'
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
import { eventQuerySchema } from '#features/door/door.schema.ts'
import { OccupancyBoard } from '#features/door/ui/occupancy.tsx'
import { ZoneDecision } from '#features/door/ui/zone-decision.tsx'
import { readOccupancy } from '#features/door/zones/zones.reads.server.ts'
import { zoneForms } from '#features/door/zones/zones.schema.ts'
import { liftHold, recountZone, storeClicks } from '#features/door/zones/zones.writes.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireGrant, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const queryOf = (request: Request) =>
  eventQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))

export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const query = queryOf(args.request)
  // Without an event the scanner's page asks which.
  if (!query.success) throw redirect(paths.ticketScanner())
  await requireGrant(args, 'scan', query.data.event)
  const occupancy = await readOccupancy(args, query.data.event)
  if (!occupancy) throw notFound()
  const zone = new URL(args.request.url).searchParams.get('zone')
  const decided = occupancy.mayDecide ? occupancy.zones.find(({ id }) => id === zone) : undefined
  return { occupancy, zone: decided ?? null, nextId: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const query = queryOf(args.request)
  if (!query.success) throw notFound()
  const { event } = query.data
  await requireGrant(args, 'scan', event)
  const { intent, form } = await readIntent(args.request, zoneForms)
  if (!form.ok) return data({ intent, result: form.reply().data }, 422)
  const done = await ('counted' in form.value
    ? recountZone(args, form.value)
    : 'more' in form.value
      ? liftHold(args, form.value)
      : storeClicks(args, {
          event,
          clicks: [{ ...form.value, at: new Date().toISOString() }].map(({ id, zone, change, at }) => ({
            id,
            zone,
            change,
            at,
          })),
        }))
  if (done.ok) return redirect(paths.doorOccupancy({ event }))
  const refused = form.refuse(done.refusal)
  return data({ intent, result: refused.data }, refused.init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Occupancy', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Occupancy' }],
  event: {
    of: (loaded) => loaded?.occupancy.event.id ?? null,
    to: (id) => paths.doorOccupancy({ event: id }),
  },
}

/** Shows how full an event is, place by place; counts people without tickets. */
export default function OccupancyPage() {
  const { occupancy, zone, nextId } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[4]}>
      <PageHeader title="Occupancy" text={occupancy.event.title} />
      {zone ? (
        <ZoneDecision key={zone.id} event={occupancy.event.id} zone={zone} recountId={nextId} reply={reply} />
      ) : (
        <OccupancyBoard key={occupancy.event.id} initial={occupancy} clickId={nextId} />
      )}
    </div>
  )
}
