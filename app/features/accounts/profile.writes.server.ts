import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { ok, type Refusal, type Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { consumeRateLimits, rateLimitKey } from '#server/rate-limit.server.ts'
import { refusalOf } from '#server/refusal.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { ProfileInput } from './accounts.schema.ts'
import { makeAvatar } from './picture.server.ts'

const bucket = 'avatars'
const avatarLimit = { limit: 20, windowSeconds: 3600 }
const foundSchema = z.object({
  display_name: z.string(),
  username: z.string().nullable(),
  bio: z.string(),
  city: z.string(),
})

/** What somebody may change about themselves. */
export type Profile = { displayName: string; username: string; bio: string; city: string }

/** The person's own profile. @throws for visitors */
export async function readProfile(args: RequestArgs): Promise<Profile> {
  const own = await readIdentity(args)
  const { data, error } = await userClient(args)
    .from('profiles')
    .select('display_name, username, bio, city')
    .eq('id', own?.id ?? '')
    .single()
  if (error) throw error
  const { display_name: displayName, username, bio, city } = foundSchema.parse(data)
  return { displayName, username: username ?? '', bio, city }
}

/** Saves the person's own profile. Refuses `username_taken` and `renamed_often`. */
export async function saveProfile(args: RequestArgs, input: ProfileInput): Promise<Refusal | null> {
  const { error } = await userClient(args).rpc('save_profile', {
    p_username: input.username,
    p_display_name: input.displayName,
    p_bio: input.bio.replaceAll('\r\n', '\n'),
    p_city: input.city,
  })
  if (!error) return null
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return refusal
}

/**
 * Makes a picture the person's own. Its name is made here and says nothing; the one before is deleted.
 * Refuses what `makeAvatar` refuses, and `rate_limited`.
 */
export async function saveAvatar(actor: Actor, file: unknown): Promise<Result<null>> {
  const limited = await consumeRateLimits({ key: rateLimitKey('avatar', actor.id), ...avatarLimit })
  if (limited) return { ok: false, refusal: limited }
  const made = await makeAvatar(file)
  if (!made.ok) return made
  const name = `${randomUUID()}.webp`
  const { error } = await serviceClient()
    .storage.from(bucket)
    .upload(name, made.value, { contentType: 'image/webp', cacheControl: '31536000' })
  if (error) throw error
  await pointAt(actor, `/avatars/${name}`)
  return ok(null)
}

/** Takes the person's picture away. */
export async function removeAvatar(actor: Actor): Promise<void> {
  await pointAt(actor, null)
}

async function pointAt(actor: Actor, path: string | null): Promise<void> {
  const { data: before, error } = await serviceClient().rpc('set_avatar', { p_user: actor.id, p_path: path })
  if (error) throw error
  await deleteAvatarFile(z.string().nullable().parse(before))
}

/** Deletes a picture's file, given the path that a profile shows it by. */
export async function deleteAvatarFile(path: string | null): Promise<void> {
  const name = /^\/avatars\/([0-9a-f-]{36}\.webp)$/.exec(path ?? '')?.[1]
  if (name) await serviceClient().storage.from(bucket).remove([name])
}

/** A picture's bytes by its name, or null when there is none. */
export async function readAvatar(name: string): Promise<Blob | null> {
  const { data } = await serviceClient().storage.from(bucket).download(name)
  return data
}
