import * as z from 'zod'
import type { Result } from '#core/result.ts'
import {
  deletePrivatePictures,
  makePrivatePicture,
  storePrivatePicture,
} from '#server/private-pictures.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { Reaction } from './community.rules.ts'
import type { NewComment, NewPost, ThreadSettings } from './community.schema.ts'
import { type Reacted, reactedSchema, type Written, writtenSchema } from './community.types.ts'
import { dropPages } from './drop-pages.server.ts'

type StoredPicture = { name: string; width: number; height: number; alt: string }

/** Makes and stores the pictures of a post; none is left where one of them can't be read. */
async function storePictures(
  files: readonly File[],
  alts: readonly (string | undefined)[],
): Promise<Result<StoredPicture[]>> {
  const stored: StoredPicture[] = []
  for (const [at, file] of files.entries()) {
    const made = await makePrivatePicture(Buffer.from(await file.arrayBuffer()))
    if (!made.ok) {
      await dropPictures(stored)
      return made
    }
    const { webp, width, height } = made.value
    const name = (await storePrivatePicture('posts', webp)).replace(/\.webp$/, '')
    stored.push({ name, width, height, alt: alts[at] ?? '' })
  }
  return { ok: true, value: stored }
}

const dropPictures = (pictures: readonly StoredPicture[]) =>
  deletePrivatePictures(
    'posts',
    pictures.map(({ name }) => `${name}.webp`),
  )

/**
 * Writes a post of the caller, with its pictures.
 * @returns its id and state, or a refusal of `create_post` or of a picture
 */
export async function createPost(
  args: RequestArgs,
  post: NewPost,
  key: string | null,
): Promise<Result<Written>> {
  const pictures = await storePictures(post.pictures ?? [], post.alt ?? [])
  if (!pictures.ok) return pictures
  const values = {
    p_body: post.body,
    p_event: post.event ?? null,
    p_topic: post.topic ?? null,
    p_official: post.official === 'on',
    p_pictures: pictures.value,
    p_key: key,
  }
  const written = await rpcResult(userClient(args), 'create_post', values, writtenSchema)
  if (!written.ok) await dropPictures(pictures.value)
  return written
}

/** Writes a comment of the caller. @returns its id and state, or a refusal of `create_comment` */
export async function createComment(
  args: RequestArgs,
  post: string,
  { body, replyTo }: NewComment,
  key: string | null,
): Promise<Result<Written>> {
  const values = { p_post: post, p_body: body, p_reply_to: replyTo ?? null, p_key: key }
  return await rpcResult(userClient(args), 'create_comment', values, writtenSchema)
}

/** Changes the text of a post of the caller. @param version of the text that they read. @returns a refusal of `edit_post`, or its state */
export async function editPost(
  args: RequestArgs,
  post: string,
  body: string,
  version: number,
): Promise<Result<Written>> {
  const values = { p_post: post, p_body: body, p_version: version }
  return dropPages(args, await rpcResult(userClient(args), 'edit_post', values, writtenSchema))
}

/** Deletes a post of the caller. */
export async function deletePost(args: RequestArgs, post: string): Promise<Result<unknown>> {
  return dropPages(args, await rpcResult(userClient(args), 'delete_post', { p_post: post }, z.null()))
}

/** Sets the caller's reaction to a post, or takes it back. @returns the counts, or a refusal of `react_to_post` */
export async function reactToPost(
  args: RequestArgs,
  post: string,
  reaction: Reaction | null,
): Promise<Result<Reacted>> {
  return await rpcResult(
    userClient(args),
    'react_to_post',
    { p_post: post, p_reaction: reaction },
    reactedSchema,
  )
}

/** Pins a post, ends its comments, or takes that back. For moderators. */
export async function flagPost(
  args: RequestArgs,
  post: string,
  intent: 'pin' | 'unpin' | 'lock' | 'unlock',
): Promise<Result<unknown>> {
  const client = userClient(args)
  const changed =
    intent === 'pin' || intent === 'unpin'
      ? await rpcResult(client, 'pin_post', { p_post: post, p_pinned: intent === 'pin' }, z.null())
      : await rpcResult(client, 'lock_post', { p_post: post, p_locked: intent === 'lock' }, z.null())
  return dropPages(args, changed)
}

/** Sets how the thread of an event works. For moderators. */
export async function saveThread(args: RequestArgs, settings: ThreadSettings): Promise<Result<unknown>> {
  const values = {
    p_event: settings.event,
    p_slow_seconds: settings.slowSeconds ? Number(settings.slowSeconds) : null,
    p_mode: settings.mode || null,
    p_locked: settings.locked === 'on',
  }
  return dropPages(args, await rpcResult(userClient(args), 'set_event_thread', values, z.null()))
}
