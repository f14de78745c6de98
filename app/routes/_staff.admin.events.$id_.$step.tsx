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
import type { Result } from '#core/result.ts'
import { endEventSchema, postponeEventSchema } from '#features/events/staff/event-form.schema.ts'
import { eventPayload } from '#features/events/staff/event-payload.server.ts'
import { readEventEnding } from '#features/events/staff/staff-events.reads.server.ts'
import { nextStatuses } from '#features/events/staff/staff-events.rules.ts'
import type { EventEnding } from '#features/events/staff/staff-events.types.ts'
import { deleteDraftEvent, setEventStatus } from '#features/events/staff/staff-events.writes.server.ts'
import { EndEvent } from '#features/events/staff/ui/end-event.tsx'
import { PostponeEvent } from '#features/events/staff/ui/postpone-event.tsx'
import { announceNewDate } from '#features/orders/event-changes/event-changes.writes.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const steps = {
  cancel: { verb: 'Cancel', status: 'cancelled' },
  postpone: { verb: 'Postpone', status: 'postponed' },
  archive: { verb: 'Archive', status: 'archived' },
  delete: { verb: 'Delete', status: null },
} as const
const stepSchema = z.enum(['cancel', 'postpone', 'archive', 'delete'])
type Step = z.output<typeof stepSchema>

/** Returns whether the step is possible now; the date of a postponed event is set by the step that postpones it. */
function isPossible(event: EventEnding, step: Step): boolean {
  if (step === 'postpone' && event.status === 'postponed') return true
  const { status } = steps[step]
  return status === null ? event.status === 'draft' : nextStatuses(event, event.now).includes(status)
}

export async function loader(args: LoaderFunctionArgs) {
  const step = stepSchema.safeParse(args.params.step).data
  const [, event] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readEventEnding(args, step && args.params.id),
  )
  if (!event || !step) throw notFound()
  if (!isPossible(event, step)) throw redirect(paths.adminEvent(event.id))
  const { searchParams } = new URL(args.request.url)
  const wall = (name: string) => z.string().max(20).safeParse(searchParams.get(name)).data ?? ''
  const start = { doorsAt: wall('doorsAt'), startsAt: wall('startsAt'), endsAt: wall('endsAt') }
  const inUse = readPaymentProviders()
  const closedProviders = event.providers.filter(({ provider }) => !inUse.has(provider))
  return { event, step, start, closedProviders }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_events')
  const step = stepSchema.safeParse(args.params.step).data
  const event = step ? await readEventEnding(args, args.params.id) : null
  if (!event || !step) throw notFound()
  const prove = (password: string | undefined) => (password ? proveAgain(args, actor, password) : null)
  if (step === 'postpone') {
    const form = await readForm(args.request, postponeEventSchema)
    if (!form.ok) return form.reply()
    const { doorsAt, startsAt, endsAt, note = '', currentPassword } = form.value
    const payload = eventPayload({ doorsAt, startsAt, endsAt }, event.id, event.timeZone)
    if (!payload.ok) {
      const messages = { fieldErrors: payload.messages, hideFields: ['currentPassword'] }
      return data(form.submission.reply(messages), { status: 422 })
    }
    const refusal = await prove(currentPassword)
    if (refusal) return form.refuse(refusal)
    const times = z
      .object({ doorsAt: z.string(), startsAt: z.string(), endsAt: z.string() })
      .safeParse(payload.value).data
    const changed: Result<unknown> = times
      ? await announceNewDate(args, event.id, times, note)
      : await setEventStatus(args, event.id, 'postponed', note)
    return changed.ok ? redirect(paths.adminEventChanges(event.id)) : form.refuse(changed.refusal)
  }
  if (step === 'delete') {
    const form = await readForm(args.request, endEventSchema(null))
    if (!form.ok) return form.reply()
    const deleted = await deleteDraftEvent(args, event.id)
    if (!deleted.ok) return form.refuse(deleted.refusal)
    return redirect(paths.adminEvents({ show: 'draft', done: 'deleted' }))
  }
  const form = await readForm(args.request, endEventSchema(step === 'cancel' ? event.title : null))
  if (!form.ok) return form.reply()
  const { currentPassword, note = '', goods } = form.value
  const refusal = await prove(currentPassword)
  if (refusal) return form.refuse(refusal)
  const ended = await setEventStatus(args, event.id, steps[step].status, note, goods)
  if (!ended.ok) return form.refuse(ended.refusal)
  return redirect(
    step === 'cancel' ? paths.adminEventChanges(event.id) : paths.adminEvent(event.id, { done: 'archived' }),
  )
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `${steps[loaded.step].verb} ${loaded.event.title}` : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (loaded) =>
    loaded
      ? [
          { label: loaded.event.title, to: paths.adminEvent(loaded.event.id) },
          { label: steps[loaded.step].verb },
        ]
      : [],
}

/** Confirms before an event is cancelled, postponed, moved, archived or deleted: none of it can be undone. */
export default function EndEventPage() {
  const { event, step, start, closedProviders } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div>
      <PageHeader title={`${steps[step].verb} “${event.title}”?`} />
      <div className={narrow}>
        {step === 'postpone' ? (
          <PostponeEvent event={event} start={start} reply={reply} />
        ) : (
          <EndEvent event={event} step={step} closedProviders={closedProviders} reply={reply} />
        )}
      </div>
    </div>
  )
}
