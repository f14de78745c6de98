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
import { refusalSentence } from '#core/result.ts'
import { listPeople, readPerson } from '#features/people/people.reads.server.ts'
import { mergeFormSchema, mergeQuerySchema } from '#features/people/people.schema.ts'
import { mergeAccounts, previewMerge } from '#features/people/people.writes.server.ts'
import { MergePage } from '#features/people/ui/merge-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'manage_people')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const { q, other } = mergeQuerySchema.parse(query)
  const [person, found, preview] = await Promise.all([
    readPerson(args, id),
    q ? listPeople(args, { q, sort: 'name' }, 10) : null,
    other ? previewMerge(args, id, other) : null,
  ])
  if (!person) throw notFound()
  return {
    id,
    name: person.displayName,
    q,
    found: found?.people.filter((one) => one.id !== id) ?? null,
    preview: preview?.ok ? preview.value : null,
    refusal: preview && !preview.ok ? refusalSentence(preview.refusal) : null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_people')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const form = await readForm(args.request, mergeFormSchema)
  if (!form.ok) return form.reply()
  const { other, reason, currentPassword } = form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const merged = await mergeAccounts(args, id, other, reason)
  return merged.ok
    ? redirect(paths.userManagementPerson(other, { done: 'merge' }))
    : form.refuse(merged.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Merge accounts', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data ? [{ label: data.name, to: paths.userManagementPerson(data.id) }, { label: 'Merge accounts' }] : [],
}

/** Merges one account into another after a dry run. */
export default function MergeRoute() {
  const { name, ...loaded } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Merge accounts"
        text={`${name} is closed, and what they have moves to another account.`}
      />
      <MergePage {...loaded} reply={reply} />
    </div>
  )
}
