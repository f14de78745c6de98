import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { safePath } from '#core/safe-path.ts'
import { readReportedPost } from '#features/community/community.reads.server.ts'
import { reportSchema } from '#features/community/moderation/moderation.schema.ts'
import { reportPost } from '#features/community/moderation/moderation.writes.server.ts'
import { ReportForm } from '#features/community/moderation/ui/report-form.tsx'
import { requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { page, prose } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Report a post', noindex: true })

/** Where the reader came from; the feed where the address names nothing of this site. */
const backOf = (request: Request) =>
  safePath(new URL(request.url).searchParams.get('back') ?? paths.community())

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  const post = await readReportedPost(args, args.params.id)
  if (!post) throw notFound()
  return { post, back: backOf(args.request) }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, reportSchema)
  if (!form.ok) return form.reply()
  const reported = await reportPost(args, args.params.id ?? '', form.value)
  if (!reported.ok) return form.refuse(reported.refusal)
  return redirect(backOf(args.request), 303)
}

/** Asks what is wrong with a post, and reports it to moderators. */
export default function ReportPost() {
  const { post, back } = useLoaderData<typeof loader>()
  return (
    <div className={classNames(page, prose)}>
      <PageHeader title="Report a post" text="Moderators look at it and decide." />
      <ReportForm post={post} back={back} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
