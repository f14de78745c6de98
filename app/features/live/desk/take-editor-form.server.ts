import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { FormRead, IntentRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { isAboutPhoto, storePhoto } from '#server/store-photo.server.ts'
import { posterFormSchema, replayFormSchema, sourceFormSchema, streamFormSchema } from './desk.schema.ts'
import { saveStream, setStreamPicture, setStreamReplay, setStreamSource } from './desk.writes.server.ts'

/** The forms of a stream's editor by their intent. */
export const editorForms = {
  save: streamFormSchema,
  poster: posterFormSchema,
  'remove-poster': null,
  replay: replayFormSchema,
  source: sourceFormSchema,
}

/** The poster that a stream has of its own; null while it shows that of its event. */
type OwnPoster = string | null

/**
 * Saves one form of a stream's editor.
 * @param actor the admin who sends it
 * @param poster the stored one, which a form without a file describes again
 * @returns a redirect to the editor, or the reply that shows what is wrong at its field
 */
export async function takeEditorForm(
  args: RequestArgs,
  actor: Actor,
  stream: string,
  poster: OwnPoster,
  sent: IntentRead<typeof editorForms>,
) {
  const { intent, form } = sent
  const done = () => redirect(paths.adminStreamEdit(stream, { done: intent }), 303)
  if (intent === 'remove-poster') {
    const removed = await setStreamPicture(args, stream, null, null)
    if (removed.ok) return done()
    const refusal = refusalSentence(removed.refusal)
    return data({ intent: null, reply: null, refusal }, refusalStatus(removed.refusal))
  }
  if (intent === 'poster') {
    const refused = await savePoster(args, actor, stream, poster, form)
    return refused ? atForm(intent, refused) : done()
  }
  if (!form.ok) return atForm(intent, form.reply())
  const saved =
    intent === 'save'
      ? await saveStream(args, stream, form.value)
      : intent === 'replay'
        ? await setStreamReplay(args, stream, form.value.isOn === 'on', form.value.days)
        : await setStreamSource(args, stream, form.value)
  return saved.ok ? done() : atForm(intent, form.refuse(saved.refusal))
}

type FormReply = ReturnType<Extract<FormRead<typeof streamFormSchema>, { ok: false }>['reply']>

/** Shows what a form was refused for at that form. */
const atForm = (intent: string, { data: reply, init }: FormReply) =>
  data({ intent, reply, refusal: null }, init ?? undefined)

/** Stores a new poster, or describes the stored one again. @returns null when it was saved, or the reply */
async function savePoster(
  args: RequestArgs,
  actor: Actor,
  stream: string,
  poster: OwnPoster,
  form: FormRead<typeof posterFormSchema>,
): Promise<FormReply | null> {
  // The file itself is never sent back.
  const hideFields = ['picture']
  const refuse = (refusal: Refusal) => {
    const messages = [refusalSentence(refusal)]
    const shown = isAboutPhoto(refusal) ? { fieldErrors: { picture: messages } } : { formErrors: messages }
    return data(form.submission.reply({ ...shown, hideFields }), { status: refusalStatus(refusal) })
  }
  if (!form.ok) return data(form.submission.reply({ hideFields }), { status: 422 })
  const { picture, focus, imageAlt } = form.value
  if (!picture && !poster) return refuse({ code: 'picture_missing', facts: {} })
  const stored = picture ? await storePhoto(actor, picture, focus, 'all') : null
  if (stored && !stored.ok) return refuse(stored.refusal)
  const set = await setStreamPicture(args, stream, stored?.value ?? poster, imageAlt)
  return set.ok ? null : refuse(set.refusal)
}
