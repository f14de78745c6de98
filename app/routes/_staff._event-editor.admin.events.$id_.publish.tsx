import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import {
  eventStatusSchema,
  nextDateSchema,
  testModeFormSchema,
} from '#features/events/staff/event-form.schema.ts'
import {
  copyEvent,
  createNextDate,
  publishEvent,
  saveEvent,
} from '#features/events/staff/staff-events.writes.server.ts'
import { DoneBanner, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { PublishTab } from '#features/events/staff/ui/publish-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return { idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const { intent, form, fields } = await readIntent(args.request, {
    copy: null,
    next: nextDateSchema,
    status: eventStatusSchema,
    save: testModeFormSchema,
  })
  if (intent === 'copy') {
    const key = readIdempotencyKey(args.request, fields.get('idempotencyKey'))
    const copied = await copyEvent(args, id, key)
    if (copied.ok) return redirect(paths.adminEvent(copied.value, { done: 'copied' }))
    return data({ refusal: refusalSentence(copied.refusal) }, { status: refusalStatus(copied.refusal) })
  }
  if (!form.ok) return data({ refusal: firstMessage(form.reply().data) }, { status: 422 })
  if (intent === 'next') {
    const key = readIdempotencyKey(args.request, fields.get('idempotencyKey'))
    const made = await createNextDate(args, id, form.value.step, key)
    if (made.ok) return redirect(paths.adminEvent(made.value, { done: 'next' }))
    return data({ refusal: refusalSentence(made.refusal) }, { status: refusalStatus(made.refusal) })
  }
  if (intent === 'save') {
    const saved = await saveEvent(args, { ...form.value, id }, null)
    if (saved.ok) return redirect(paths.adminEventTab(id, 'publish', { done: 'saved' }))
    return data({ refusal: refusalSentence(saved.refusal) }, { status: refusalStatus(saved.refusal) })
  }
  const published = await publishEvent(args, id)
  if (published.ok) return redirect(paths.adminEventTab(id, 'publish', { done: 'published' }))
  return data({ refusal: refusalSentence(published.refusal) }, { status: refusalStatus(published.refusal) })
}

const firstMessage = ({ error }: SubmissionResult) =>
  Object.values(error ?? {}).flatMap((each) => each ?? [])[0] ?? ''

export const handle: StaffHandle = { crumbs: () => [{ label: 'Publish' }] }

/** Publishes an event, changes its state, and copies it. */
export default function EventPublish() {
  const event = useEventEditor()
  const { idempotencyKey } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return (
    <>
      {!refusal && <DoneBanner />}
      <PublishTab event={event} refusal={refusal} idempotencyKey={idempotencyKey} />
    </>
  )
}
