import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import type { UploadHandle } from '#core/largest-file.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { artistFormSchema } from '#features/events/staff/artist-form.schema.ts'
import { eventTabPath } from '#features/events/staff/event-tabs.ts'
import { saveArtistForm } from '#features/events/staff/save-artist-form.server.ts'
import { readArtist } from '#features/events/staff/staff-events.reads.server.ts'
import { setArtistPicture } from '#features/events/staff/staff-events.writes.server.ts'
import { ArtistForm } from '#features/events/staff/ui/artist-form.tsx'
import { useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'

/** Reads the artist whom the address names, as they are stored; null for one whom the site does not know yet. */
export async function loader(args: LoaderFunctionArgs) {
  const [, found] = await readGuarded(args, requirePermission(args, 'manage_events'), () => findArtist(args))
  return found
}

/** @throws 404 where the address names nobody */
async function findArtist(args: LoaderFunctionArgs) {
  const name = new URL(args.request.url).searchParams.get('name')?.trim()
  if (!name) throw notFound()
  return { name, artist: await readArtist(args, name) }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_events')
  const eventId = z.uuid().safeParse(args.params.id).data
  if (!eventId) throw notFound()
  const { artist } = await findArtist(args)
  const { intent, form } = await readIntent(
    args.request,
    { save: artistFormSchema(Boolean(artist?.imagePath)), 'remove-picture': null },
    'save',
  )
  if (intent === 'save') return saveArtistForm(args, form, actor, eventId, artist)
  if (!artist) throw notFound()
  const removed = await setArtistPicture(args, artist.id, null, '')
  if (removed.ok) return redirect(eventTabPath(eventId, 'line-up', { done: 'picture-removed' }))
  return data({ refusal: refusalSentence(removed.refusal) }, { status: refusalStatus(removed.refusal) })
}

export const handle: StaffHandle & UploadHandle = { crumbs: () => [{ label: 'Artist' }], ...photoUpload }

/** Edits an artist of an event's lineup. */
export default function EventArtist() {
  const { name, artist } = useLoaderData<typeof loader>()
  const { id } = useEventEditor()
  const result = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      {result && 'refusal' in result && <Banner tone="danger" title={result.refusal} announce />}
      <ArtistForm
        eventId={id}
        name={name}
        artist={artist}
        lastResult={result && !('refusal' in result) ? result : null}
      />
    </div>
  )
}
