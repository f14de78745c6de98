import type { LoaderFunctionArgs } from '@remix-run/node'
import { countNewPosts } from '#features/community/community.reads.server.ts'
import { newPostsQuerySchema } from '#features/community/community.schema.ts'
import { requireMember } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'

/** Counts the posts that an open feed does not show yet. */
export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  const query = newPostsQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  const { after, ...feed } = query.data
  return Response.json(
    { count: await countNewPosts(args, after, feed) },
    { headers: { 'cache-control': 'no-store' } },
  )
}
