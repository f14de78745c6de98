import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readEventChange } from '#features/orders/event-changes/event-changes.reads.server.ts'
import { changeKindLabel } from '#features/orders/event-changes/event-changes.rules.ts'
import { retryChangeSchema } from '#features/orders/event-changes/event-changes.schema.ts'
import { retryEventChange } from '#features/orders/event-changes/event-changes.writes.server.ts'
import { EventChangeProgress } from '#features/orders/event-changes/ui/event-change.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const change = new URL(args.request.url).searchParams.get('change')
  const [, read] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readEventChange(args, args.params.id, change),
  )
  if (!read) throw notFound()
  return { read }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_events')
  const form = await readForm(args.request, retryChangeSchema)
  if (!form.ok)
    return data({ refusal: 'Please reload the page and try again', retried: null }, { status: 422 })
  const { change, currentPassword } = form.value
  const refused = currentPassword ? await proveAgain(args, actor, currentPassword) : null
  const retried = refused ? { ok: false as const, refusal: refused } : await retryEventChange(args, change)
  if (retried.ok) return data({ refusal: null, retried: retried.value })
  return data(
    { refusal: refusalSentence(retried.refusal), retried: null },
    { status: refusalStatus(retried.refusal) },
  )
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded
      ? `${changeKindLabel(loaded.read.change.kind)}: ${loaded.read.event.title}`
      : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (loaded) =>
    loaded
      ? [
          { label: loaded.read.event.title, to: paths.adminEvent(loaded.read.event.id) },
          { label: changeKindLabel(loaded.read.change.kind) },
        ]
      : [],
}

/** Shows how far the cancellation, the postponement or the new date of an event is, and its report. */
export default function EventChangesPage() {
  const { read } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div>
      <PageHeader eyebrow={read.event.title} title={changeKindLabel(read.change.kind)} />
      <EventChangeProgress read={read} refusal={result?.refusal ?? null} retried={result?.retried ?? null} />
    </div>
  )
}
