import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { apiMuxEvents } from '#core/live-paths.ts'
import { apiMailEvents } from '#core/mail-paths.ts'
import * as paths from '#core/paths.ts'

/** Checks each request before any loader or action runs. */

/** Describes a refused request: a status, a sentence for the sender, and headers that the status needs. */
export type RequestRefusal = {
  status: number
  message: string
  headers?: Record<string, string>
  /** Set when no page can have this address: people see the Page Not Found screen. */
  isAddress?: true
}

/** Names the path that takes reports of the content security policy. */
export const reportPath = '/api/csp-report'
const webhookPath = new RegExp(`^${paths.apiPaymentWebhook()}(?:/[a-z_]{1,32})?$`)

const mailEventPath = new RegExp(`^${apiMailEvents('[a-z]{2,20}')}$`)

/** Returns whether a path is a webhook, of a payment provider, of Mux or of a mail provider, which proves its sender by a signature of the exact bytes. */
export function isWebhook(path: string): boolean {
  return webhookPath.test(path) || path === apiMuxEvents() || mailEventPath.test(path)
}

const reads = new Set(['GET', 'HEAD'])
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** Allows the URLs in which Remix requests the routes of a page's links, up to 7680 characters. */
const longestUrl = 8192

/** Headers by which a client could claim an identity or an address. They are removed before anything reads them. */
const claims = [
  'user-id',
  'x-user-data',
  'x-user-id',
  'x-user-role',
  'x-forwarded-user',
  'x-remote-user',
  'remote-user',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]

/** Removes every header that claims an identity, an address, another path or another method. */
export function dropClientHeaders(headers: IncomingHttpHeaders): void {
  for (const name of claims) delete headers[name]
}

/**
 * Checks a request's line and headers.
 * @param req method, url as received, and headers
 * @param siteOrigin the site's public origin, from the settings and never from the request
 * @returns why it is refused, or null when it may go on
 */
export function checkRequest(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  siteOrigin: string,
): RequestRefusal | null {
  const method = req.method ?? ''
  if (method === 'OPTIONS') return { status: 204, message: '', headers: { allow } }
  if (!reads.has(method) && !writes.has(method)) {
    return { status: 405, message: "That method isn't supported.", headers: { allow } }
  }
  const address = judgeAddress(req.url ?? '')
  if (address) return address
  if (req.headers['content-encoding'] && req.headers['content-encoding'] !== 'identity') {
    return { status: 415, message: "We can't read compressed requests." }
  }
  const transfer = req.headers['transfer-encoding']
  if (transfer && transfer.toLowerCase() !== 'chunked') {
    return { status: 415, message: "We can't read that transfer encoding." }
  }
  if (reads.has(method)) {
    const sent = transfer || Number(req.headers['content-length'] ?? 0) > 0
    return sent ? { status: 400, message: `A ${method} request can't have a body.` } : null
  }
  const path = pathOf(req.url ?? '')
  // These may come from elsewhere than a page of ours.
  if (path === reportPath || isWebhook(path)) return null
  return judgeOrigin(req.headers, siteOrigin) ?? judgeType(req.headers, path)
}

/** The path of a request's url, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function judgeAddress(url: string): RequestRefusal | null {
  if (url.length > longestUrl) return { status: 414, message: 'That address is too long.', isAddress: true }
  const malformed: RequestRefusal = { status: 400, message: "That address isn't valid.", isAddress: true }
  if (!url.startsWith('/') || url.startsWith('//') || /[\\#]/.test(url)) return malformed
  if (/%00/i.test(url)) return malformed
  try {
    decodeURIComponent(url.replaceAll('+', ' '))
  } catch {
    return malformed
  }
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?'))) : null
  // Remix still handles this old parameter, without its own cross-site check and parent loaders.
  if (query?.has('_data')) return { status: 400, message: "We don't use that address." }
  return null
}

/**
 * A change must come from a page of this very origin: the browser says so, or (older ones) names the origin. A program that
 * names neither and brings no cookies acts for nobody or for its own Bearer token, which no other site can make it send.
 */
function judgeOrigin(headers: IncomingHttpHeaders, siteOrigin: string): RequestRefusal | null {
  const { 'sec-fetch-site': site, origin, cookie } = headers
  if (site === undefined && origin === undefined && !cookie) return null
  const ours = site === undefined ? origin === siteOrigin : site === 'same-origin'
  return ours ? null : { status: 403, message: "This request didn't come from our site." }
}

const json = /^application\/json\s*(;|$)/i
const form = /^(application\/x-www-form-urlencoded\s*(;|$)|multipart\/form-data\s*;.*\bboundary=)/i

/** API paths that plain forms post to as well, so that they work before (or without) JavaScript. */
const formPaths =
  /^\/api\/(auth\/|uploads\/|theme$|staff\/(views|density|events\/(new|[0-9a-f-]{36})\/draft)$|events\/[0-9a-f-]{36}\/(interest|company)$)/

/** Checks the type of a body: pages take forms, the API takes JSON. Without a body no type is required. */
function judgeType(headers: IncomingHttpHeaders, path: string): RequestRefusal | null {
  const type = headers['content-type']
  const empty = !headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0
  if (type === undefined && empty) return null
  const api = path.startsWith('/api/')
  // With JavaScript the same form goes to the address of its data.
  const isForm = !api || formPaths.test(path.replace(/\.data$/, ''))
  const taken = [...(api ? [json] : []), ...(isForm ? [form] : [])]
  if (taken.some((kind) => kind.test(type ?? ''))) return null
  return { status: 415, message: api ? 'Send the body as application/json.' : 'Send the body as a form.' }
}
