/**
 * Writes bytes in the 45 characters of a QR code's alphanumeric mode (RFC 9285): two bytes take three characters, and a
 * QR code stores those in 16.5 bits. Base64 would need the byte mode and 21.3 bits.
 */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** @returns three characters for each pair of bytes, and two for a last single one */
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length
    const value = pair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0)
    text += alphabet.charAt(value % 45) + alphabet.charAt(Math.floor(value / 45) % 45)
    if (pair) text += alphabet.charAt(Math.floor(value / 2025))
  }
  return text
}

/**
 * Reads what `encodeBase45` wrote. Each text has one meaning: no two texts give the same bytes.
 * @returns null for text with another character, of an impossible length, or with a group that is no two bytes
 */
export function decodeBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((character) => alphabet.indexOf(character))
    if (digits.includes(-1)) return null
    const value = digits.reduce((sum, digit, place) => sum + digit * 45 ** place, 0)
    if (value > (digits.length === 3 ? 0xffff : 0xff)) return null
    if (digits.length === 3) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}
