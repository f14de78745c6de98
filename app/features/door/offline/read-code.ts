import { decodeBase45 } from '#core/base45.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import type { Reading } from './decision.rules.ts'
import { fromBase64Url, openVerifier, type PublicKey, toBase64Url } from './ed25519.ts'

/** Reads what was scanned or typed, as the server's `readCode` does, without the server. */
export type CodeReader = (code: string) => Promise<Reading>

/** The two formats of signed codes; `app/server/ticket-signing.server.ts` makes and describes them. */
const prefix = 'JVT1:'
const bodyLength = 3 * 16 + 2
const codeLength = prefix.length + ((bodyLength + 64) / 2) * 3
const longestJws = 1024
/** Length of a hash in the pack: 84 bits, so that two of a million tickets meet once in 40 trillion events. */
const hashLength = 14
/** Length of a typed code's hash: 30 of its 40 bits, so that a stolen pack does not give the codes away. */
const codeHashLength = 5

type Signed = {
  message: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
  ticketId: Uint8Array<ArrayBuffer>
  eventId: Uint8Array<ArrayBuffer>
  generation: number
}

const utf8 = new TextEncoder()

/**
 * Opens the reader of an event's codes.
 * @param ticketKey public key of the event's tickets
 * @param salt of the pack's hashes, hex
 * @param event id of the event, a uuid
 * @throws when the key is no Ed25519 key
 */
export async function openCodeReader(of: {
  ticketKey: PublicKey
  salt: string
  event: string
}): Promise<CodeReader> {
  const verify = await openVerifier(of.ticketKey)
  const salt = fromHex(of.salt)
  const event = uuidBytes(of.event)

  return async function readCode(code) {
    const typed = readTicketCode(code)
    if (typed) return { kind: 'typed', codeHash: await codeHashOf(salt, typed) }
    const signed = readCompact(code) ?? readJws(code)
    if (signed === 'unknown' || signed === 'bad_signature') return { kind: 'unreadable', result: signed }
    // The keys of other events are not here; whichever of them signed it, it opens no door of this one.
    if (!isSame(signed.eventId, event)) return { kind: 'other_event' }
    const isOurs = signed.generation > 0 && (await verify(signed.signature, signed.message))
    if (!isOurs) return { kind: 'unreadable', result: 'bad_signature' }
    return { kind: 'signed', idHash: await hashOf(salt, signed.ticketId), generation: signed.generation }
  }
}

/**
 * Hashes the bytes of an id as a pack has them.
 * @param salt of the pack
 */
export async function hashOf(salt: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', joined(salt, bytes))
  return toBase64Url(new Uint8Array(digest)).slice(0, hashLength)
}

/** Hashes a typed code as a pack has it. */
export async function codeHashOf(salt: Uint8Array<ArrayBuffer>, code: string): Promise<string> {
  return (await hashOf(salt, utf8.encode(code))).slice(0, codeHashLength)
}

/** Splits a code of the current format, unverified; null for any other text. */
function readCompact(code: string): Signed | null {
  const text = code.length === codeLength ? code.toUpperCase() : ''
  const bytes = text.startsWith(prefix) ? decodeBase45(text.slice(prefix.length)) : null
  if (!bytes) return null
  const body = Uint8Array.from(bytes.subarray(0, bodyLength))
  return {
    message: joined(utf8.encode(prefix), body),
    signature: Uint8Array.from(bytes.subarray(bodyLength)),
    ticketId: body.slice(0, 16),
    eventId: body.slice(16, 32),
    generation: new DataView(body.buffer).getUint16(48),
  }
}

/** Splits a code of the first format, a compact JWS, unverified; what it is instead for any other text. */
function readJws(code: string): Signed | 'unknown' | 'bad_signature' {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(code) ?? []
  if (code.length > longestJws || !head || !body || !signature) return 'unknown'
  const header = readJson(head)
  if (!header) return 'unknown'
  const claims = readJson(body)
  const isFormat = header.alg === 'Ed25519' && claims?.e === header.kid
  if (!isFormat || !claims || !isShortId(claims.t) || !isShortId(claims.e) || !isShortId(claims.y))
    return 'bad_signature'
  if (typeof claims.g !== 'number' || !Number.isInteger(claims.g)) return 'bad_signature'
  return {
    message: utf8.encode(`${head}.${body}`),
    signature: readBytes(signature),
    ticketId: fromBase64Url(claims.t),
    eventId: fromBase64Url(claims.e),
    generation: claims.g,
  }
}

const isShortId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value)

/** Reads base64url; nothing of what is none, which no signature is valid for. */
function readBytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64Url(text)
  } catch {
    return new Uint8Array()
  }
}

/** Reads a part of a JWS; null when it is no JSON object. */
function readJson(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(part)))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Returns the 16 bytes of a uuid. */
export function uuidBytes(uuid: string): Uint8Array<ArrayBuffer> {
  return fromHex(uuid.replaceAll('-', ''))
}

/** Reads pairs of hexadecimal digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
