import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { decodeBase45, encodeBase45 } from '#core/base45.ts'

/**
 * The code on the page of an order with goods that a pickup station reads, for buyers without a ticket: the order's id with a
 * signature. It is made and checked here alone, so one secret serves both.
 */

/** Begins each code and names its format; no ticket's code begins so. */
const prefix = 'JVP1:'
const idLength = 16
const signatureLength = 16

function signature(secret: string, id: Buffer): Buffer {
  const root = Buffer.from(secret, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', root, 'pickup-signing', 'order', 32))
  return createHmac('sha256', key).update(prefix).update(id).digest().subarray(0, signatureLength)
}

/** @param secret the site's key for tickets @returns the text of the QR code, in the characters of its alphanumeric mode */
export function signPickupCode(secret: string, orderId: string): string {
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex')
  if (id.length !== idLength) throw new Error(`Not a uuid: ${orderId}`)
  return prefix + encodeBase45(Buffer.concat([id, signature(secret, id)]))
}

/** Reads a scanned code. @returns the id of the order; `bad_signature` for one that is not ours; null for any other text */
export function readPickupCode(secret: string, code: string): { orderId: string } | 'bad_signature' | null {
  const text = code.trim().toUpperCase()
  if (!text.startsWith(prefix) || text.length > 100) return null
  const bytes = decodeBase45(text.slice(prefix.length))
  if (bytes?.length !== idLength + signatureLength) return 'bad_signature'
  const id = Buffer.from(bytes.subarray(0, idLength))
  if (!timingSafeEqual(signature(secret, id), bytes.subarray(idLength))) return 'bad_signature'
  const hex = id.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return { orderId: parts.join('-') }
}
