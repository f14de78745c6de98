import { randomUUID } from 'node:crypto'
import * as paths from '#core/paths.ts'
import { serviceClient } from './supabase.server.ts'

/** The files of people's pictures. They are stored in a private bucket and are shown under `/avatars/<name>`. */

const bucket = 'avatars'

/**
 * Stores a picture under a new random name that does not identify the person.
 * @param webp the bytes of a WebP image
 * @returns the path that a profile shows it by
 */
export async function storeAvatar(webp: Buffer): Promise<string> {
  const name = `${randomUUID()}.webp`
  const { error } = await serviceClient()
    .storage.from(bucket)
    .upload(name, webp, { contentType: 'image/webp', cacheControl: '31536000' })
  if (error) throw error
  return paths.avatar(name)
}

/** Deletes a picture's file, given the path that a profile shows it by. */
export async function deleteAvatar(path: string | null): Promise<void> {
  const name = /^\/avatars\/([0-9a-f-]{36}\.webp)$/.exec(path ?? '')?.[1]
  if (name) await serviceClient().storage.from(bucket).remove([name])
}

/** Reads a picture's bytes by its name, or null when there is none. */
export async function readAvatar(name: string): Promise<Blob | null> {
  const { data } = await serviceClient().storage.from(bucket).download(name)
  return data
}
