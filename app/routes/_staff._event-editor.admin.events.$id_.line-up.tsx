import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { lineUpFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { readArtists } from '#features/events/staff/staff-events.reads.server.ts'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { LineUpTab } from '#features/events/staff/ui/line-up-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, artists] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readArtists(args, z.uuid().safeParse(args.params.id).data),
  )
  return { artists: artists.map(({ name, imagePath }) => ({ name, imagePath })) }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const form = await readForm(args.request, lineUpFormSchema)
  const saved = await saveEventTab(args, 'line-up', form)
  // The button of an act saves the lineup, then leads to its artist.
  const act = form.ok ? form.value.lineUp[Number(form.submission.payload.artist)] : undefined
  const leadsOn = saved instanceof Response && act && args.params.id
  return leadsOn ? redirect(paths.adminEventArtist(leadsOn, { name: act.name })) : saved
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Lineup' }] }

/** Edits who plays at an event. */
export default function EventLineUp() {
  const event = useEventEditor()
  const { artists } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <LineUpTab key={event.values.version} event={event} lastResult={result} artists={artists} />
    </EventTab>
  )
}
