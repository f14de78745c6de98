/** The event form's way into the database, the same for a new event and a stored one. */

import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { FormRead } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { eventFormSchema } from './event-form.schema.ts'
import { eventPayload } from './event-payload.server.ts'
import { saveEvent } from './staff-events.writes.server.ts'

type Reply = ReturnType<typeof data<SubmissionResult>>

/**
 * Saves a posted form.
 * @param form the form as it was read
 * @param id the event's id, null for a new one
 * @returns a redirect to the event's form, or the reply that shows what is wrong at its field
 */
export async function saveEventForm(
  args: RequestArgs,
  form: FormRead<typeof eventFormSchema>,
  id: string | null,
): Promise<Response | Reply> {
  if (!form.ok) return form.reply()
  const payload = eventPayload(form.value, id)
  if (!payload.ok) return data(form.submission.reply({ fieldErrors: payload.messages }), { status: 422 })
  const key = readIdempotencyKey(args.request, form.submission.payload.idempotencyKey)
  const saved = await saveEvent(args, payload.value, key)
  if (!saved.ok) return form.refuse(saved.refusal)
  return redirect(paths.adminEvent(saved.value, { done: 'saved' }))
}
