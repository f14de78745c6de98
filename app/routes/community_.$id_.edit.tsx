import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readOwnPost } from '#features/community/community.reads.server.ts'
import { editSchema } from '#features/community/community.schema.ts'
import { editPost } from '#features/community/community.writes.server.ts'
import { EditPost } from '#features/community/ui/edit-post.tsx'
import { requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { page, prose } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Edit your post', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  const post = await readOwnPost(args, args.params.id)
  if (!post) throw notFound()
  return { post }
}

/** Changes the text of the member's own post; deleting it is a form of the community's page. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const { id = '' } = args.params
  const form = await readForm(args.request, editSchema)
  if (!form.ok) return form.reply()
  const { body, version } = form.value
  const edited = await editPost(args, id, body, version)
  return edited.ok ? redirect(`${paths.post(id)}#post-${id}`, 303) : form.refuse(edited.refusal)
}

/** Lets the author of a post change or delete it. */
export default function Edit() {
  const { post } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={classNames(page, prose)}>
      <PageHeader title={post.postId === null ? 'Edit your post' : 'Edit your comment'} />
      <EditPost post={post} reply={reply} />
    </div>
  )
}
