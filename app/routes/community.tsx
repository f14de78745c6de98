import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { readAfterSending, sendOrTell } from '#browser/send-or-tell.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listFeed } from '#features/community/community.reads.server.ts'
import { postUpload } from '#features/community/community.rules.ts'
import { communityForms, feedQuerySchema } from '#features/community/community.schema.ts'
import { communityFlash, takeCommunityForm } from '#features/community/take-community-form.server.ts'
import { Feed } from '#features/community/ui/feed.tsx'
import { requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import { changingPage } from '#server/visitors-page.server.ts'
import { classNames } from '#ui/class-names.ts'
import { page, prose } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = feedQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await listFeed(args, query)
  if (!list) throw notFound()
  const refusal = takeFlash(args, communityFlash)
  const idempotencyKey = list.mayPost ? randomUUID() : null
  const { tab } = query
  return data({ list, tab, refusal, idempotencyKey }, { headers: refusal === null ? changingPage : {} })
}

export const handle = { pageParams: ['tab', 'event', 'from'], ...postUpload }

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => {
  const thread = loaded?.list.thread
  return pageMeta(matches, {
    title: thread ? `${thread.title}: the thread` : 'Community',
    description: 'What people are saying before, during and after the party.',
    path: paths.community({ event: thread?.id ?? null }),
    // Lets search engines index the first page of the feed only; the others are for people.
    noindex: Boolean(loaded?.list.from || thread || loaded?.tab !== 'latest'),
  })
}

/** Members alone write; what a moderator's form does the database guards. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  return await takeCommunityForm(args, await readIntent(args.request, communityForms))
}

export const shouldRevalidate = readAfterSending

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrTell(serverAction)

/** Lists posts, newest first: all, those of people followed, of one's own events, or of one event's thread. */
export default function Community() {
  const { list, ...rest } = useLoaderData<typeof loader>()
  const reply = useActionData<SubmissionResult>() ?? null
  return (
    <div className={classNames(page, prose)}>
      <PageHeader
        title={list.thread ? list.thread.title : 'Community'}
        text={
          list.thread
            ? 'The thread of this event'
            : 'What people are saying before, during and after the party.'
        }
      />
      <Feed list={list} {...rest} reply={reply} />
    </div>
  )
}
