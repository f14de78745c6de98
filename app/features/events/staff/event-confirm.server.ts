/** Reads the unsaved changes of a tab that affect people who bought or hold, as the page that asks about them needs them. */
import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { payloadOfForm } from './event-conflict.server.ts'
import { eventTabPath, isEventTab } from './event-tabs.ts'
import { readEventEditor } from './staff-events.reads.server.ts'
import { eventDraftQuerySchema } from './staff-events.schema.ts'

/**
 * Reads the event and what the caller wants to save of the tab that the address names, as `saveEvent` takes it.
 * @throws a redirect to the tab where there is nothing to save, or nothing that can be saved; to the comparison where somebody
 *   else saved the event since; 404 where there is no such event or tab
 */
export async function readChangesToConfirm(args: RequestArgs & { params: { id?: string } }) {
  const event = await readEventEditor(args, args.params.id)
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const { tab } = eventDraftQuerySchema.parse(query)
  if (!event || !isEventTab(tab) || tab === 'codes') throw notFound()
  const draft = event.drafts.find((each) => each.tab === tab)
  if (!draft) throw redirect(eventTabPath(event.id, tab))
  if (draft.form.version !== event.values.version) throw redirect(paths.adminEventConflict(event.id, { tab }))
  const payload = payloadOfForm(tab, draft.form, event)
  if (!payload.ok) throw redirect(eventTabPath(event.id, tab))
  return { event, tab, payload: { ...payload.value, tab } }
}
