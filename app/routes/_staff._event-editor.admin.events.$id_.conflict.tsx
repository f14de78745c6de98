import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import {
  describeConflicts,
  mergeForm,
  readStoredForm,
  saveMerged,
} from '#features/events/staff/event-conflict.server.ts'
import {
  draftCode,
  draftPath,
  draftTab,
  eventTabPath,
  readDraftKey,
} from '#features/events/staff/event-tabs.ts'
import { readEventEditor } from '#features/events/staff/staff-events.reads.server.ts'
import { eventChoicesSchema, eventDraftQuerySchema } from '#features/events/staff/staff-events.schema.ts'
import { discardEventDraft } from '#features/events/staff/staff-events.writes.server.ts'
import { EventConflict } from '#features/events/staff/ui/event-conflict.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

type Args = RequestArgs & { params: { id?: string } }

/** Reads what is stored of a form, with what the caller typed into it; goes back to the form where there is nothing to compare. */
async function readBoth(args: Args) {
  const event = await readEventEditor(args, args.params.id)
  if (!event) throw notFound()
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const key = readDraftKey(eventDraftQuerySchema.parse(query).tab)
  if (!key) throw notFound()
  const draft = event.drafts.find((each) => each.tab === key)
  // A new code can't be somebody else's too.
  if (!draft || draftCode(key) === 'new') throw redirect(draftPath(event.id, key))
  return { key, draft, stored: await readStoredForm(args, event, key) }
}

export async function loader(args: LoaderFunctionArgs) {
  const [, { key, draft, stored }] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readBoth(args),
  )
  const { conflicts } = mergeForm(draft.form, stored)
  return {
    eventId: stored.event.id,
    draftKey: key,
    version: stored.version,
    conflicts: describeConflicts(conflicts, stored, draft.form),
  }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const { form, fields } = await readIntent(args.request, { choose: eventChoicesSchema }, 'choose')
  const { key, draft, stored } = await readBoth(args)
  const { id } = stored.event
  const here = paths.adminEventConflict(id, { tab: key })
  // They saved again: the choice was between other values.
  if (!form.ok || form.value.version !== stored.version) throw redirect(here)
  const { all } = form.value
  const asked = mergeForm(draft.form, stored).conflicts.map(({ path }) => path)
  const sideOf = (path: string) => all ?? (fields.get(`take ${path}`) === 'theirs' ? 'theirs' : 'mine')
  if (!all && asked.some((path) => !fields.get(`take ${path}`)))
    return data({ refusal: 'Choose one of the two for each field.' }, { status: 422 })
  const choices = new Map(asked.map((path) => [path, sideOf(path)]))
  const { values } = mergeForm(draft.form, stored, choices)
  const tab = draftTab(key)
  const saved = values ? await saveMerged(args, values, stored) : await discardEventDraft(args, id, key)
  if (saved.ok) return redirect(eventTabPath(id, tab, { done: values ? 'merged' : 'saved' }))
  if (saved.refusal.code === 'changed_meanwhile') return redirect(here)
  if (saved.refusal.code === 'confirm_first') return redirect(paths.adminEventConfirm(id, { tab }))
  const refusal = 'message' in saved ? saved.message : refusalSentence(saved.refusal)
  return data({ refusal }, { status: refusalStatus(saved.refusal) })
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Compare changes' }] }

/** Asks whose values count where two people changed a tab or a code at once. */
export default function EventConflictPage() {
  const loaded = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return <EventConflict {...loaded} refusal={refusal} />
}
