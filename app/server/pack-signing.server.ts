import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The public key of an event's packs as a JSON Web Key. */
export type PackKey = { kty: 'OKP'; crv: 'Ed25519'; x: string }

const pairs = new Map<string, { privateKey: KeyObject; key: PackKey }>()
const maxCachedKeys = 100

function pairOf(secret: string, eventId: string) {
  const name = `${secret}:${eventId}`
  const cached = pairs.get(name)
  if (cached) return cached
  const root = Buffer.from(secret, 'base64url')
  // The label is not that of tickets: a phone that learns to trust packs can verify no ticket by their key, nor the other way.
  const seed = Buffer.from(hkdfSync('sha256', root, 'door-pack-signing', `event:${eventId}`, 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const pair = { privateKey, key: { kty: 'OKP', crv: 'Ed25519', x } as const }
  const oldest = pairs.keys().next()
  if (pairs.size >= maxCachedKeys && !oldest.done) pairs.delete(oldest.value)
  pairs.set(name, pair)
  return pair
}

/**
 * Signs a pack with the key of its event, which is derived from the site's secret and never leaves this process.
 * @param secret 32 random bytes, base64url: the secret of the tickets' keys, under a label of its own
 * @returns the signature (Ed25519 over the payload's UTF-8 bytes, base64url) and the public key that verifies it
 */
export function signPack(
  secret: string,
  eventId: string,
  payload: string,
): { signature: string; key: PackKey } {
  const { privateKey, key } = pairOf(secret, eventId)
  return { signature: sign(null, Buffer.from(payload), privateKey).toString('base64url'), key }
}
