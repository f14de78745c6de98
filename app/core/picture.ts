/**
 * Pictures of events and products. The database keeps one text for a picture, its key, such as `/art/bass-culture-3f9a2c1e5b7d.edc…`:
 * the path that all its files begin with, which ends in a hash of their content, and after the dot five colours for its placeholder.
 * The files, in every slot, width and format, are named from it, so a file never changes under its name.
 */

/** The most pixels that a picture sent to the site may have: a phone's largest photographs have fewer. */
export const mostPicturePixels = 40_000_000

type Slot = {
  /** Width and height in proportion. */
  ratio: readonly [number, number]
  /** Widths in pixels that AVIF files exist at, smallest first. */
  widths: readonly number[]
  /** The JPEG that browsers without AVIF show instead. */
  jpeg: PictureJpeg
}

/**
 * The JPEGs, of one size each in pixels, for what does not read AVIF: browsers of before 2024, mail programs, crawlers. `share` is the
 * lettered picture of a shared link, `mail` the poster: lettered for an event, the portrait of a product.
 */
export const pictureJpegs = {
  share: [1200, 630],
  mail: [640, 800],
  portrait: [400, 500],
  wide: [720, 480],
  square: [320, 320],
} as const
export type PictureJpeg = keyof typeof pictureJpegs

/** The crops of a picture. A poster has the event's name on it; the others have no lettering. */
export const pictureSlots = {
  poster: { ratio: [4, 5], widths: [400, 800], jpeg: 'mail' },
  // 560 is what a card of two thirds of a phone's width needs at two pixels per point.
  portrait: { ratio: [4, 5], widths: [400, 560, 800], jpeg: 'portrait' },
  wide: { ratio: [3, 2], widths: [480, 960, 1440], jpeg: 'wide' },
  square: { ratio: [1, 1], widths: [160, 480, 800], jpeg: 'square' },
} as const satisfies Record<string, Slot>
export type PictureSlot = keyof typeof pictureSlots

/** Matches a picture's key; the database checks `image_path` with the same pattern. */
export const pictureKeyPattern = /^\/(art|pictures)\/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$/

/** Colours of a placeholder as CSS writes them: the whole picture's, then those of its corners, by reading order. */
export type PictureColors = string[]

/** Splits a picture's key. @returns null for none, and for a text that is no key */
export function readPictureKey(
  key: string | null | undefined,
): { base: string; colors: PictureColors } | null {
  if (!key || !pictureKeyPattern.test(key)) return null
  const [base = '', colors = ''] = key.split('.')
  return { base, colors: (colors.match(/.../g) ?? []).map((color) => `#${color}`) }
}

/** Names an AVIF file of a picture. @param base the first part of its key */
export function pictureFile(base: string, slot: PictureSlot, width: number): string {
  return `${base}-${slot}-${width}.avif`
}

/** Names one of the JPEGs of a picture. @param base the first part of its key */
export function pictureJpegFile(base: string, jpeg: PictureJpeg): string {
  return `${base}-${jpeg}.jpg`
}

/**
 * Returns the path of a picture's JPEG, for `og:image`, structured data (`share`), mails (`mail`) and links to the file. The caller puts
 * the site's origin before it where it is read elsewhere.
 * @returns null when there is no picture
 */
export function pictureJpeg(key: string | null | undefined, jpeg: PictureJpeg): string | null {
  const picture = readPictureKey(key)
  return picture && pictureJpegFile(picture.base, jpeg)
}

/** Lists the AVIF files of one slot as `srcset` does. @param base the first part of the picture's key */
export function pictureSourceSet(base: string, slot: PictureSlot): string {
  return pictureSlots[slot].widths.map((width) => `${pictureFile(base, slot, width)} ${width}w`).join(', ')
}
