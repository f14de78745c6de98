import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { eventFormSchema, eventStatusSchema } from '#features/events/staff/event-form.schema.ts'
import { eventPictureSchema } from '#features/events/staff/event-picture.schema.ts'
import { saveEventForm } from '#features/events/staff/save-event-form.server.ts'
import { saveEventPicture } from '#features/events/staff/save-event-picture.server.ts'
import { readEventEditor } from '#features/events/staff/staff-events.reads.server.ts'
import {
  copyEvent,
  setEventPicture,
  setEventStatus,
} from '#features/events/staff/staff-events.writes.server.ts'
import * as css from '#features/events/staff/ui/event-form.css.ts'
import { EventForm } from '#features/events/staff/ui/event-form.tsx'
import { EventPictureForm } from '#features/events/staff/ui/event-picture-form.tsx'
import { EventStatePanel } from '#features/events/staff/ui/event-state-panel.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

const doneSchema = z
  .enum(['saved', 'picture', 'picture-removed', 'published', 'postponed', 'cancelled', 'archived'])
  .nullable()
  .catch(null)

export async function loader(args: LoaderFunctionArgs) {
  const [, event] = await readGuarded(args, requireRole(args, 'admin'), () =>
    readEventEditor(args, args.params.id),
  )
  if (!event) throw notFound()
  const done = doneSchema.parse(new URL(args.request.url).searchParams.get('done'))
  return { event, done, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireRole(args, 'admin')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const { intent, form, fields } = await readIntent(
    args.request,
    {
      save: eventFormSchema,
      picture: eventPictureSchema,
      'remove-picture': null,
      copy: null,
      status: eventStatusSchema,
    },
    'save',
  )
  switch (intent) {
    case 'save':
      return saveEventForm(args, form, id)
    case 'picture': {
      const event = await readEventEditor(args, id)
      if (!event) throw notFound()
      return saveEventPicture(args, form, actor, event)
    }
    case 'remove-picture': {
      const removed = await setEventPicture(args, id, null, '')
      if (removed.ok) return redirect(paths.adminEvent(id, { done: 'picture-removed' }))
      return data({ refusal: refusalSentence(removed.refusal) }, { status: refusalStatus(removed.refusal) })
    }
    case 'copy': {
      const key = readIdempotencyKey(args.request, fields.get('idempotencyKey'))
      const copied = await copyEvent(args, id, key)
      if (copied.ok) return redirect(paths.adminEvent(copied.value, { done: 'saved' }))
      return data({ refusal: refusalSentence(copied.refusal) }, { status: refusalStatus(copied.refusal) })
    }
    case 'status': {
      if (!form.ok) {
        const [refusal = ''] = Object.values(form.reply().data.error ?? {}).flatMap(
          (messages) => messages ?? [],
        )
        return data({ refusal }, { status: 422 })
      }
      const { status, note = '' } = form.value
      const set = await setEventStatus(args, id, status, note)
      if (set.ok) return redirect(paths.adminEvent(id, { done: status }))
      return data({ refusal: refusalSentence(set.refusal) }, { status: refusalStatus(set.refusal) })
    }
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Edit ${loaded.event.title}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: data.event.title }] : []),
  event: { of: (_data, params) => params.id ?? null, to: (id) => paths.adminEvent(id) },
}

/** Edits one event with everything it sells, and changes its state. */
export default function EditEvent() {
  const { event, done, idempotencyKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refusal = result && 'refusal' in result ? result.refusal : null
  const closed = event.status === 'cancelled' || event.status === 'archived'
  return (
    <div>
      <PageHeader title={event.title} />
      <div className={css.columns}>
        <aside className={css.aside}>
          <EventStatePanel
            event={event}
            done={result ? null : done}
            refusal={refusal}
            idempotencyKey={idempotencyKey}
          />
        </aside>
        {closed ? (
          <p>This event is {event.status}. You can copy it, but not change it.</p>
        ) : (
          <div className={css.form}>
            <EventPictureForm
              // Resets the form with each saved picture.
              key={`${event.values.imagePath} ${event.values.imageAlt}`}
              imagePath={event.values.imagePath}
              imageAlt={event.values.imageAlt}
              lastResult={result && 'picture' in result ? result.picture : null}
            />
            <EventForm
              // Resets the form with each saved version of the event.
              key={event.values.version}
              values={event.values}
              lastResult={result && !('refusal' in result) && !('picture' in result) ? result : null}
              editor={event}
            />
          </div>
        )}
      </div>
    </div>
  )
}
