import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Turns words into outlines of the brand's typefaces, so that a drawing looks the same on every machine, whatever fonts it has. */

function openFont(file: string): Font {
  const font = create(readFileSync(new URL(`../../app/ui/fonts/${file}`, import.meta.url)))
  if (!('layout' in font)) throw new Error(`${file} holds more than one font`)
  return font
}

const fonts = { display: openFont('bricolage-display.woff2'), text: openFont('figtree.woff2') }
export type Typeface = keyof typeof fonts

/** Words as outlines: a path's data with the baseline at 0 and the left edge of the first letter's ink at 0. */
export type Outline = { path: string; width: number; top: number; bottom: number }

/**
 * Sets one line of words.
 * @param size in units of the sheet
 * @param tracking space between letters in parts of the size; negative is tighter
 */
export function outline(words: string, typeface: Typeface, size: number, tracking = 0): Outline {
  const font = fonts[typeface]
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
