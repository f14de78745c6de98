import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type Font, openFont } from './lettering.server.ts'

/**
 * Finds a typeface for characters that a document's own font has no glyphs for: Arabic, Hebrew, Devanagari, Thai, Korean, Chinese and
 * Japanese, and emoji without colours. The packages hold each typeface in slices of some characters; a slice is read when a character of it
 * is first printed.
 */

const require = createRequire(import.meta.url)

/** A typeface in slices. `thin`: its files are drawn at weight 100 and have to be thickened; the others are regular. */
type Family = {
  folder: string
  name: string
  thin: boolean
  slices: [name: string, ranges: [number, number][]][]
}

/** In the order in which they are asked. The slices for other scripts than a family's own repeat the document's font. */
const families = [
  { file: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'), thin: false },
  { file: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'), thin: true },
  { file: require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'), thin: false },
  { file: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'), thin: false },
  { file: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), thin: true },
  { file: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'), thin: true },
  { file: require.resolve('@fontsource-variable/noto-emoji/unicode.json'), thin: false },
].map(({ file, thin }): Family => {
  const folder = dirname(file)
  const name = folder.slice(folder.lastIndexOf('noto-'))
  const ranges: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const own = Object.keys(ranges).filter((slice) => slice.startsWith('[') || name.endsWith(`-${slice}`))
  return {
    folder,
    name,
    thin,
    slices: own.map((slice) => [slice.replace(/[[\]]/g, ''), readRanges(ranges[slice] ?? '')]),
  }
})

/** Reads `U+600-6ff,U+200c` as pairs of code points. */
function readRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return [from, to]
  })
}

/** A typeface that is drawn as outlines. */
export type FallbackFont = {
  font: Font
  /** Width of the line around its outlines that makes them regular, and bold, in parts of the size. */
  stroke: { regular: number; bold: number }
}

const opened = new LRUCache<string, FallbackFont>({ max: 40 })

function open({ folder, name, thin }: Family, slice: string): FallbackFont {
  const file = join(folder, 'files', `${name}-${slice}-wght-normal.woff2`)
  const known = opened.get(file)
  if (known) return known
  const stroke = thin ? { regular: 0.045, bold: 0.095 } : { regular: 0, bold: 0.045 }
  const found = { font: openFont(readFileSync(file)), stroke }
  opened.set(file, found)
  return found
}

/** Finds the typeface for a character; null where none has it. */
export function findFallback(character: string): FallbackFont | null {
  const point = character.codePointAt(0) ?? 0
  for (const family of families)
    for (const [slice, ranges] of family.slices) {
      if (!ranges.some(([from, to]) => point >= from && point <= to)) continue
      const found = open(family, slice)
      if (found.font.hasGlyphForCodePoint(point)) return found
    }
  return null
}
