/** Reads what a question names: an order, an amount, a product. */

/**
 * Finds the code of an order in a question.
 * @returns the code, or null
 */
export function orderCodeIn(question: string): string | null {
  const words = question.match(/\b[2-9A-HJ-NP-Za-hj-np-z]{8}\b/g) ?? []
  // a word in small letters without a digit is a word
  return words.find((word) => /\d/.test(word) || word === word.toUpperCase())?.toUpperCase() ?? null
}

/**
 * Finds an amount in a question: `$68.69`, `68.69`, `1,068.69 dollars`.
 * @returns cents, or null
 */
export function amountIn(question: string): number | null {
  const found =
    /\$\s?(\d[\d,]*(?:\.\d{1,2})?)|\b(\d[\d,]*\.\d{2})\b|\b(\d[\d,]*) ?(?:dollars|usd|bucks)\b/i.exec(
      question,
    )
  const digits = found?.[1] ?? found?.[2] ?? found?.[3]
  if (digits === undefined) return null
  const cents = Math.round(Number(digits.replaceAll(',', '')) * 100)
  return Number.isSafeInteger(cents) && cents > 0 && cents < 1e9 ? cents : null
}

const plain = new Set(
  'what whats which show have there shop sell your some with merch products anything want need find from that this does store'.split(
    ' ',
  ),
)

/**
 * Finds the word of a question that names goods.
 * @returns a word to search for, or null
 */
export function productWordIn(question: string): string | null {
  const words = question.toLowerCase().match(/[a-z]{4,30}/g) ?? []
  return words.findLast((word) => !plain.has(word))?.replace(/s$/, '') ?? null
}
