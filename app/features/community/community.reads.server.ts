import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { plainText, renderMarkdown } from '#server/markdown.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { FeedTab } from './community.rules.ts'
import {
  type Post,
  type PostList,
  type PostPage,
  type PostsBy,
  postListSchema,
  postPageSchema,
  postsBySchema,
  type QuotedPost,
  type StoredPost,
} from './community.types.ts'

/** How many characters of a post a card of another page shows. */
const excerptLength = 200

/** Renders the text of a post. What the database holds is text and nothing else. */
function shown<Stored extends StoredPost>({ mentions, ...post }: Stored): Omit<Stored, 'mentions'> & Post {
  return {
    ...post,
    html: renderMarkdown(post.body, mentions, paths.person),
    excerpt: plainText(post.body, excerptLength),
  }
}

/** Selects a page of a feed: its tab or the event of its thread, and the post it begins with. */
export type FeedQuery = { tab?: FeedTab; event?: string | null; from?: string | null }

/**
 * Reads a page of posts, newest first.
 * @param query.from the post that the page begins with, as the address carries it; anything else begins with the newest
 * @param limit how many at most
 * @returns null for the thread of an event that the caller does not see
 */
export async function listFeed(args: RequestArgs, query: FeedQuery, limit = 20): Promise<PostList | null> {
  const values = {
    p_from: uuidOrNull(query.from),
    p_limit: limit,
    p_tab: query.tab ?? 'latest',
    p_event: uuidOrNull(query.event),
  }
  const list = await rpc(userClient(args), 'list_posts', values, postListSchema.nullable())
  return (
    list && {
      ...list,
      posts: list.posts.map(shown),
      pinned: list.pinned.map(shown),
      waiting: list.waiting.map(shown),
    }
  )
}

/**
 * Reads a page of the posts of one member, newest first.
 * @param from the post that the page begins with, as the address carries it
 * @returns null where the caller does not see the member's page
 */
export async function listPostsBy(
  args: RequestArgs,
  username: string,
  from: string | null,
): Promise<PostsBy | null> {
  const values = { p_username: username, p_from: uuidOrNull(from) }
  const list = await rpc(userClient(args), 'list_posts_by', values, postsBySchema)
  return list && { ...list, posts: list.posts.map(shown) }
}

/** Reads the newest posts for a page that is about something else: their words alone. */
export async function listPosts(
  args: RequestArgs,
  limit: number,
): Promise<{ posts: QuotedPost[]; timeZone: string }> {
  const list = await listFeed(args, {}, limit)
  return {
    timeZone: list?.timeZone ?? 'UTC',
    posts: (list?.posts ?? []).map(({ id, excerpt, createdAt, author }) => ({
      id,
      excerpt,
      createdAt,
      author,
    })),
  }
}

/**
 * Reads a post and a page of its comments.
 * @param id of a post, or of one of its comments, as the address carries it
 * @param from the comment that the page begins with
 * @returns null where the caller sees none
 */
export async function readPost(
  args: RequestArgs,
  id: string | undefined,
  from: string | null,
): Promise<PostPage | null> {
  const post = uuidOrNull(id)
  if (post === null) return null
  const values = { p_post: post, p_from: uuidOrNull(from) }
  const page = await rpc(userClient(args), 'read_post', values, postPageSchema.nullable())
  return (
    page && {
      ...page,
      post: shown(page.post),
      comments: page.comments.map((comment) => ({ ...shown(comment), replies: comment.replies.map(shown) })),
    }
  )
}

/** Reads a post or comment of the caller, to change it. @returns null when it is none of theirs, or was deleted */
export async function readOwnPost(args: RequestArgs, id: string | undefined): Promise<Post | null> {
  const page = await readPost(args, id, null)
  if (!page) return null
  const { post, comments, asked } = page
  const found = [post, ...comments.flatMap((one) => [one, ...one.replies])].find((one) => one.id === asked)
  return found?.isOwn && postStates[found.status].hasText && found.status !== 'author_deleted' ? found : null
}

/** Reads of a post or comment what the page that reports it quotes; null where the caller does not see it, or wrote it. */
export async function readReportedPost(
  args: RequestArgs,
  id: string | undefined,
): Promise<{ id: string; author: string; excerpt: string } | null> {
  const page = await readPost(args, id, null)
  if (!page) return null
  const { post, comments, asked } = page
  const found = [post, ...comments.flatMap((one) => [one, ...one.replies])].find((one) => one.id === asked)
  return found && !found.isOwn ? { id: found.id, author: found.author.name, excerpt: found.excerpt } : null
}

/** Counts the posts of others that are newer than the one on top of an open page; 20 at most. */
export async function countNewPosts(
  args: RequestArgs,
  after: string,
  query: Pick<FeedQuery, 'tab' | 'event'>,
): Promise<number> {
  const values = { p_after: after, p_tab: query.tab ?? 'latest', p_event: uuidOrNull(query.event) }
  return await rpc(userClient(args), 'count_new_posts', values, z.int())
}

/** Tells whether the caller sees the post that a picture is in. @param name without `.webp` */
export async function seesPicture(args: RequestArgs, name: string): Promise<boolean> {
  const { data, error } = await userClient(args)
    .from('post_pictures')
    .select('picture_name')
    .eq('picture_name', name)
    .maybeSingle()
  if (error) throw error
  return data !== null
}

const uuidOrNull = (value: string | null | undefined) => z.uuid().safeParse(value).data ?? null
