import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, errors, exportJWK, type JWK } from 'jose'
import * as z from 'zod'
import { decodeBase45, encodeBase45 } from '#core/base45.ts'

/** Holds the content of a ticket's QR code. All ids are uuids. */
export type TicketCredential = {
  ticketId: string
  /** Counts up when a ticket is reissued, 1 to 65,535; only the current generation is admitted. */
  generation: number
  eventId: string
  typeId: string
}

export type TicketVerdict =
  | { ok: true; credential: TicketCredential }
  /** `unknown`: not one of our codes at all. `bad_signature`: it looks like ours, but we did not sign it. */
  | { ok: false; reason: 'unknown' | 'bad_signature' }

export type TicketSigner = {
  /**
   * Returns the text of a ticket's QR code, in the characters of a QR code's alphanumeric mode.
   * @throws RangeError when the generation is not 1 to 65,535
   */
  sign(credential: TicketCredential): string
  /** Checks a code of the current format or of the first one (a compact JWS), which some sold tickets carry. */
  verify(code: string): Promise<TicketVerdict>
  /** The public key that verifies the tickets of an event; it cannot sign any. */
  readPublicKey(eventId: string): Promise<JWK>
}

/** RFC 9864's name for EdDSA over Curve25519: names the curve, unlike the older `EdDSA`. */
const algorithm = 'Ed25519'
/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const maxCachedKeys = 500

/**
 * Begins each code and names its format. It is signed together with the body, so that no signature of another format
 * is valid here: a JWS is signed over text that begins with `eyJ`.
 */
const prefix = 'JVT1:'
/** Bytes of the body: three uuids (ticket, event, type) and the generation, highest byte first. */
const bodyLength = 3 * 16 + 2
const signatureLength = 64
/** Characters of a code: the prefix, and three for each two bytes. */
const codeLength = prefix.length + ((bodyLength + signatureLength) / 2) * 3
const maxGeneration = 0xffff

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
    const cached = pairs.get(shortEventId)
    if (cached) return cached
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

  /** Verifies a code of the first format: header and claims as JSON, signed, in base64url. */
  async function verifyJws(code: string): Promise<TicketVerdict> {
    const header = readHeader(code)
    if (!header) return { ok: false, reason: 'unknown' }
    const parsed = headerSchema.safeParse(header)
    if (!parsed.success) return { ok: false, reason: 'bad_signature' }
    try {
      const { payload } = await compactVerify(code, keysOf(parsed.data.kid).publicKey, {
        algorithms: [algorithm],
      })
      const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')))
      if (!claims.success || claims.data.e !== parsed.data.kid) return { ok: false, reason: 'bad_signature' }
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
  }

  return {
    sign({ ticketId, eventId, typeId, generation }) {
      if (!Number.isInteger(generation) || generation < 1 || generation > maxGeneration) {
        throw new RangeError(`Not a generation of a ticket: ${generation}`)
      }
      const body = Buffer.alloc(bodyLength)
      for (const [place, id] of [ticketId, eventId, typeId].entries()) bytesOf(id).copy(body, place * 16)
      body.writeUInt16BE(generation, 48)
      const signature = sign(null, signedPart(body), keysOf(shorten(eventId)).privateKey)
      return prefix + encodeBase45(Buffer.concat([body, signature]))
    },

    async verify(code) {
      const compact = readCompact(code)
      if (!compact) return await verifyJws(code)
      const { body, signature, credential } = compact
      const { publicKey } = keysOf(shorten(credential.eventId))
      const isOurs = verify(null, signedPart(body), publicKey, signature) && credential.generation > 0
      return isOurs ? { ok: true, credential } : { ok: false, reason: 'bad_signature' }
    },

    async readPublicKey(eventId) {
      const kid = shorten(eventId)
      return { ...(await exportJWK(keysOf(kid).publicKey)), alg: algorithm, kid, use: 'sig' }
    },
  }
}

/** Returns the bytes that are signed: the format's name, then the body. */
function signedPart(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(prefix), body])
}

/**
 * Splits a code of the current format into its parts, unverified; null for any other text. Takes small letters too: a
 * scanner that types with Caps Lock on swaps them, and the format has no others.
 */
function readCompact(code: string) {
  const text = code.length === codeLength ? code.toUpperCase() : ''
  const bytes = text.startsWith(prefix) ? decodeBase45(text.slice(prefix.length)) : null
  if (!bytes) return null
  const body = Buffer.from(bytes.subarray(0, bodyLength))
  const idAt = (place: number) => uuidOf(body.subarray(place * 16, place * 16 + 16))
  return {
    body,
    signature: bytes.subarray(bodyLength),
    credential: { ticketId: idAt(0), eventId: idAt(1), typeId: idAt(2), generation: body.readUInt16BE(48) },
  }
}

/** Reads the header of what is built like a JWS; null for any other text. */
function readHeader(code: string): object | null {
  if (code.length > 1024 || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(code)) return null
  try {
    return decodeProtectedHeader(code)
  } catch {
    return null
  }
}

function bytesOf(uuid: string): Buffer {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== 16) throw new Error(`Not a uuid: ${uuid}`)
  return bytes
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Writes a uuid in 22 characters, as key ids and the first format's claims have it. */
function shorten(uuid: string): string {
  return bytesOf(uuid).toString('base64url')
}

function lengthen(short: string): string {
  return uuidOf(Buffer.from(short, 'base64url'))
}

let current: { secret: string; signer: TicketSigner } | undefined

/** Returns the one signer of this process, made from the site's secret. */
export function readTicketSigner(secret: string): TicketSigner {
  if (current?.secret !== secret) current = { secret, signer: createTicketSigner(secret) }
  return current.signer
}
