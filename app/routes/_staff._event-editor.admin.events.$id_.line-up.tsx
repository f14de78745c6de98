import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { lineUpFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { LineUpTab } from '#features/events/staff/ui/line-up-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireRole } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function action(args: ActionFunctionArgs) {
  await requireRole(args, 'admin')
  return saveEventTab(args, 'line-up', await readForm(args.request, lineUpFormSchema))
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Line-up' }] }

/** Edits who plays at an event. */
export default function EventLineUp() {
  const event = useEventEditor()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <LineUpTab key={event.values.version} event={event} lastResult={result} />
    </EventTab>
  )
}
