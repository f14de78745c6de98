import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readOwnModeration } from '#features/community/moderation/moderation.reads.server.ts'
import { appealSchema } from '#features/community/moderation/moderation.schema.ts'
import { openAppeal } from '#features/community/moderation/moderation.writes.server.ts'
import { OwnModerationPage } from '#features/community/moderation/ui/own-moderation.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your posts and our rules', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const [, shown] = await readGuarded(args, requireMember(args), () => readOwnModeration(args))
  return { shown, done: new URL(args.request.url).searchParams.has('done') }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, appealSchema)
  if (!form.ok) return form.reply()
  const opened = await openAppeal(args, form.value)
  return opened.ok ? redirect(paths.ownModeration({ done: '' })) : form.refuse(opened.refusal)
}

/** Shows people what moderators decided about them, and takes appeals. */
export default function OwnModerationRoute() {
  const { shown, done } = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <PageHeader title="Your posts and our rules" />
      <OwnModerationPage shown={shown} done={done} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
