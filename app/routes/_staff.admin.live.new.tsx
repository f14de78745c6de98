import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readStreamChoices } from '#features/live/desk/desk.reads.server.ts'
import { newStreamSchema } from '#features/live/desk/desk.schema.ts'
import { createStream } from '#features/live/desk/desk.writes.server.ts'
import { NewStreamForm } from '#features/live/desk/ui/new-stream-form.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, choices] = await readGuarded(args, requirePermission(args, 'manage_streams'), () =>
    readStreamChoices(args),
  )
  const event = z.uuid().safeParse(new URL(args.request.url).searchParams.get('event')).data ?? null
  return { choices, event }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_streams')
  const form = await readForm(args.request, newStreamSchema)
  if (!form.ok) return form.reply()
  const made = await createStream(args, form.value)
  return made.ok ? redirect(paths.adminStreamEdit(made.value), 303) : form.refuse(made.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New stream', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'New stream' }] }

/** Makes the draft of a stream. */
export default function NewStreamRoute() {
  const { choices, event } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrow} ${stack[5]}`}>
      <PageHeader title="New stream" text="It starts as a draft that only staff see." />
      <NewStreamForm choices={choices} event={event} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
