/**
 * The rule of readable text, which the database holds too (`private.is_readable`; a test asks both about every character): it shows what
 * it holds. Refused are control characters, halves of surrogate pairs, line and paragraph separators, zero-width characters, and those
 * that turn the direction of the text around them, by which a name can pass for another. The two joiners stay: emoji, Persian and
 * the scripts of India are written with them. Direction marks go: browsers find the direction of a name without them.
 */

/** Message for text with such characters. */
export const strangeText = 'Please remove special characters'

const hidden =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb'
const hiddenInLine = new RegExp(`[\\p{Cc}${hidden}]`, 'u')
const hiddenAnywhere = new RegExp(`[\\p{Cs}\\p{Cc}${hidden}]`, 'gu')
const hiddenInLines = new RegExp(`[^\\P{Cc}\\n\\r\\t]|[${hidden}]`, 'u')
/** Matches what can be seen: more than blanks of any kind, joiners and variants of nothing. */
const visible = /[^\s\u0085\u115f\u1160\u2800\u3164\uffa0\p{Join_Control}\p{Variation_Selector}]/u

const shows = (text: string) => text.trim() === '' || visible.test(text)

/** Tells whether text is readable and has no line breaks, which a mail header must not have either. */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !hiddenInLine.test(text) && shows(text)
}

/** Tells whether text is readable; it may have line breaks and tabs. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !hiddenInLines.test(text) && shows(text)
}

/**
 * Makes a readable line of a name that somebody else's system has, whose owner can't be asked to change it.
 * @param longest how many characters are kept
 * @returns an empty text where nothing can be seen
 */
export function cleanLine(text: string, longest: number): string {
  const letters = text.replace(hiddenAnywhere, '').trim()
  const line = [...letters].slice(0, longest).join('').trim()
  return visible.test(line) ? line : ''
}
