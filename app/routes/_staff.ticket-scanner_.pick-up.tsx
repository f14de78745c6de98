import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { pointText } from '#core/goods.ts'
import { pageMeta } from '#core/page-meta.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { findPickups, listStations, readStation } from '#features/door/pickup/pickup.reads.server.ts'
import {
  findPickupSchema,
  handOverSchema,
  resolveHandOverSchema,
  stationQuerySchema,
} from '#features/door/pickup/pickup.schema.ts'
import type { FoundPickups, HandedOver } from '#features/door/pickup/pickup.types.ts'
import { handOver, resolveHandOver } from '#features/door/pickup/pickup.writes.server.ts'
import { PickupStation } from '#features/door/pickup/ui/pickup-station.tsx'
import { StationChooser } from '#features/door/pickup/ui/station-chooser.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { refusalResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Pickup', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Pickup' }] }

const stationOf = (request: Request) =>
  stationQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams))

export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const query = stationOf(args.request)
  const now = new Date().toISOString()
  if (!query.event && !query.point)
    return { station: null, stations: await listStations(args), scanId: randomUUID(), now }
  const station = await readStation(args, query)
  if (!station.ok) throw refusalResponse(station.refusal)
  return { station: station.value, stations: [], scanId: randomUUID(), now }
}

type Reply = { found: FoundPickups | null; handed: HandedOver | null; problem: string | null }

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const query = stationOf(args.request)
  const sent = await readIntent(args.request, {
    find: findPickupSchema,
    hand: handOverSchema,
    resolve: resolveHandOverSchema,
  })
  const reply = (part: Partial<Reply>, status = 200) =>
    data<Reply>({ found: null, handed: null, problem: null, ...part }, status)
  if (!sent.form.ok) {
    const [problem = null] = Object.values(sent.form.reply().data.error ?? {}).flatMap((each) => each ?? [])
    return reply({ problem }, 422)
  }
  if (sent.intent === 'find') {
    const found = await findPickups(args, query, sent.form.value.code)
    return found.ok
      ? reply({ found: found.value })
      : reply({ problem: refusalSentence(found.refusal) }, refusalStatus(found.refusal))
  }
  if (sent.intent === 'resolve') {
    const resolved = await resolveHandOver(args, sent.form.value)
    return resolved.ok
      ? reply({})
      : reply({ problem: refusalSentence(resolved.refusal) }, refusalStatus(resolved.refusal))
  }
  const { item, scan, device } = sent.form.value
  const handed = await handOver(args, query, { items: item, scan, device })
  return handed.ok
    ? reply({ handed: handed.value })
    : reply({ problem: refusalSentence(handed.refusal) }, refusalStatus(handed.refusal))
}

/** Hands over what was bought in advance: at an event, or on a store day. */
export default function PickUp() {
  const { station, stations, scanId, now } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { search } = useLocation()
  const [point] = station?.points ?? []
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Pickup"
        text={point ? pointText(point, now) : station ? undefined : 'Choose where you hand over.'}
      />
      {station ? (
        <PickupStation
          key={search}
          station={station}
          found={sent?.found ?? null}
          handed={sent?.handed ?? null}
          problem={sent?.problem ?? null}
          scanId={scanId}
          timeZone={point?.timeZone ?? 'America/New_York'}
        />
      ) : (
        <StationChooser stations={stations} now={now} />
      )}
    </div>
  )
}
