import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { ticketsFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { TicketsTab } from '#features/events/staff/ui/tickets-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return saveEventTab(args, 'tickets', await readForm(args.request, ticketsFormSchema))
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Tickets' }] }

/** Edits what an event sells. */
export default function EventTickets() {
  const event = useEventEditor()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <TicketsTab key={event.values.version} event={event} lastResult={result} />
    </EventTab>
  )
}
