import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type PostList, postListSchema } from './community.types.ts'

/**
 * Reads a page of posts, newest first.
 * @param from the post that the page begins with, as the address carries it; anything else begins with the newest
 * @param limit how many at most
 */
export async function listPosts(args: RequestArgs, from: string | null, limit = 20): Promise<PostList> {
  const post = z.uuid().safeParse(from).data ?? null
  return await rpc(userClient(args), 'list_posts', { p_from: post, p_limit: limit }, postListSchema)
}
