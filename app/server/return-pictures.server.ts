import { randomBytes } from 'node:crypto'
import type { Result } from '#core/result.ts'
import { decodePhoto } from './picture-files.server.ts'
import { serviceClient } from './supabase.server.ts'

/** The pictures of what came broken. They are in a private bucket, under random names, and only admins are shown them. */

const bucket = 'returns'
const longestEdge = 1600

/**
 * Makes a smaller WebP of a picture that a buyer sent: turned upright, without metadata, its first frame only.
 * Refuses `picture_too_many_pixels`, `picture_unreadable`.
 */
export function makeReturnPicture(bytes: Buffer): Promise<Result<Buffer>> {
  return decodePhoto(bytes, (photo) =>
    photo
      .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer(),
  )
}

/** Stores a picture. @returns its name */
export async function storeReturnPicture(webp: Buffer): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.webp`
  const { error } = await serviceClient()
    .storage.from(bucket)
    .upload(name, webp, { contentType: 'image/webp', cacheControl: '0' })
  if (error) throw error
  return name
}

/** Deletes a picture whose return was refused. */
export async function deleteReturnPicture(name: string): Promise<void> {
  await serviceClient().storage.from(bucket).remove([name])
}

/** Reads a picture's bytes by its name, or null when there is none. */
export async function readReturnPicture(name: string): Promise<ArrayBuffer | null> {
  const { data } = await serviceClient().storage.from(bucket).download(name)
  return data ? await data.arrayBuffer() : null
}
