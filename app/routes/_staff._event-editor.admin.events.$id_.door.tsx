import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { doorFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { DoorTab } from '#features/events/staff/ui/door-tab.tsx'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return saveEventTab(args, 'door', await readForm(args.request, doorFormSchema))
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Door' }] }

/** Edits whom an event admits, and until when. */
export default function EventDoor() {
  const event = useEventEditor()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <DoorTab key={event.values.version} event={event} lastResult={result} />
    </EventTab>
  )
}
