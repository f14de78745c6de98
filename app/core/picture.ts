/**
 * Pictures of events and products. The database keeps one text for a picture, its key, such as `/art/bass-culture-3f9a2c1e5b7d.edc…`:
 * the path that all its files begin with, which ends in a hash of their content, and after the dot five colours for its placeholder.
 * The files, in every slot, width and format, are named from it, so a file never changes under its name.
 */

/** The most pixels that a picture sent to the site may have: a phone's largest photographs have fewer. */
export const mostPicturePixels = 40_000_000

/** Formats that pages offer to browsers, best first. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

type Slot = {
  /** Width and height in proportion. */
  ratio: readonly [number, number]
} & {
  /** Widths in pixels that files of a format exist at, smallest first. WebP, for old browsers alone, has fewer of them. */
  [format in PictureFormat]: readonly number[]
}

/** The crops of a picture. A poster has the event's name on it; the others have no lettering. */
export const pictureSlots = {
  poster: { ratio: [4, 5], avif: [400, 800], webp: [400, 800] },
  // 560 is what a card of two thirds of a phone's width needs at two pixels per point.
  portrait: { ratio: [4, 5], avif: [400, 560, 800], webp: [400, 800] },
  wide: { ratio: [3, 2], avif: [480, 960, 1440], webp: [480, 960] },
  square: { ratio: [1, 1], avif: [160, 480, 800], webp: [160, 480] },
} as const satisfies Record<string, Slot>
export type PictureSlot = keyof typeof pictureSlots

/**
 * The one-size JPEGs, for mail programs and crawlers that read neither AVIF nor WebP: `share` is 1200 x 630 pixels, the lettered
 * picture of a shared link; `mail` is the lettered poster.
 */
export const pictureJpegs = { share: [1200, 630], mail: [640, 800] } as const
export type PictureJpeg = keyof typeof pictureJpegs

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

/** Names a file of a picture. @param base the first part of its key */
export function pictureFile(base: string, slot: PictureSlot, width: number, format: PictureFormat): string {
  return `${base}-${slot}-${width}.${format}`
}

/** Names one of the JPEGs of a picture. @param base the first part of its key */
export function pictureJpegFile(base: string, jpeg: PictureJpeg): string {
  return `${base}-${jpeg}.jpg`
}

/**
 * Returns the path of a picture's JPEG, for `og:image`, structured data (`share`) and mails (`mail`). The caller puts the site's
 * origin before it.
 * @returns null when there is no picture
 */
export function pictureJpeg(key: string | null | undefined, jpeg: PictureJpeg): string | null {
  const picture = readPictureKey(key)
  return picture && pictureJpegFile(picture.base, jpeg)
}

/** Lists the widths that files of a format exist at. */
export function pictureWidths(slot: PictureSlot, format: PictureFormat): readonly number[] {
  return pictureSlots[slot][format]
}

/** Lists the `srcset` of one slot and format. @param base the first part of the picture's key */
export function pictureSourceSet(base: string, slot: PictureSlot, format: PictureFormat): string {
  return pictureWidths(slot, format)
    .map((width) => `${pictureFile(base, slot, width, format)} ${width}w`)
    .join(', ')
}
