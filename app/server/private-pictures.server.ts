import { randomBytes } from 'node:crypto'
import type { Result } from '#core/result.ts'
import { decodePhoto } from './picture-files.server.ts'
import { serviceClient } from './supabase.server.ts'

/**
 * Pictures in private buckets, under random names: of what came broken (admins alone see them), and in posts, which are shown to who
 * sees the post. A route decides that before it reads one.
 */

export type PrivateBucket = 'returns' | 'posts'

/** A picture that was made smaller, with its size in pixels. */
export type MadePicture = { webp: Buffer; width: number; height: number }

const longestEdge = 1600

/**
 * Makes a smaller WebP of a picture that somebody sent: turned upright, without metadata, its first frame only.
 * Refuses `picture_too_many_pixels`, `picture_unreadable`.
 */
export function makePrivatePicture(bytes: Buffer): Promise<Result<MadePicture>> {
  return decodePhoto(bytes, async (photo) => {
    const { data, info } = await photo
      .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    return { webp: data, width: info.width, height: info.height }
  })
}

/** Stores a picture. @returns its name */
export async function storePrivatePicture(bucket: PrivateBucket, webp: Buffer): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.webp`
  const { error } = await serviceClient()
    .storage.from(bucket)
    .upload(name, webp, { contentType: 'image/webp', cacheControl: '0' })
  if (error) throw error
  return name
}

/** Deletes pictures, such as those of a form that was refused. @param names with `.webp` */
export async function deletePrivatePictures(bucket: PrivateBucket, names: string[]): Promise<void> {
  if (names.length > 0) await serviceClient().storage.from(bucket).remove(names)
}

/** Reads a picture's bytes by its name, or null when there is none. */
export async function readPrivatePicture(bucket: PrivateBucket, name: string): Promise<ArrayBuffer | null> {
  const { data } = await serviceClient().storage.from(bucket).download(name)
  return data ? await data.arrayBuffer() : null
}
