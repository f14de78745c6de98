import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { newEventValues } from '#features/events/staff/event-editor.ts'
import { createEvent } from '#features/events/staff/save-event-tab.server.ts'
import { NewEventForm } from '#features/events/staff/ui/new-event-form.tsx'
import { requireRole } from '#server/actor.server.ts'
import { readShell } from '#server/shell.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, 'admin')
  const { brand } = await readShell(args)
  return { values: newEventValues(brand.timeZone), idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requireRole(args, 'admin')
  return createEvent(args)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New event', noindex: true })

export const handle = { crumbs: () => [{ label: 'New event' }] }

/** Creates an event; it starts as a draft. */
export default function NewEvent() {
  const { values, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title="New event" text="No one sees it until you publish it." />
      <NewEventForm values={values} lastResult={lastResult} idempotencyKey={idempotencyKey} />
    </div>
  )
}
