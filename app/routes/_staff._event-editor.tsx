import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readEventEditor } from '#features/events/staff/staff-events.reads.server.ts'
import { EventFrame } from '#features/events/staff/ui/event-frame.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

/** Reads the event for its editor's frame and for the tab inside it, which gets it as the outlet's context. */
export async function loader(args: LoaderFunctionArgs) {
  const [, event] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readEventEditor(args, args.params.id),
  )
  if (!event) throw notFound()
  return { event }
}

/** Reads the event again with each tab: what was typed on it meanwhile is kept with the event. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Edit ${loaded.event.title}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: data.event.title, to: paths.adminEvent(data.event.id) }] : []),
  event: { of: (_data, params) => params.id ?? null, to: (id) => paths.adminEvent(id) },
}

/** The editor of one event around its tabs. */
export default function EventEditor() {
  const { event } = useLoaderData<typeof loader>()
  return (
    <EventFrame event={event}>
      <Outlet context={{ event }} />
    </EventFrame>
  )
}
