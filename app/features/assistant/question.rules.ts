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
  'what whats which show have there shop sell your some with merch products anything want need find from that this does store cart basket please'.split(
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

/**
 * Finds who a ticket is for: an email address, or a username with its @.
 * @returns the address or the username without its @, or null
 */
export function recipientIn(question: string): string | null {
  const email = /[^\s<>()"',;]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/i.exec(question)?.[0]
  return (
    email?.toLowerCase() ??
    /(?:^|\s)@([a-z0-9_.-]{3,30}[a-z0-9_])/i.exec(question)?.[1]?.toLowerCase() ??
    null
  )
}

/**
 * Finds how many tickets a question means: `2 tickets`, `two of us`.
 * @param most larger numbers are none
 */
export function quantityIn(question: string, most: number): number | null {
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const found = /\b(\d{1,2}|one|two|three|four|five|six)\b/i.exec(question)?.[1]?.toLowerCase()
  if (found === undefined) return null
  const number = words.includes(found) ? words.indexOf(found) + 1 : Number(found)
  return number >= 1 && number <= most ? number : null
}

/** Tells whether a question asks to put something into the cart. */
export function wantsInCart(question: string): boolean {
  return /\b(?:add|put|get me|buy me)\b/i.test(question)
}
