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
import { ReportForm, ReportSent } from '#features/community/moderation/ui/report-form.tsx'
import { requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { page, prose } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Report a post', noindex: true })

/** Where the reader came from; the feed where the address names nothing of this site. */
const backOf = ({ request }: LoaderFunctionArgs) =>
  safePath(new URL(request.url).searchParams.get('back') ?? paths.community())

/** Where the reader goes on to: back, or to the feed if that was the page of the post, which they no longer see. */
function nextOf(args: LoaderFunctionArgs): string {
  const back = backOf(args)
  return /^[^?#]*/.exec(back)?.[0] === paths.post(args.params.id ?? '') ? paths.community() : back
}

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  if (new URL(args.request.url).searchParams.has('done')) return { post: null, back: nextOf(args) }
  const post = await readReportedPost(args, args.params.id)
  if (!post) throw notFound()
  return { post, back: backOf(args) }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, reportSchema)
  if (!form.ok) return form.reply()
  const reported = await reportPost(args, args.params.id ?? '', form.value)
  if (!reported.ok) return form.refuse(reported.refusal)
  return redirect(paths.reportPost(args.params.id ?? '', { done: '', back: nextOf(args) }), 303)
}

/** Asks what is wrong with a post, and reports it to moderators. */
export default function ReportPost() {
  const { post, back } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={classNames(page, prose)}>
      {post ? (
        <>
          <PageHeader title="Report a post" text="Moderators look at it and decide." />
          <ReportForm post={post} back={back} reply={reply} />
        </>
      ) : (
        <ReportSent back={back} />
      )}
    </div>
  )
}
