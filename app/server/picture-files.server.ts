import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import {
  mostPicturePixels,
  type PictureJpeg,
  type PictureSlot,
  pictureFile,
  pictureJpegFile,
  pictureJpegs,
  pictureSlots,
} from '#core/picture.ts'
import { ok, type Result, refused } from '#core/result.ts'

/**
 * Makes the files of a picture: every crop in every width, the JPEGs, the placeholder's colours and the key. The brand's
 * drawings and uploaded photographs go through the same function.
 */

/** Formats by their first bytes, so that no other decoder (SVG, PDF) runs on untrusted input. */
function isPhoto(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[\s\S]{4}WEBP/.test(text)
  )
}

/**
 * Decodes a picture that somebody sent: checks its format by its bytes and its size before decoding, takes the first frame, turns it
 * upright, and hands it to `make`. Whatever `make` encodes has no metadata.
 * @param bytes the file
 * @param make reads the upright picture; a failure of the decoder inside becomes a refusal
 * @param least how many pixels it must have on each side
 * Refuses `picture_too_many_pixels` (40 million), `picture_too_small`, `picture_unreadable`.
 */
export async function decodePhoto<Value>(
  bytes: Buffer,
  make: (photo: Sharp) => Promise<Value>,
  least = 1,
): Promise<Result<Value>> {
  if (!isPhoto(bytes)) return refused('picture_unreadable')
  try {
    const photo = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: 'error', pages: 1 })
    const { width, height } = await photo.metadata()
    if (width * height > mostPicturePixels) return refused('picture_too_many_pixels')
    if (Math.min(width, height) < least) return refused('picture_too_small', { width, height, least })
    return ok(await make(photo.autoOrient().timeout({ seconds: 20 })))
  } catch (error) {
    // Decoders report damage in many ways, and too many pixels in one.
    return refused(/pixel limit/i.test(String(error)) ? 'picture_too_many_pixels' : 'picture_unreadable')
  }
}

/** The point of a photograph that every crop keeps, in parts of its width and height from the upper left. */
export type FocalPoint = { x: number; y: number }

/**
 * Returns the largest part of a photograph in some proportions whose middle is as near the focal point as the edges allow.
 * @param size the photograph's size in pixels
 * @param ratio width and height in proportion
 */
export function focalCrop(
  size: { width: number; height: number },
  [across, down]: readonly [number, number],
  focal: FocalPoint,
): { left: number; top: number; width: number; height: number } {
  const width = Math.min(size.width, Math.round((size.height * across) / down))
  const height = Math.min(size.height, Math.round((size.width * down) / across))
  const start = (room: number, middle: number, part: number) =>
    Math.round(Math.min(Math.max(middle - part / 2, 0), room - part))
  return {
    left: start(size.width, focal.x * size.width, width),
    top: start(size.height, focal.y * size.height, height),
    width,
    height,
  }
}

/** Image that each crop is made of, encoded, at least as large as its largest file where that can be had. A crop without one has no files. */
export type PictureFrames = Partial<Record<PictureSlot | PictureJpeg, Buffer>>

/**
 * Cuts a photograph into its crops.
 * @param photo upright, from `decodePhoto`
 */
export async function photoFrames(photo: Sharp, focal: FocalPoint): Promise<Required<PictureFrames>> {
  // Flattens transparency onto white, and reduces first: no crop needs more than 1440 pixels across.
  const { data, info } = await photo
    .resize(2400, 2400, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cut = (ratio: readonly [number, number]) =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .extract(focalCrop(info, ratio, focal))
      .png({ compressionLevel: 1 })
      .toBuffer()
  const [portrait, wide, square, share] = await Promise.all([
    cut(pictureSlots.portrait.ratio),
    cut(pictureSlots.wide.ratio),
    cut(pictureSlots.square.ratio),
    cut(pictureJpegs.share),
  ])
  return { poster: portrait, portrait, wide, square, share, mail: portrait }
}

/** Five colours of a picture with 16 steps a channel, as its key holds them: the whole, then its corners. */
async function placeholderColors(frame: Buffer): Promise<string> {
  const colors = async (edge: number) => {
    const { data } = await sharp(frame)
      .flatten({ background: '#fff' })
      .resize(edge, edge, { fit: 'fill', kernel: 'cubic' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data].map((channel) => Math.round(channel / 17).toString(16)).join('')
  }
  return (await colors(1)) + (await colors(2))
}

/** A picture made: its key, and the bytes of its files by file name (the last part of their paths). */
export type MadePicture = { key: string; files: Map<string, Buffer> }

/**
 * Encodes all files of a picture, of the crops that it has frames of. The same frames give the same files and the same key.
 * @param folder the first part of their paths, `art` or `pictures`
 * @param name begins the file names, for people who read them; empty for none
 * @param effort how hard the AVIF encoder tries, 0 to 9: more is slower and smaller
 */
export async function makePicture(
  frames: PictureFrames,
  { folder, name = '', effort = 2 }: { folder: 'art' | 'pictures'; name?: string; effort?: number },
): Promise<MadePicture> {
  const made: { frame: Buffer; width: number; bytes: Buffer; nameFile: (base: string) => string }[] = []
  for (const slot of Object.keys(pictureSlots) as PictureSlot[]) {
    const frame = frames[slot]
    if (!frame) continue
    const { ratio, widths } = pictureSlots[slot]
    for (const width of widths) {
      // A photograph has no lettering: its poster is its portrait, which is encoded once.
      const same = made.find((other) => other.frame === frame && other.width === width)
      const bytes =
        same?.bytes ??
        (await sharp(frame)
          .resize(width, Math.round((width * ratio[1]) / ratio[0]), { fit: 'cover' })
          .avif({ quality: 46, effort, chromaSubsampling: '4:4:4' })
          .toBuffer())
      made.push({ frame, width, bytes, nameFile: (base) => pictureFile(base, slot, width) })
    }
  }
  for (const jpeg of Object.keys(pictureJpegs) as PictureJpeg[]) {
    const frame = frames[jpeg]
    if (!frame) continue
    const [width, height] = pictureJpegs[jpeg]
    const bytes = await sharp(frame)
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 68, mozjpeg: true })
      .toBuffer()
    made.push({ frame, width, bytes, nameFile: (base) => pictureJpegFile(base, jpeg) })
  }
  const hash = createHash('sha256')
  for (const { bytes } of made) hash.update(bytes)
  const stem = [name, hash.digest('hex').slice(0, 12)].filter(Boolean).join('-')
  const base = `/${folder}/${stem}`
  const files = new Map(made.map(({ nameFile, bytes }) => [nameFile(base).slice(folder.length + 2), bytes]))
  const whole = frames.portrait ?? frames.square
  if (!whole) throw new Error('A picture needs a portrait or a square frame')
  return { key: `${base}.${await placeholderColors(whole)}`, files }
}
