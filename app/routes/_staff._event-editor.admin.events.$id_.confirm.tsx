import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readChangesToConfirm } from '#features/events/staff/event-confirm.server.ts'
import { eventTabPath } from '#features/events/staff/event-tabs.ts'
import { previewEventSave } from '#features/events/staff/staff-events.reads.server.ts'
import { lossSentence } from '#features/events/staff/staff-events.rules.ts'
import { eventConsentSchema } from '#features/events/staff/staff-events.schema.ts'
import { saveEvent } from '#features/events/staff/staff-events.writes.server.ts'
import { EventConfirm } from '#features/events/staff/ui/event-confirm.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, loaded] = await readGuarded(args, requirePermission(args, 'manage_events'), async () => {
    const { event, tab, payload } = await readChangesToConfirm(args)
    return { event, tab, consequences: await previewEventSave(args, payload) }
  })
  const { event, tab, consequences } = loaded
  if (consequences.length === 0) throw redirect(eventTabPath(event.id, tab))
  return {
    eventId: event.id,
    tab,
    version: event.values.version,
    currency: event.currency,
    now: event.now,
    consequences,
  }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const form = await readForm(args.request, eventConsentSchema)
  const { event, tab, payload } = await readChangesToConfirm(args)
  const here = paths.adminEventConfirm(event.id, { tab })
  if (!form.ok || form.value.version !== event.values.version) throw redirect(here)
  const saved = await saveEvent(args, { ...payload, confirmed: form.value.confirmed }, null)
  if (saved.ok) return redirect(eventTabPath(event.id, tab, { done: 'saved' }))
  const { code, facts } = saved.refusal
  // Something else is affected by now: the page says it.
  if (code === 'confirm_first' || code === 'changed_meanwhile') return redirect(here)
  const refusal = code === 'event_incomplete' ? lossSentence(facts.missing) : refusalSentence(saved.refusal)
  return data({ refusal }, { status: refusalStatus(saved.refusal) })
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Confirm changes' }] }

/** Says what unsaved changes of a tab mean for people who bought or hold, and asks before they are saved. */
export default function EventConfirmPage() {
  const loaded = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return <EventConfirm {...loaded} refusal={refusal} />
}
