import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { endEventSchema } from '#features/events/staff/event-form.schema.ts'
import { readEventEnding } from '#features/events/staff/staff-events.reads.server.ts'
import { nextStatuses } from '#features/events/staff/staff-events.rules.ts'
import { setEventStatus } from '#features/events/staff/staff-events.writes.server.ts'
import { EndEvent } from '#features/events/staff/ui/end-event.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const endings = { cancel: 'cancelled', archive: 'archived' } as const
const stepSchema = z.enum(['cancel', 'archive'])

export async function loader(args: LoaderFunctionArgs) {
  const step = stepSchema.safeParse(args.params.step).data
  const [, event] = await readGuarded(args, requireRole(args, 'admin'), () =>
    readEventEnding(args, step && args.params.id),
  )
  if (!event || !step) throw notFound()
  if (!nextStatuses(event, event.now).includes(endings[step])) throw redirect(paths.adminEvent(event.id))
  return { event, step }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireRole(args, 'admin')
  const step = stepSchema.safeParse(args.params.step).data
  const event = step ? await readEventEnding(args, args.params.id) : null
  if (!event || !step) throw notFound()
  const form = await readForm(args.request, endEventSchema(step === 'cancel' ? event.title : null))
  if (!form.ok) return form.reply()
  const { currentPassword, note = '' } = form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const ended = await setEventStatus(args, event.id, endings[step], note)
  return ended.ok ? redirect(paths.adminEvent(event.id, { done: endings[step] })) : form.refuse(ended.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `${verbs[loaded.step]} ${loaded.event.title}` : 'Page Not Found',
    noindex: true,
  })

const verbs = { cancel: 'Cancel', archive: 'Archive' }

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [{ label: data.event.title, to: paths.adminEvent(data.event.id) }, { label: verbs[data.step] }]
      : [],
}

/** Confirms before an event is cancelled or archived: neither can be undone. */
export default function EndEventPage() {
  const { event, step } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title={`${verbs[step]} “${event.title}”?`} />
      <div className={narrow}>
        <EndEvent event={event} step={step} reply={reply ?? null} />
      </div>
    </div>
  )
}
