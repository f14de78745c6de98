import { randomUUID } from 'node:crypto'
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
import { may } from '#core/roles.ts'
import { listGrants } from '#features/accounts/staff/grants.reads.server.ts'
import { PersonGrants } from '#features/accounts/staff/ui/grant-list.tsx'
import { auditAction } from '#features/operations/audit/audit.rules.ts'
import { readPerson } from '#features/people/people.reads.server.ts'
import { personSteps, stepTexts } from '#features/people/people.rules.ts'
import { personNoteSchema } from '#features/people/people.schema.ts'
import { addPersonNote } from '#features/people/people.writes.server.ts'
import { PersonActions } from '#features/people/ui/person-actions.tsx'
import { PersonPage } from '#features/people/ui/person-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** Returns what the page says was done, by the step in its address. */
function doneText(done: string | null): string | null {
  if (done === 'merge') return 'The accounts are merged. You can undo it below for 30 days.'
  const step = personSteps.find((name) => name === done)
  return step ? stepTexts[step].done : null
}

export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const actor = await requireStaffPage(args, '/user-management')
  if (!id) throw notFound()
  const [person, grants] = await Promise.all([
    readPerson(args, id),
    may(actor, 'give_roles') ? listGrants(args, {}, id) : null,
  ])
  if (!person) throw notFound()
  const done = new URL(args.request.url).searchParams.get('done')
  return { person, grants, done: doneText(done), idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_people')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const form = await readForm(args.request, personNoteSchema)
  if (!form.ok) return form.reply()
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? randomUUID()
  const added = await addPersonNote(args, id, form.value.text, key)
  return added.ok ? redirect(paths.userManagementPerson(id)) : form.refuse(added.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? loaded.person.displayName : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: data.person.displayName }] : []),
}

/** Shows one person to staff. */
export default function PersonRoute() {
  const { person, grants, done, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader
        title={person.displayName}
        text={person.username ? `@${person.username}` : 'An account without a username'}
      />
      {done && <Banner tone="success" title={done} announce />}
      <PersonPage
        person={person}
        grants={grants && <PersonGrants grants={grants.grants} timeZone={person.timeZone} />}
        actions={person.details && <PersonActions id={person.id} account={person.details} />}
        actionText={auditAction}
        reply={reply}
        idempotencyKey={idempotencyKey}
      />
    </div>
  )
}
