import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'

/**
 * Signs what a player asks with (a token for ten minutes) and seals what it asks for (the address of a segment). Both need one secret
 * and no database, so that a segment costs a signature.
 */

const algorithm = 'HS256'
const issuer = 'playback'

const claimsSchema = z.object({
  /** Stream. */
  st: z.uuid(),
  /** Session: one player of one person. */
  sid: z.uuid(),
  /** Who watches: the person's id, or the device's where nobody is signed in. */
  sub: z.string().min(1).max(100),
  /** Whether it is for the recording. */
  rep: z.boolean(),
  exp: z.int(),
})

/** Says who may watch what, until when; `isReplay` tells the recording from the stream while it is on the air. */
export type Playback = {
  streamId: string
  sessionId: string
  viewer: string
  isReplay: boolean
  expiresAt: Date
}

export type PlaybackVerdict =
  | { ok: true; playback: Playback }
  | { ok: false; reason: 'unsigned' | 'expired' | 'other_stream' | 'other_session' }

type Keys = { token: ReturnType<typeof createSecretKey>; seal: Buffer; place: Buffer }

let current: { secret: string; keys: Keys } | undefined

/** Derives the keys from the site's secret, under labels of their own: no other signature of the site is worth anything here. */
function keysOf(secret: string): Keys {
  if (current?.secret === secret) return current.keys
  const root = Buffer.from(secret, 'base64url')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', root, 'playback', use, 32))
  const keys = { token: createSecretKey(derive('token')), seal: derive('seal'), place: derive('place') }
  current = { secret, keys }
  verified.clear()
  return keys
}

/** Tokens whose signature was verified: a player sends the same one for minutes. Their expiry is checked every time. */
const verified = new LRUCache<string, Playback>({ max: 20_000 })

/**
 * Signs a playback token.
 * @param secret the site's secret, 32 bytes in base64url
 * @returns a compact JWT
 */
export function signPlayback(
  secret: string,
  { streamId, sessionId, viewer, isReplay, expiresAt }: Playback,
): Promise<string> {
  return new SignJWT({ st: streamId, sid: sessionId, rep: isReplay })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setSubject(viewer)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(keysOf(secret).token)
}

/** Verifies a token's signature alone, whatever its age. @returns null for a text that is no token of ours */
export async function readPlayback(secret: string, token: string): Promise<Playback | null> {
  const { token: key } = keysOf(secret)
  const known = verified.get(token)
  if (known) return known
  if (token.length > 1024) return null
  try {
    // Expiry is judged by the caller, who says why.
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      currentDate: new Date(0),
    })
    const claims = claimsSchema.parse(payload)
    const playback = {
      streamId: claims.st,
      sessionId: claims.sid,
      viewer: claims.sub,
      isReplay: claims.rep,
      expiresAt: new Date(claims.exp * 1000),
    }
    verified.set(token, playback)
    return playback
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
    throw error
  }
}

/**
 * Verifies a token for one session of one stream.
 * @param now milliseconds since 1970
 */
export async function verifyPlayback(
  secret: string,
  token: string,
  { streamId, sessionId }: { streamId: string; sessionId: string },
  now: number,
): Promise<PlaybackVerdict> {
  const playback = await readPlayback(secret, token)
  if (!playback) return { ok: false, reason: 'unsigned' }
  if (playback.streamId !== streamId) return { ok: false, reason: 'other_stream' }
  if (playback.sessionId !== sessionId) return { ok: false, reason: 'other_session' }
  if (playback.expiresAt.getTime() <= now) return { ok: false, reason: 'expired' }
  return { ok: true, playback }
}

const nonceLength = 12
const tagLength = 16

/**
 * Seals the address behind a name in a playlist: encrypted, because an origin's address and its signature are nobody's business, and bound
 * to the stream, so that a name opens nothing under another one. The same address has the same name.
 * @returns base64url
 */
export function sealAddress(secret: string, streamId: string, address: string): string {
  const { seal, place } = keysOf(secret)
  // A nonce made of the content repeats only with the content.
  const nonce = createHmac('sha256', place)
    .update(streamId)
    .update('\0')
    .update(address)
    .digest()
    .subarray(0, nonceLength)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce).setAAD(Buffer.from(streamId))
  return Buffer.concat([nonce, cipher.update(address, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Opens a name. @returns null for one that was not sealed here for this stream */
export function openAddress(secret: string, streamId: string, name: string): string | null {
  const bytes = /^[\w-]{40,4000}$/.test(name) ? Buffer.from(name, 'base64url') : Buffer.alloc(0)
  if (bytes.length <= nonceLength + tagLength) return null
  const decipher = createDecipheriv('aes-256-gcm', keysOf(secret).seal, bytes.subarray(0, nonceLength))
    .setAAD(Buffer.from(streamId))
    .setAuthTag(bytes.subarray(-tagLength))
  try {
    return (
      decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    // Node throws for a tag that does not fit: the name was made up or altered.
    return null
  }
}
