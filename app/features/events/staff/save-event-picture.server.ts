/** Stores the picture of an event that staff sent, and replies to the form. */
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { photoFormSchema } from '#core/photo-form.schema.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { FormRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { isAboutPhoto, storePhoto } from '#server/store-photo.server.ts'
import type { EventEditor } from './event-editor.ts'
import { setEventPicture } from './staff-events.writes.server.ts'

type Form = FormRead<typeof photoFormSchema>

/** The file itself is never sent back. */
const hideFields = ['picture']

/**
 * Saves the posted picture form: makes and stores the files of a new picture, and writes its key and description to the event.
 * @param actor the admin who sends it
 * @param event as it is stored; without a new file it keeps its picture
 * @returns a redirect to the event's form, or the reply that shows what is wrong at its field
 */
export async function saveEventPicture(
  args: RequestArgs,
  form: Form,
  actor: Actor,
  event: Pick<EventEditor, 'id' | 'values'>,
) {
  const reply = (
    status: number,
    errors?: { fieldErrors?: Record<string, string[]>; formErrors?: string[] },
  ) => data({ picture: form.submission.reply({ ...errors, hideFields }) }, { status })
  const refuse = (refusal: Refusal, atPicture: boolean) => {
    const messages = [refusalSentence(refusal)]
    return reply(
      refusalStatus(refusal),
      atPicture ? { fieldErrors: { picture: messages } } : { formErrors: messages },
    )
  }
  if (!form.ok) return reply(422)
  const { picture, focus, imageAlt } = form.value
  let key = event.values.imagePath || null
  if (picture) {
    const stored = await storePhoto(actor, picture, focus, 'all')
    if (!stored.ok) return refuse(stored.refusal, isAboutPhoto(stored.refusal))
    key = stored.value
  }
  if (!key) return refuse({ code: 'picture_missing', facts: {} }, true)
  const saved = await setEventPicture(args, event.id, key, imageAlt)
  if (!saved.ok) return refuse(saved.refusal, false)
  return redirect(paths.adminEvent(event.id, { done: 'picture' }))
}
