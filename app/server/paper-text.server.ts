import { type FallbackFont, findFallback } from './fallback-fonts.server.ts'
import { type Font, pathOf } from './lettering.server.ts'

/**
 * Sets text that a document's own font can't print alone: each part in a typeface that has it, lines broken where they are full, and
 * parts that are written from right to left in their order. What no typeface has is a box, so that nothing goes missing unnoticed.
 */

/** One part of a line. Without a path its words are printed with the document's font. */
export type Piece = {
  words: string
  x: number
  width: number
  path: string | null
  /** Width of the line around the path. */
  stroke: number
}
export type SetLine = { pieces: Piece[]; width: number }

/** A piece before it has its place. */
type Part = Omit<Piece, 'x'> & { isRightToLeft: boolean; spaceBefore: boolean }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Scripts that break lines between any two characters. */
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Joins and varies emoji, and has no picture of its own. */
const joiners = /\u200d|\p{Variation_Selector}|\p{Emoji_Modifier}/gu

const isCoveredBy = (font: Font, words: string) =>
  [...words].every(
    (character) => /\s/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

/**
 * Sets text in lines.
 * @param font the document's, whose `widthOf` measures what is printed with it
 * @param width most width of a line, in points
 * @returns null where the document's font has all of it: it needs none of this
 */
export function setText(
  words: string,
  style: { font: Font; size: number; bold: boolean; width: number; widthOf: (words: string) => number },
): SetLine[] | null {
  const text = words.normalize('NFC')
  if (isCoveredBy(style.font, text)) return null
  const parts = text
    .split(/\s+/)
    .flatMap((word) => partsOfWord(word, style).map((part, at) => ({ ...part, spaceBefore: at === 0 })))
  const space = style.widthOf(' ')
  const lines: Part[][] = [[]]
  let used = 0
  for (const part of parts) {
    const gap = part.spaceBefore && used > 0 ? space : 0
    const canBreak = part.spaceBefore || breaksAnywhere.test(part.words)
    if (used > 0 && canBreak && used + gap + part.width > style.width) {
      lines.push([part])
      used = part.width
    } else {
      lines.at(-1)?.push(part)
      used += gap + part.width
    }
  }
  return lines.map((line) => place(inReadingOrder(line), space))
}

/** Cuts a word into parts of one typeface each. */
function partsOfWord(word: string, style: Parameters<typeof setText>[1]): Omit<Part, 'spaceBefore'>[] {
  const cut: { words: string; face: FallbackFont | 'own' | null }[] = []
  for (const { segment } of graphemes.segment(word)) {
    const face = isCoveredBy(style.font, segment) ? 'own' : findFallback(segment)
    const last = cut.at(-1)
    // Letters of one typeface are set together, because some join; ideographs stay apart, so that lines can break between them.
    if (last && face !== null && last.face === face && !breaksAnywhere.test(segment)) last.words += segment
    else cut.push({ words: segment, face })
  }
  return cut.map(({ words, face }) => {
    const isRightToLeft = rightToLeft.test(words)
    if (face === 'own') return { words, width: style.widthOf(words), path: null, stroke: 0, isRightToLeft }
    const set =
      face &&
      (pathOf(face.font, words, style.size) ?? pathOf(face.font, words.replace(joiners, ''), style.size))
    if (!set) return { words, ...missing(style.size), isRightToLeft }
    const stroke = face.stroke[style.bold ? 'bold' : 'regular'] * style.size
    return { words, width: set.advance, path: set.path, stroke, isRightToLeft }
  })
}

/** Draws the frame of a box, for what no typeface has: its inner edge runs against the outer one and stays empty. */
function missing(size: number) {
  const at = (parts: number) => (parts * size).toFixed(2)
  const outer = `M${at(0.08)} 0H${at(0.52)}V${at(-0.7)}H${at(0.08)}Z`
  const inner = `M${at(0.13)} ${at(-0.05)}V${at(-0.65)}H${at(0.47)}V${at(-0.05)}Z`
  return { path: outer + inner, width: 0.6 * size, stroke: 0 }
}

/** Turns round the order of parts that are read from right to left; the line itself is read from left to right. */
function inReadingOrder(line: Part[]): Part[] {
  const ordered: Part[] = []
  let run: Part[] = []
  const close = () => {
    const gaps = run.map(({ spaceBefore }) => spaceBefore)
    // The space before a part stands behind it now.
    for (const [at, part] of run.reverse().entries())
      ordered.push({
        ...part,
        spaceBefore: at === 0 ? (gaps[0] ?? false) : (gaps[gaps.length - at] ?? false),
      })
    run = []
  }
  for (const part of line) {
    if (part.isRightToLeft) run.push(part)
    else {
      close()
      ordered.push(part)
    }
  }
  close()
  return ordered
}

function place(parts: Part[], space: number): SetLine {
  let x = 0
  const pieces = parts.map(({ words, width, path, stroke, spaceBefore }, at) => {
    if (spaceBefore && at > 0) x += space
    const piece = { words, width, path, stroke, x }
    x += width
    return piece
  })
  return { pieces, width: x }
}
