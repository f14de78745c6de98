/**
 * Checks text that the database must store and a screen must show. Postgres refuses NUL, JSON refuses half of a
 * surrogate pair.
 */

/** Message for text with such characters. */
export const strangeText = 'Please remove special characters'

/** Tells whether text is well-formed and has no control characters, line breaks included: a mail header must not have one either. */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Tells whether text is well-formed and has no control characters but line breaks and tabs. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)
}
