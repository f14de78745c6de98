import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { readModeratedPerson } from '#features/community/moderation/moderation.reads.server.ts'
import { liftSchema, noteSchema, sanctionSchema } from '#features/community/moderation/moderation.schema.ts'
import {
  addModeratorNote,
  imposeSanction,
  liftSanction,
} from '#features/community/moderation/moderation.writes.server.ts'
import { ModeratedPersonPage } from '#features/community/moderation/ui/moderated-person.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [actor, person] = await readGuarded(args, requireStaffPage(args, '/admin/moderation'), () =>
    readModeratedPerson(args, args.params.id ?? ''),
  )
  if (!person) throw notFound()
  return { person, mayLift: may(actor, 'manage_people') }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const id = args.params.id ?? ''
  const here = redirect(paths.moderatedPerson(id))
  const sent = await readIntent(args.request, {
    sanction: sanctionSchema,
    lift: liftSchema,
    note: noteSchema,
  })
  if (sent.intent === 'sanction') {
    if (!sent.form.ok) return sent.form.reply()
    const imposed = await imposeSanction(args, id, sent.form.value)
    return imposed.ok ? here : sent.form.refuse(imposed.refusal)
  }
  if (sent.intent === 'lift') {
    if (!sent.form.ok) return sent.form.reply()
    const lifted = await liftSanction(args, sent.form.value.sanction, sent.form.value.reason)
    return lifted.ok ? here : sent.form.refuse(lifted.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const noted = await addModeratorNote(args, id, sent.form.value.text)
  return noted.ok ? here : sent.form.refuse(noted.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded?.person.name ?? 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: data.person.name }] : []),
}

/** Shows what moderators know of a person. */
export default function ModeratedPersonRoute() {
  const { person, mayLift } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader title={person.name} text={person.username ? `@${person.username}` : 'No username'} />
      <ModeratedPersonPage
        key={person.sanctions.length + person.notes.length}
        person={person}
        mayLift={mayLift}
        reply={reply}
      />
    </div>
  )
}
