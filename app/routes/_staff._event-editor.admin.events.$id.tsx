import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { photoFormSchema } from '#core/photo-form.schema.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { eventAccessSchema } from '#features/events/staff/event-access.schema.ts'
import { detailsFormSchema } from '#features/events/staff/event-form.schema.ts'
import { saveEventPicture } from '#features/events/staff/save-event-picture.server.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { readEventEditor } from '#features/events/staff/staff-events.reads.server.ts'
import { lossSentence } from '#features/events/staff/staff-events.rules.ts'
import { setEventPassword, setEventPicture } from '#features/events/staff/staff-events.writes.server.ts'
import { DetailsTab } from '#features/events/staff/ui/details-tab.tsx'
import { EventAccessForm } from '#features/events/staff/ui/event-access-form.tsx'
import { EventPictureForm } from '#features/events/staff/ui/event-picture-form.tsx'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_events')
  const { intent, form } = await readIntent(
    args.request,
    {
      save: detailsFormSchema,
      picture: photoFormSchema,
      'remove-picture': null,
      password: eventAccessSchema,
    },
    'save',
  )
  switch (intent) {
    case 'save':
      return saveEventTab(args, 'details', form)
    case 'picture': {
      const event = await readEventEditor(args, args.params.id)
      if (!event) throw notFound()
      return saveEventPicture(args, form, actor, event)
    }
    case 'password': {
      if (!form.ok) return accessReply(form.reply())
      const id = z.uuid().safeParse(args.params.id).data
      if (!id) throw notFound()
      const set = await setEventPassword(args, id, form.value.password)
      return set.ok
        ? redirect(paths.adminEvent(id, { done: 'password' }))
        : accessReply(form.refuse(set.refusal))
    }
    case 'remove-picture': {
      const id = z.uuid().safeParse(args.params.id).data
      if (!id) throw notFound()
      const removed = await setEventPicture(args, id, null, '')
      if (removed.ok) return redirect(paths.adminEvent(id, { done: 'picture-removed' }))
      const { code, facts } = removed.refusal
      const refusal =
        code === 'event_incomplete' ? lossSentence(facts.missing) : refusalSentence(removed.refusal)
      return data({ refusal }, { status: refusalStatus(removed.refusal) })
    }
  }
}

function accessReply(reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data({ access: reply.data }, reply.init ?? undefined)
}

export const handle = photoUpload

/** Edits what, when and where an event is, its picture and its password. */
export default function EventDetails() {
  const event = useEventEditor()
  const result = useActionData<typeof action>()
  const { imagePath, imageAlt, version, visibility, hasPassword } = event.values
  const lastResult =
    result && !('refusal' in result) && !('picture' in result) && !('access' in result) ? result : null
  // A published event wants the password before it may ask for it.
  const wantsPassword = lastResult?.initialValue?.visibility === 'password' && !hasPassword
  return (
    <EventTab replied={Boolean(result)}>
      <div className={stack[5]}>
        {result && 'refusal' in result && <Banner tone="danger" title={result.refusal} announce />}
        <EventPictureForm
          // Resets the form with each saved picture.
          key={`${imagePath} ${imageAlt}`}
          imagePath={imagePath}
          imageAlt={imageAlt}
          lastResult={result && 'picture' in result ? result.picture : null}
        />
        {(visibility === 'password' || wantsPassword) && (
          <EventAccessForm
            eventId={event.id}
            hasPassword={hasPassword}
            isLocked={visibility === 'password'}
            reply={result && 'access' in result ? result.access : null}
          />
        )}
        <DetailsTab
          // Resets the form with each saved version of the event.
          key={version}
          event={event}
          lastResult={lastResult}
        />
      </div>
    </EventTab>
  )
}
