import { readFileSync } from 'node:fs'
import { type Outline, openFont, outlineOf } from '#server/lettering.server.ts'

/** Sets words in the brand's typefaces for drawings. */

const read = (file: string) => openFont(readFileSync(new URL(`../../app/ui/fonts/${file}`, import.meta.url)))
const fonts = { display: read('bricolage-display.woff2'), text: read('figtree.woff2') }
export type Typeface = keyof typeof fonts

/**
 * Sets one line of words.
 * @param size in units of the sheet
 * @param tracking space between letters in parts of the size; negative is tighter
 */
export function outline(words: string, typeface: Typeface, size: number, tracking = 0): Outline {
  return outlineOf(fonts[typeface], words, size, tracking)
}
