import { create, type Font } from 'fontkit'

/**
 * Turns words into outlines of the brand's typefaces, so that a picture looks the same on every machine, whatever fonts it has. sharp
 * sets text with the fonts of the machine alone, and a server has none of ours.
 */

export type { Font } from 'fontkit'

/** Opens a typeface. @param bytes a font file: WOFF2, TTF or OTF with one font */
export function openFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('the file holds more than one font')
  return font
}

/** Words as outlines: a path's data with the baseline at 0 and the left edge of the first letter's ink at 0. */
export type Outline = { path: string; width: number; top: number; bottom: number }

/**
 * Sets one line of words.
 * @param size in units of the picture
 * @param tracking space between letters in parts of the size; negative is tighter
 */
export function outlineOf(font: Font, words: string, size: number, tracking = 0): Outline {
  const scale = size / font.unitsPerEm
  const run = font.layout(words.normalize('NFC'))
  const parts: string[] = []
  let x = 0
  let left = Number.POSITIVE_INFINITY
  let [right, top, bottom] = [0, 0, 0]
  for (const [at, glyph] of run.glyphs.entries()) {
    const place = run.positions[at]
    const from = x + (place?.xOffset ?? 0)
    const { minX, maxX, minY, maxY } = glyph.bbox
    if (Number.isFinite(minX)) {
      left = Math.min(left, from + minX)
      right = Math.max(right, from + maxX)
      top = Math.min(top, -maxY)
      bottom = Math.max(bottom, -minY)
    }
    parts.push(
      glyph.path
        .scale(scale, -scale)
        .translate(from * scale, 0)
        .toSVG(),
    )
    x += (place?.xAdvance ?? 0) + tracking * font.unitsPerEm
  }
  if (!Number.isFinite(left)) left = 0
  return {
    path: `<path transform="translate(${(-left * scale).toFixed(2)} 0)" d="${parts.join('')}"/>`,
    width: (right - left) * scale,
    top: top * scale,
    bottom: bottom * scale,
  }
}

/**
 * Sets words that stand in a line with others.
 * @param size in units of the picture
 * @returns a path's data with the baseline at 0 and the width that the words take; null where the typeface lacks one of the glyphs
 */
export function pathOf(font: Font, words: string, size: number): { path: string; advance: number } | null {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(words)
  if (glyphs.length === 0 || glyphs.some(({ id }) => id === 0)) return null
  const parts: string[] = []
  let x = 0
  for (const [at, glyph] of glyphs.entries()) {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[at] ?? {}
    parts.push(
      glyph.path
        .scale(scale, -scale)
        .translate((x + xOffset) * scale, -yOffset * scale)
        .toSVG(),
    )
    x += xAdvance
  }
  return { path: parts.join(''), advance: x * scale }
}

/** Returns the words without the characters that a typeface has no letters for, such as emoji. */
export function writable(font: Font, words: string): string {
  return [...words.normalize('NFC')]
    .filter((char) => char === ' ' || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
