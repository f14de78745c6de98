import * as z from 'zod'
import { ok, type Refusal, type Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { deleteAvatar, storeAvatar } from '#server/avatars.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { makeAvatar } from './picture.server.ts'
import type { ProfileInput } from './profile.schema.ts'

/** Saves the person's own profile. Refuses `username_taken` and `renamed_often`. */
export async function saveProfile(args: RequestArgs, input: ProfileInput): Promise<Refusal | null> {
  const saved = await rpcResult(
    userClient(args),
    'save_profile',
    {
      p_username: input.username,
      p_display_name: input.displayName,
      p_bio: input.bio.replaceAll('\r\n', '\n'),
      p_city: input.city,
    },
    z.unknown(),
  )
  return saved.ok ? null : saved.refusal
}

/**
 * Makes a picture the person's own and deletes the one before.
 * Refuses what `makeAvatar` refuses, and `rate_limited`.
 */
export async function saveAvatar(actor: Actor, file: unknown): Promise<Result<null>> {
  const limited = await countAttempt({ limit: 'avatar', subject: actor.id })
  if (limited) return { ok: false, refusal: limited }
  const made = await makeAvatar(file)
  if (!made.ok) return made
  await setAvatar(actor, await storeAvatar(made.value))
  return ok(null)
}

/** Takes the person's picture away. */
export async function removeAvatar(actor: Actor): Promise<void> {
  await setAvatar(actor, null)
}

async function setAvatar(actor: Actor, path: string | null): Promise<void> {
  const before = await rpc(
    serviceClient(),
    'set_avatar',
    { p_user: actor.id, p_path: path },
    z.string().nullable(),
  )
  await deleteAvatar(before)
}
