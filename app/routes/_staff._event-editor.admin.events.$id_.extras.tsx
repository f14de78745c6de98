import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { extrasFormSchema } from '#features/events/staff/extras-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { ExtrasTab } from '#features/events/staff/ui/extras-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return saveEventTab(args, 'extras', await readForm(args.request, extrasFormSchema))
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Extras' }] }

/** Edits the packages, add-ons and tables of an event. */
export default function EventExtras() {
  const event = useEventEditor()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <ExtrasTab key={event.values.version} event={event} lastResult={result} />
    </EventTab>
  )
}
