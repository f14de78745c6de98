import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { MIMEType } from 'node:util'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { kilobyte, megabyte } from '#core/largest-file.ts'
import { longestEvent } from './payments-webhook.server.ts'
import { isWebhook, pathOf, type RequestRefusal } from './request-checks.server.ts'
import { createFileShortener } from './shorten-files.server.ts'

/** Limits on what one request may hold and how many one address may send. */

/** Longest body without files, and the room for other fields beside a file. */
const bodyLimit = 64 * kilobyte
/** How much of a form is read to tell its sender that a file is too large; what is over the file's limit is not kept. */
const longestRead = 256 * megabyte
/** How long a body without files may take to arrive, in milliseconds; one with files may take as long as the server waits for any. */
const longestWait = 15_000
const deepest = 20

/**
 * Reads a request's body and checks it: its size, and for JSON its syntax, depth and characters.
 * @param largestFile how many bytes a file in a form of this path may have; 0 where it takes none. A larger one is shortened to one
 *   byte more: the form's action reports it at its field.
 * @returns the bytes, or why they are refused
 */
export async function readBody(req: IncomingMessage, largestFile = 0): Promise<Buffer | RequestRefusal> {
  const boundary = largestFile > 0 ? boundaryOf(req.headers['content-type'] ?? '') : undefined
  if (boundary !== undefined) return receive(req, createFileShortener(boundary, largestFile), largestFile)
  const received = receive(req)
  // Fails once the connection is closed, after the sender was told that it took too long.
  received.catch(() => undefined)
  const late: RequestRefusal = { status: 408, message: 'That took too long to arrive. Please try again.' }
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<RequestRefusal>((over) => {
    timer = setTimeout(over, longestWait, late)
  })
  return await Promise.race([received, waited]).finally(() => clearTimeout(timer))
}

async function receive(
  req: IncomingMessage,
  files?: ReturnType<typeof createFileShortener>,
  largestFile = 0,
): Promise<Buffer | RequestRefusal> {
  const isEvent = isWebhook(pathOf(req.url ?? ''))
  const limit = files ? largestFile + 1 + bodyLimit : isEvent ? longestEvent : bodyLimit
  const tooLarge = { status: 413, message: `The body can be up to ${Math.round(limit / kilobyte)} KB.` }
  const mostRead = files ? longestRead : limit
  if (Number(req.headers['content-length'] ?? 0) > mostRead) return tooLarge
  const chunks: Buffer[] = []
  let [read, size] = [0, 0]
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    read += chunk.length
    const kept: Buffer[] = files ? files.add(chunk) : [chunk]
    size += kept.reduce((sum, { length }) => sum + length, 0)
    if (read > mostRead || size + (files?.waiting ?? 0) > limit) return tooLarge
    if (files?.isBroken) return unreadableForm
    chunks.push(...kept)
  }
  const body = Buffer.concat(files ? [...chunks, files.end()] : chunks)
  // A webhook's bytes are checked by their signature before anything parses them.
  if (isEvent) return body
  return (await checkBody(body, req.headers['content-type'] ?? '')) ?? body
}

const unreadableForm: RequestRefusal = { status: 400, message: "We couldn't read that form." }

/** Returns the boundary of a multipart form as the parser of its fields reads it, undefined for other types. */
function boundaryOf(type: string): string | undefined {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'multipart/form-data' ? (params.get('boundary') ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/** Checks a body by its type: JSON and forms may hold no character that a database text can't. */
async function checkBody(body: Buffer, type: string): Promise<RequestRefusal | null> {
  const unreadable = { status: 400, message: "The body has characters we can't store." }
  if (/^application\/json/i.test(type)) return body.length === 0 ? null : checkJson(body)
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return body.includes(0) || /%00/.test(body.toString('latin1')) ? unreadable : null
  }
  // Larger bodies hold files; the routes that accept files have their own limits.
  if (/^multipart\/form-data/i.test(type) && body.length <= bodyLimit) {
    const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => null)
    if (!fields) return unreadableForm
    return [...fields.values()].some((value) => typeof value === 'string' && !plain(value))
      ? unreadable
      : null
  }
  return null
}

function checkJson(body: Buffer): RequestRefusal | null {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { status: 400, message: "The body isn't valid JSON." }
  }
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: at, depth } = next
    if (typeof at === 'string') {
      if (!plain(at)) return { status: 400, message: "The body has characters we can't store." }
    } else if (typeof at === 'object' && at !== null) {
      if (depth > deepest) return { status: 400, message: `JSON can be nested up to ${deepest} levels deep.` }
      for (const [key, inner] of Object.entries(at)) {
        if (!plain(key)) return { status: 400, message: "The body has characters we can't store." }
        waiting.push({ value: inner, depth: depth + 1 })
      }
    }
  }
  return null
}

/** Text that Postgres can hold: no NUL, no half of a surrogate pair. */
function plain(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * The visitor's address: the entry of X-Forwarded-For that our own proxy wrote, else the socket's. What a visitor wrote
 * into the header stands further left and is never read.
 * @param hops how many proxies of ours stand in front
 */
export function addressOf(req: IncomingMessage, hops: number): string {
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (hops === 0) return socket
  const passed = String(req.headers['x-forwarded-for'] ?? '').split(',')
  return (
    passed
      .at(-hops)
      ?.trim()
      .replace(/^::ffff:/, '') || socket
  )
}

/** One visitor's network: an IPv4 address, or the /64 that an IPv6 visitor can freely choose from. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? [] : new Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  const prefix = [...left, ...gap, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

/**
 * Counts the requests of each network that reach Remix; responses of the page cache and static files cost too little to count.
 * @param perMinute how many one network may send in a minute; 0 takes the limit away
 * @returns counts one more request of an address; the refusal when it is over the limit
 */
export function createFloodLimit(perMinute: number): (address: string) => Promise<RequestRefusal | null> {
  if (perMinute === 0) return async () => null
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(networkOf(address))
      return null
    } catch (full) {
      const wait = full instanceof RateLimiterRes ? Math.max(1, Math.ceil(full.msBeforeNext / 1000)) : 60
      return {
        status: 429,
        message: `Too many requests. Please try again in ${wait} seconds.`,
        headers: { 'retry-after': String(wait) },
      }
    }
  }
}

/**
 * Limits what one sender can add to the figures: each report is a row that is stored for months, and its visit id can't be
 * verified.
 * @returns a function that counts a report of a network (null for a signed-in member) and of an account, and resolves to whether it is
 *   within the limit
 */
export function createViewLimit(limits: {
  networkPerMinute: number
  networkPerDay: number
  accountPerMinute: number
}): (network: string | null, account: string | null) => Promise<boolean> {
  const limiters = [
    new RateLimiterMemory({ keyPrefix: 'minute', points: limits.networkPerMinute, duration: 60 }),
    new RateLimiterMemory({ keyPrefix: 'day', points: limits.networkPerDay, duration: 24 * 60 * 60 }),
  ]
  const accounts = new RateLimiterMemory({
    keyPrefix: 'account',
    points: limits.accountPerMinute,
    duration: 60,
  })
  return async (network, account) => {
    try {
      if (account) await accounts.consume(account)
      if (network) await Promise.all(limiters.map((limiter) => limiter.consume(network)))
      return true
    } catch {
      return false
    }
  }
}
