import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from '@remix-run/react'
import { readAfterSending, sendOrTell } from '#browser/send-or-tell.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readPost } from '#features/community/community.reads.server.ts'
import { commentSchema } from '#features/community/community.schema.ts'
import { createComment } from '#features/community/community.writes.server.ts'
import { communityFlash } from '#features/community/take-community-form.server.ts'
import { PostPageView } from '#features/community/ui/post-page.tsx'
import { requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { changingPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const found = await readPost(args, args.params.id, searchParams.get('from'))
  if (!found) throw notFound()
  const refusal = takeFlash(args, communityFlash)
  const idempotencyKey = found.mayPost ? randomUUID() : null
  return data({ found, refusal, idempotencyKey }, { headers: refusal === null ? changingPage : {} })
}

export const handle = { pageParams: ['from', 'reply'] }

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => {
  if (!loaded) return pageMeta(matches, { title: 'Page Not Found', noindex: true })
  const { post, asked, from } = loaded.found
  return pageMeta(matches, {
    title: `${post.author.name}: ${post.excerpt.slice(0, 60)}`,
    description: post.excerpt,
    path: paths.post(post.id),
    type: 'article',
    noindex: asked !== post.id || from !== null,
  })
}

/** Writes a comment of a member. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, commentSchema)
  if (!form.ok) return form.reply()
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? randomUUID()
  const written = await createComment(args, args.params.id ?? '', form.value, key)
  return written.ok
    ? redirect(`${paths.post(written.value.id)}#post-${written.value.id}`, 303)
    : form.refuse(written.refusal)
}

export const shouldRevalidate = readAfterSending

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrTell(serverAction)

/** Shows a post with its comments. */
export default function PostRoute() {
  const { found, ...rest } = useLoaderData<typeof loader>()
  const reply = useActionData<SubmissionResult>() ?? null
  const [params] = useSearchParams()
  return <PostPageView page={found} replyTo={params.get('reply')} {...rest} reply={reply} />
}
