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
import { formPayload, mergeForm, readStoredForm, saveForm, saveMerged } from './event-conflict.server.ts'
import { newEventDefaults } from './event-editor.ts'
import { newEventSchema } from './event-form.schema.ts'
import { eventPayload } from './event-payload.server.ts'
import { type DraftKey, draftTab, eventTabPath } from './event-tabs.ts'
import { readEventEditor } from './staff-events.reads.server.ts'
import { lossSentence } from './staff-events.rules.ts'
import { saveEvent, saveEventDraft } from './staff-events.writes.server.ts'

type TabArgs = RequestArgs & { params: { id?: string } }
type Reply = ReturnType<typeof data<SubmissionResult>>

/**
 * Saves the posted form of a tab, or of one code: its fields alone. Where somebody else saved the same meanwhile, changes of other
 * fields are merged; where both changed the same, what was sent is kept as the caller's draft and the page that compares is next.
 * Where saving affects people who bought or hold, it is kept too, and the page that says how and asks is next.
 * @param form as it was read with the tab's schema
 * @returns a redirect to the tab or one of these pages, or the reply that shows what is wrong at its field
 * @throws 404 where there is no such event
 */
export async function saveEventTab(
  args: TabArgs,
  key: DraftKey,
  form: FormRead<z.ZodType<object>>,
): Promise<Response | Reply> {
  const event = await readEventEditor(args, args.params.id)
  if (!event) throw notFound()
  if (!form.ok) return form.reply()
  const { value, submission } = form
  const payload = formPayload(key, value, event)
  if (!payload.ok) return data(submission.reply({ fieldErrors: payload.messages }), { status: 422 })
  const saved = await saveForm(args, key, payload.value)
  const tab = draftTab(key)
  if (saved.ok) return redirect(eventTabPath(event.id, tab, { done: 'saved' }))
  const keep = () => saveEventDraft(args, event.id, key, submission.payload)
  const { code } = saved.refusal
  if (code === 'confirm_first') {
    const kept = await keep()
    return kept.ok ? redirect(paths.adminEventConfirm(event.id, { tab })) : form.refuse(kept.refusal)
  }
  if (code === 'event_incomplete')
    return data(submission.reply({ formErrors: [lossSentence(saved.refusal.facts.missing)] }), {
      status: refusalStatus(saved.refusal),
    })
  if (code !== 'changed_meanwhile' && code !== 'not_found') return form.refuse(saved.refusal)
  const stored = await readStoredForm(args, event, key)
  const { values, conflicts } = mergeForm(submission.payload, stored)
  // Not found: somebody archived the code, or what it is for.
  if (!values || (code === 'not_found' && stored.values)) return form.refuse(saved.refusal)
  if (conflicts.length === 0) {
    const merged = await saveMerged(args, values, stored)
    if (merged.ok) return redirect(eventTabPath(event.id, tab, { done: 'merged' }))
    if (merged.refusal.code === 'confirm_first') return redirect(paths.adminEventConfirm(event.id, { tab }))
  }
  const kept = await keep()
  return kept.ok ? redirect(paths.adminEventConflict(event.id, { tab: key })) : form.refuse(kept.refusal)
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
