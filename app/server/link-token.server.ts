import { createHash, randomBytes } from 'node:crypto'

/** Secret links: whoever has the token may see what it opens. The database keeps its hash only. */

/** @returns a new token: 256 random bits, base64url, 43 characters */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** @returns a token as the database knows it */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
