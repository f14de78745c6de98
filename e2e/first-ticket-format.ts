import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'
import type { TicketCredential } from '#server/ticket-signing.server.ts'

/** Signs tickets in the format of codes that were sold before; the site verifies these and makes no more of them. */

/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A uuid in 22 characters. */
function shorten(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Derives an event's private key as the site does. */
function eventKey(secret: string, eventId: string): KeyObject {
  const root = Buffer.from(secret, 'base64url')
  const seed = Buffer.from(hkdfSync('sha256', root, 'ticket-signing', `event:${shorten(eventId)}`, 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

/**
 * Signs a ticket as a compact JWS.
 * @param secret 32 bytes, base64url, from which the site derives the keys of its events
 */
export function signAsFirstFormat(secret: string, credential: TicketCredential): Promise<string> {
  const { ticketId, generation, eventId, typeId } = credential
  const kid = shorten(eventId)
  const claims = { t: shorten(ticketId), g: generation, e: kid, y: shorten(typeId) }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'Ed25519', kid })
    .sign(eventKey(secret, eventId))
}
