import { megabyte } from '#core/largest-file.ts'
import { type Result, refused } from '#core/result.ts'
import { decodePhoto } from '#server/picture-files.server.ts'
import { largestAvatarMegabytes } from './picture.rules.ts'

/** Makes avatars from pictures that people send. The file itself is not stored: it is decoded, cropped and encoded again. */

const edge = 512

/**
 * Makes a square WebP of 512 pixels from a picture: turned upright, cropped to its middle, without metadata, its first frame only.
 * Refuses `picture_missing`, `picture_too_large`, `picture_too_many_pixels` (40 million), `picture_unreadable`.
 */
export async function makeAvatar(file: unknown): Promise<Result<Buffer>> {
  if (!(file instanceof Blob) || file.size === 0) return refused('picture_missing')
  if (file.size > largestAvatarMegabytes * megabyte) {
    return refused('picture_too_large', { megabytes: largestAvatarMegabytes })
  }
  return decodePhoto(Buffer.from(await file.arrayBuffer()), (photo) =>
    photo.resize(edge, edge, { fit: 'cover', position: 'centre' }).webp({ quality: 82 }).toBuffer(),
  )
}
