import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffEvents } from '#features/events/staff/staff-events.reads.server.ts'
import { seriesFormSchema, staffEventsQuerySchema } from '#features/events/staff/staff-events.schema.ts'
import { saveSeries } from '#features/events/staff/staff-events.writes.server.ts'
import { SeriesForm } from '#features/events/staff/ui/series-form.tsx'
import { eventList } from '#features/events/staff/ui/staff-event-list.tsx'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/admin/events', staffEventsQuerySchema, listStaffEvents)

/** Saves the series that the address names. */
export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const query = staffEventsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { series, show } = query
  if (!series) throw notFound()
  const form = await readForm(args.request, seriesFormSchema)
  if (!form.ok) return form.reply()
  const saved = await saveSeries(args, series, form.value)
  return saved.ok ? redirect(paths.adminEvents({ show, series, done: 'series' })) : form.refuse(saved.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Events, staff', noindex: true })

/** Lists all events, drafts included. */
export default function StaffEvents() {
  const { list, query } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const isDeleted = useSearchParams()[0].get('done') === 'deleted'
  const series = list?.series.find(({ id }) => id === query.series)
  return (
    <StaffList
      list={eventList}
      data={list}
      query={query}
      actions={
        <LinkButton to={paths.adminEventNew()} size="sm">
          New event
        </LinkButton>
      }
    >
      {isDeleted && <Banner tone="success" title="The draft was deleted." announce />}
      {series && (
        // Starts over with what was saved.
        <SeriesForm key={`${series.id} ${series.name} ${series.description}`} series={series} reply={reply} />
      )}
    </StaffList>
  )
}
