/** The way of the event editor's forms into the database: a new event, and each tab of a stored one. */
import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import type * as z from 'zod'
import * as paths from '#core/paths.ts'
import { refusalStatus } from '#core/result.ts'
import { notFound } from '#server/api.server.ts'
import { type FormRead, readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { mergeTab, saveMerged } from './event-conflict.server.ts'
import { newEventDefaults } from './event-editor.ts'
import { newEventSchema } from './event-form.schema.ts'
import { eventPayload } from './event-payload.server.ts'
import { type EventTabId, eventTabPath } from './event-tabs.ts'
import { readEventEditor } from './staff-events.reads.server.ts'
import { lossSentence } from './staff-events.rules.ts'
import { saveEvent, saveEventDraft } from './staff-events.writes.server.ts'

type TabArgs = RequestArgs & { params: { id?: string } }
type Reply = ReturnType<typeof data<SubmissionResult>>

/**
 * Saves the posted form of a tab: the fields of that tab alone. Where somebody else saved the event meanwhile, changes of other
 * fields are merged; where both changed the same, what was sent is kept as the caller's draft and the page that compares is next.
 * Where saving affects people who bought or hold, it is kept too, and the page that says how and asks is next.
 * @param form as it was read with the tab's schema
 * @returns a redirect to the tab or one of these pages, or the reply that shows what is wrong at its field
 * @throws 404 where there is no such event
 */
export async function saveEventTab(
  args: TabArgs,
  tab: EventTabId,
  form: FormRead<z.ZodType<object>>,
): Promise<Response | Reply> {
  const stored = await readEventEditor(args, args.params.id)
  if (!stored) throw notFound()
  if (!form.ok) return form.reply()
  const { value, submission } = form
  const zone = 'timeZone' in value ? String(value.timeZone) : stored.values.timeZone
  const payload = eventPayload(value, stored.id, zone)
  if (!payload.ok) return data(submission.reply({ fieldErrors: payload.messages }), { status: 422 })
  const saved = await saveEvent(args, { ...payload.value, tab }, null)
  if (saved.ok) return redirect(eventTabPath(stored.id, tab, { done: 'saved' }))
  const keep = () => saveEventDraft(args, stored.id, tab, submission.payload)
  if (saved.refusal.code === 'confirm_first') {
    const kept = await keep()
    return kept.ok ? redirect(paths.adminEventConfirm(stored.id, { tab })) : form.refuse(kept.refusal)
  }
  if (saved.refusal.code === 'event_incomplete')
    return data(submission.reply({ formErrors: [lossSentence(saved.refusal.facts.missing)] }), {
      status: refusalStatus(saved.refusal),
    })
  if (saved.refusal.code !== 'changed_meanwhile') return form.refuse(saved.refusal)
  const { values, conflicts } = mergeTab(tab, submission.payload, stored)
  if (conflicts.length === 0) {
    const merged = await saveMerged(args, tab, values, stored)
    if (merged.ok) return redirect(eventTabPath(stored.id, tab, { done: 'merged' }))
    if (merged.refusal.code === 'confirm_first') return redirect(paths.adminEventConfirm(stored.id, { tab }))
  }
  const kept = await keep()
  return kept.ok ? redirect(paths.adminEventConflict(stored.id, { tab })) : form.refuse(kept.refusal)
}

/**
 * Makes a draft from the posted form of a new event. A repeated request with the same idempotency key makes one draft.
 * @returns a redirect to its editor, or the reply that shows what is wrong at its field
 */
export async function createEvent(args: RequestArgs): Promise<Response | Reply> {
  const form = await readForm(args.request, newEventSchema)
  if (!form.ok) return form.reply()
  const payload = eventPayload(form.value, null, form.value.timeZone)
  if (!payload.ok) return data(form.submission.reply({ fieldErrors: payload.messages }), { status: 422 })
  const key = readIdempotencyKey(args.request, form.submission.payload.idempotencyKey)
  const saved = await saveEvent(args, { ...newEventDefaults, ...payload.value }, key)
  if (!saved.ok) return form.refuse(saved.refusal)
  return redirect(paths.adminEvent(saved.value, { done: 'saved' }))
}
