import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import { CompactSign, compactVerify, decodeProtectedHeader, errors, exportJWK, type JWK } from 'jose'
import * as z from 'zod'

/** What a ticket's QR code says. All ids are uuids. */
export type TicketCredential = {
  ticketId: string
  /** Counts up when a ticket is reissued; only the current generation is admitted. */
  generation: number
  eventId: string
  typeId: string
}

export type TicketVerdict =
  | { ok: true; credential: TicketCredential }
  /** `unknown`: not one of our codes at all. `bad_signature`: it looks like ours, but we did not sign it. */
  | { ok: false; reason: 'unknown' | 'bad_signature' }

export type TicketSigner = {
  sign(credential: TicketCredential): Promise<string>
  verify(code: string): Promise<TicketVerdict>
  /** The public key that verifies the tickets of an event; it cannot sign any. */
  readPublicKey(eventId: string): Promise<JWK>
}

/** RFC 9864's name for EdDSA over Curve25519: names the curve, unlike the older `EdDSA`. */
const algorithm = 'Ed25519'
/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const maxCachedKeys = 500

const shortId = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const headerSchema = z.object({ alg: z.literal(algorithm), kid: shortId })
const claimsSchema = z.strictObject({
  t: shortId,
  g: z.int().min(1).max(1_000_000),
  e: shortId,
  y: shortId,
})

/**
 * Signs and checks tickets. Each event has a key of its own, derived from one secret, so nothing has to be stored and a
 * key that leaks opens one event only. The private keys exist in this process and nowhere else.
 * @param secret 32 random bytes, base64url
 * @throws when the secret is not 32 bytes
 */
export function createTicketSigner(secret: string): TicketSigner {
  const root = Buffer.from(secret, 'base64url')
  if (root.length !== 32) throw new Error('The ticket signing key must be 32 bytes, written as base64url.')
  const pairs = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>()

  function keysOf(shortEventId: string) {
    const known = pairs.get(shortEventId)
    if (known) return known
    const seed = Buffer.from(hkdfSync('sha256', root, 'ticket-signing', `event:${shortEventId}`, 32))
    const privateKey = createPrivateKey({
      key: Buffer.concat([pkcs8Prefix, seed]),
      format: 'der',
      type: 'pkcs8',
    })
    const pair = { privateKey, publicKey: createPublicKey(privateKey) }
    // A scanned forgery may name any event: the oldest key gives way, so that memory stays bounded.
    const oldest = pairs.keys().next()
    if (pairs.size >= maxCachedKeys && !oldest.done) pairs.delete(oldest.value)
    pairs.set(shortEventId, pair)
    return pair
  }

  return {
    async sign(credential) {
      const kid = shorten(credential.eventId)
      const claims = {
        t: shorten(credential.ticketId),
        g: credential.generation,
        e: kid,
        y: shorten(credential.typeId),
      }
      return await new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: algorithm, kid })
        .sign(keysOf(kid).privateKey)
    },

    async verify(code) {
      const header = readHeader(code)
      if (!header) return { ok: false, reason: 'unknown' }
      const known = headerSchema.safeParse(header)
      if (!known.success) return { ok: false, reason: 'bad_signature' }
      try {
        const { payload } = await compactVerify(code, keysOf(known.data.kid).publicKey, {
          algorithms: [algorithm],
        })
        const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')))
        if (!claims.success || claims.data.e !== known.data.kid) return { ok: false, reason: 'bad_signature' }
        return {
          ok: true,
          credential: {
            ticketId: lengthen(claims.data.t),
            generation: claims.data.g,
            eventId: lengthen(claims.data.e),
            typeId: lengthen(claims.data.y),
          },
        }
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof SyntaxError) {
          return { ok: false, reason: 'bad_signature' }
        }
        throw error
      }
    },

    async readPublicKey(eventId) {
      const kid = shorten(eventId)
      return { ...(await exportJWK(keysOf(kid).publicKey)), alg: algorithm, kid, use: 'sig' }
    },
  }
}

/** The header of something that is built like a signed code; null for any other text. */
function readHeader(code: string): object | null {
  if (code.length > 1024 || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(code)) return null
  try {
    return decodeProtectedHeader(code)
  } catch {
    return null
  }
}

/** A uuid as 22 characters: a smaller code has larger squares. */
function shorten(uuid: string): string {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16) throw new Error(`Not a uuid: ${uuid}`)
  return bytes.toString('base64url')
}

function lengthen(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

let known: { secret: string; signer: TicketSigner } | undefined

/** The one signer of this process, made from the site's secret. */
export function readTicketSigner(secret: string): TicketSigner {
  if (known?.secret !== secret) known = { secret, signer: createTicketSigner(secret) }
  return known.signer
}
