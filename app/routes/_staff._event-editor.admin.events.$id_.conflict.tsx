import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { describeConflicts, mergeTab, saveMerged } from '#features/events/staff/event-conflict.server.ts'
import { eventTabPath, isEventTab } from '#features/events/staff/event-tabs.ts'
import { readEventEditor } from '#features/events/staff/staff-events.reads.server.ts'
import { eventChoicesSchema, eventDraftQuerySchema } from '#features/events/staff/staff-events.schema.ts'
import { EventConflict } from '#features/events/staff/ui/event-conflict.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

type Args = RequestArgs & { params: { id?: string } }

/** Reads the event with what the caller typed into the tab; goes back to the tab where there is nothing to compare. */
async function readBoth(args: Args) {
  const event = await readEventEditor(args, args.params.id)
  if (!event) throw notFound()
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const { tab } = eventDraftQuerySchema.parse(query)
  if (!isEventTab(tab)) throw notFound()
  const draft = event.drafts.find((each) => each.tab === tab)
  return { event, tab, draft }
}

export async function loader(args: LoaderFunctionArgs) {
  const [, { event, tab, draft }] = await readGuarded(args, requireRole(args, 'admin'), () => readBoth(args))
  if (!draft) throw redirect(eventTabPath(event.id, tab))
  const { conflicts } = mergeTab(tab, draft.form, event)
  return {
    eventId: event.id,
    tab,
    version: event.values.version,
    conflicts: describeConflicts(conflicts, event, draft.form),
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireRole(args, 'admin')
  const { form, fields } = await readIntent(args.request, { choose: eventChoicesSchema }, 'choose')
  const { event, tab, draft } = await readBoth(args)
  if (!draft) throw redirect(eventTabPath(event.id, tab))
  const here = paths.adminEventConflict(event.id, { tab })
  // They saved again: the choice was between other values.
  if (!form.ok || form.value.version !== event.values.version) throw redirect(here)
  const { all } = form.value
  const asked = mergeTab(tab, draft.form, event).conflicts.map(({ path }) => path)
  const sideOf = (path: string) => all ?? (fields.get(`take ${path}`) === 'theirs' ? 'theirs' : 'mine')
  if (!all && asked.some((path) => !fields.get(`take ${path}`)))
    return data({ refusal: 'Choose one of the two for each field.' }, { status: 422 })
  const choices = new Map(asked.map((path) => [path, sideOf(path)]))
  const saved = await saveMerged(args, tab, mergeTab(tab, draft.form, event, choices).values, event)
  if (saved.ok) return redirect(eventTabPath(event.id, tab, { done: 'merged' }))
  if (saved.refusal.code === 'changed_meanwhile') return redirect(here)
  if (saved.refusal.code === 'confirm_first') return redirect(paths.adminEventConfirm(event.id, { tab }))
  const refusal = 'message' in saved ? saved.message : refusalSentence(saved.refusal)
  return data({ refusal }, { status: refusalStatus(saved.refusal) })
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Compare changes' }] }

/** Asks whose values count where two people changed a tab at once. */
export default function EventConflictPage() {
  const loaded = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return <EventConflict {...loaded} refusal={refusal} />
}
