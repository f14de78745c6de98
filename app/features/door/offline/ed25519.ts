/** The part of a public key (RFC 8037) that verifying needs; other fields are ignored. */
export type PublicKey = { kty?: string; crv?: string; x?: string }

/** Checks a signature over some bytes with one public key. */
export type Verifier = (
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean>

const algorithm = { name: 'Ed25519' }

/**
 * Opens a public key for verifying: with the browser's own WebCrypto, else with a library that is downloaded only then.
 * @param key Ed25519 public key
 * @throws when it is no Ed25519 key
 */
export async function openVerifier({ kty, crv, x }: PublicKey): Promise<Verifier> {
  if (kty !== 'OKP' || crv !== 'Ed25519' || !x) throw new TypeError('Not an Ed25519 public key.')
  // Only these fields: browsers refuse a key whose `alg` is spelled as RFC 9864 does.
  const own = await importKey({ kty, crv, x })
  if (own) return (signature, message) => crypto.subtle.verify(algorithm, own, signature, message)
  return openLoadedVerifier(fromBase64Url(x))
}

/** Returns the key for WebCrypto, or null where that doesn't know Ed25519. */
async function importKey(jwk: JsonWebKey): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null
    throw error
  }
}

/**
 * Verifies without WebCrypto's Ed25519, by `@noble/ed25519`.
 * @param key the 32 bytes of the public key
 */
export async function openLoadedVerifier(key: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const { verifyAsync } = await import('@noble/ed25519')
  // Strict, as Node and browsers are: no second text is valid for a signature.
  return (signature, message) => verifyAsync(signature, message, key, { zip215: false })
}

/** Reads base64url. @throws DOMException when it is none */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Writes base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
