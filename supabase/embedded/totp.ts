/** Computes and checks time-based one-time codes (RFC 6238: SHA-1, six digits, 30 seconds), as authenticator apps show them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const periodMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Makes a new secret: 160 random bits as 32 characters of base32. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('')
}

/** Returns the number of the period that an instant (milliseconds since 1970) lies in. */
export function totpStep(at: number): number {
  return Math.floor(at / periodMs)
}

/**
 * Computes the code of a period.
 * @param secret base32 without padding
 * @returns six digits
 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * Finds the period whose code was typed: the present one, the one before or the one after, for clocks that differ.
 * @param now milliseconds since 1970
 * @returns the number of the period, or null for a wrong code
 */
export function matchTotp(secret: string, code: string, now: number): number | null {
  const typed = Buffer.from(code)
  for (const step of [0, -1, 1].map((shift) => totpStep(now) + shift)) {
    const expected = Buffer.from(totpCode(secret, step))
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) return step
  }
  return null
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
