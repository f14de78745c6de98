import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PostList } from './community.types.ts'

const listSchema = z
  .object({
    posts: z.array(
      z
        .object({
          id: z.uuid(),
          body: z.string(),
          created_at: instant,
          author: z.object({ name: z.string(), avatar: z.string().nullable() }),
        })
        .transform(({ created_at, ...row }) => ({ ...row, createdAt: created_at })),
    ),
    next: z.uuid().nullable(),
    from: z.uuid().nullable(),
    time_zone: z.string(),
    now: instant,
  })
  .transform(({ time_zone, ...list }) => ({ ...list, timeZone: time_zone }))

/**
 * A page of what people say, newest first.
 * @param from the post that the page begins with, as the address carries it; anything else begins with the newest
 */
export async function listPosts(args: RequestArgs, from: string | null): Promise<PostList> {
  const post = z.uuid().safeParse(from).data ?? null
  const { data, error } = await userClient(args).rpc('list_posts', { p_from: post })
  if (error) throw error
  return listSchema.parse(data)
}
