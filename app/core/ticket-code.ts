/**
 * Checks the code that is typed at the door when a camera can't read: 8 characters and a check character, drawn
 * from an alphabet without 0, O, 1 and I. The database makes them (`private.new_ticket_code`) and computes the same
 * check character.
 */

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Computes Luhn's check character in base 32: catches any one wrong character and nearly all swaps of neighbours.
 * @param code characters of the alphabet, without the check character
 * @throws RangeError when a character is not of the alphabet
 */
export function checkCharacter(code: string): string {
  let sum = 0
  let factor = 2
  for (let at = code.length - 1; at >= 0; at--) {
    const value = alphabet.indexOf(code.charAt(at))
    if (value < 0) throw new RangeError(`not a character of a ticket code: ${code.charAt(at)}`)
    const product = value * factor
    sum += Math.floor(product / alphabet.length) + (product % alphabet.length)
    factor = factor === 2 ? 1 : 2
  }
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

/**
 * Parses a typed code: case, spaces, dots and dashes don't matter.
 * @returns the 9 characters, or null when they can't be a ticket code (wrong length, wrong characters, a typing
 * error)
 */
export function readTicketCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s.-]/g, '')
  if (code.length !== 9 || ![...code].every((character) => alphabet.includes(character))) return null
  return checkCharacter(code.slice(0, 8)) === code.charAt(8) ? code : null
}

/** Formats a code in groups of three, easy to read aloud: `ABC DEF GHJ`. */
export function printTicketCode(code: string): string {
  return code.replace(/(.{3})(?=.)/g, '$1 ')
}
