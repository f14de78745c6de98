import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { newEventValues } from '#features/events/staff/event-editor.ts'
import { createEvent } from '#features/events/staff/save-event-tab.server.ts'
import { readKeptNewEvent } from '#features/events/staff/staff-events.reads.server.ts'
import { NewEventForm } from '#features/events/staff/ui/new-event-form.tsx'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { readShell } from '#server/shell.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const guard = requirePermission(args, 'manage_events')
  const [, [{ brand }, kept]] = await readGuarded(args, guard, () =>
    Promise.all([readShell(args), readKeptNewEvent(args)]),
  )
  const now = new Date().toISOString()
  return { values: newEventValues(brand.timeZone), kept, now, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  return createEvent(args)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New event', noindex: true })

export const handle = { crumbs: () => [{ label: 'New event' }] }

/** Creates an event; it starts as a draft. */
export default function NewEvent() {
  const { values, kept, now, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title="New event" text="No one sees it until you publish it." />
      <NewEventForm {...{ values, kept, now, lastResult, idempotencyKey }} />
    </div>
  )
}
