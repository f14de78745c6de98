import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { readDoorLayout } from '#features/events/staff/door-layout.reads.server.ts'
import { doorLayoutForms } from '#features/events/staff/door-layout.schema.ts'
import { saveDoorLayout } from '#features/events/staff/door-layout.writes.server.ts'
import { doorFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { DoorLayoutSections } from '#features/events/staff/ui/door-layout.tsx'
import { DoorTab } from '#features/events/staff/ui/door-tab.tsx'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

/** @throws 404 for an address that names no event */
function eventOf(args: LoaderFunctionArgs): string {
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  return id
}

export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return { layout: await readDoorLayout(args, eventOf(args)) }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const sent = await readIntent(args.request, { ...doorLayoutForms, door: doorFormSchema }, 'door')
  if (sent.intent === 'door') {
    const saved = await saveEventTab(args, 'door', sent.form)
    return saved instanceof Response
      ? saved
      : data({ saved: saved.data, place: null }, saved.init ?? undefined)
  }
  const id = sent.fields.get('id')
  const reply = (errors: Record<string, string[] | null>, status: number) =>
    data(
      { saved: null, place: { intent: sent.intent, id: typeof id === 'string' ? id : null, errors } },
      status,
    )
  if (!sent.form.ok) return reply(sent.form.reply().data.error ?? {}, 422)
  const event = eventOf(args)
  const saved = await saveDoorLayout(args, event, sent.form.value)
  if (saved.ok) return redirect(`${paths.adminEventTab(event, 'door')}?done=saved`)
  const refused = sent.form.refuse(saved.refusal)
  return reply(refused.data.error ?? {}, 409)
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Door' }] }

/** Edits whom an event admits, and until when; its zones and gates. */
export default function EventDoor() {
  const event = useEventEditor()
  const { layout } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <DoorTab key={event.values.version} event={event} lastResult={result?.saved ?? null} />
      <DoorLayoutSections layout={layout} reply={result?.place ?? null} />
    </EventTab>
  )
}
