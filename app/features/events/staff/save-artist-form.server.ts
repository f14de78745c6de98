/** Stores what staff sent about an artist, and replies to the form. */
import { data, redirect } from '@remix-run/node'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { FormRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { isAboutPhoto, storePhoto } from '#server/store-photo.server.ts'
import { ARTIST_LINK_KINDS } from '../event-values.ts'
import type { Artist } from '../events.types.ts'
import type { artistFormSchema } from './artist-form.schema.ts'
import { eventTabPath } from './event-tabs.ts'
import { saveArtist, setArtistPicture } from './staff-events.writes.server.ts'

/**
 * Saves the posted form of an artist: the files of a new picture, then name and links, then the picture with its description.
 * @param actor the admin who sends it
 * @param eventId the event whose lineup the form was opened from
 * @param stored the artist as they are stored; null for a new one
 * @returns a redirect to the lineup, or the reply that shows what is wrong at its field
 */
export async function saveArtistForm(
  args: RequestArgs,
  form: FormRead<ReturnType<typeof artistFormSchema>>,
  actor: Actor,
  eventId: string,
  stored: Artist | null,
) {
  // The file itself is never sent back.
  const hideFields = ['picture']
  const refuse = (refusal: Refusal) => {
    const messages = [refusalSentence(refusal)]
    const field = isAboutPhoto(refusal) ? 'picture' : refusal.code === 'artist_exists' ? 'name' : null
    const shown = field ? { fieldErrors: { [field]: messages } } : { formErrors: messages }
    return data(form.submission.reply({ ...shown, hideFields }), { status: refusalStatus(refusal) })
  }
  if (!form.ok) return data(form.submission.reply({ hideFields }), { status: 422 })
  const { id, name, picture, focus, imageAlt, links } = form.value
  // Somebody else made or renamed this artist since the form was opened.
  if (id !== stored?.id) return refuse({ code: 'artist_changed', facts: {} })
  let key = stored?.imagePath ?? null
  if (picture) {
    const made = await storePhoto(actor, picture, focus, 'square')
    if (!made.ok) return refuse(made.refusal)
    key = made.value
  }
  const saved = await saveArtist(args, {
    id: stored?.id,
    name,
    links: ARTIST_LINK_KINDS.flatMap((kind) => (links[kind] ? [{ kind, url: links[kind] }] : [])),
  })
  if (!saved.ok) return refuse(saved.refusal)
  if (key) {
    const set = await setArtistPicture(args, saved.value, key, imageAlt)
    if (!set.ok) return refuse(set.refusal)
  }
  return redirect(eventTabPath(eventId, 'line-up', { done: 'artist' }))
}
