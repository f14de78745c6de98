import sharp from 'sharp'
import { ok, type Result, refused } from '#core/result.ts'
import { largestPictureBytes, mostPicturePixels } from './picture.rules.ts'

/** Makes avatars from pictures that people send. The file itself is not stored: it is decoded, cropped and encoded again. */

const edge = 512

/** Formats by their first bytes, so that no other decoder (SVG, PDF) runs on untrusted input. */
function isPicture(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[\s\S]{4}WEBP/.test(text)
  )
}

/**
 * Makes a square WebP of 512 pixels from a picture: turned upright, cropped to its middle, without metadata, its first frame only.
 * Refuses `picture_missing`, `picture_too_large` (5 MB), `picture_too_many_pixels` (40 million), `picture_unreadable`.
 */
export async function makeAvatar(file: unknown): Promise<Result<Buffer>> {
  if (!(file instanceof Blob) || file.size === 0) return refused('picture_missing')
  if (file.size > largestPictureBytes) return refused('picture_too_large')
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!isPicture(bytes)) return refused('picture_unreadable')
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: 'error', pages: 1 })
    const { width, height } = await picture.metadata()
    if (width * height > mostPicturePixels) return refused('picture_too_many_pixels')
    return ok(
      await picture
        .autoOrient()
        .resize(edge, edge, { fit: 'cover', position: 'centre' })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer(),
    )
  } catch (error) {
    // Decoders report damage in many ways, and too many pixels in one.
    return refused(/pixel limit/i.test(String(error)) ? 'picture_too_many_pixels' : 'picture_unreadable')
  }
}
