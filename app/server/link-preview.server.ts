import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { cleanLine } from '#core/plain-text.ts'

/**
 * Fetches what a page says of itself, from an address that anybody may have typed. Every connection looks its name up here and refuses
 * addresses that are not public, at the moment it connects, so that a name that changes its address in between gains nothing. Redirects
 * are followed by hand, three at most; all of it has three seconds and reads 512 kB.
 */

export type LinkPreview = { title: string; description: string; site: string }

const longest = 3000
const mostBytes = 512 * 1024
const mostRedirects = 3

/** Tells whether an address is one of the public internet. An IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** What a test replaces: where names are looked up, and which addresses count as public. The check itself stays. */
export type FetchSeam = {
  lookup?: typeof systemLookup
  isAllowed?: (address: string, port: number) => boolean
}

class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
}

/** Makes the lookup that every connection of the agent goes through: all addresses of a name have to be public. */
function guardedLookup(
  port: number,
  { lookup = systemLookup, isAllowed = isPublicAddress }: FetchSeam,
): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isAllowed(address, port)))
        return callback(new RefusedAddressError(`${name} is not public`), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

/** Checks the address of one step: http or https at their own ports, and no address of a private network written as digits. */
function checkAddress(url: URL, isAllowed: (address: string, port: number) => boolean): void {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedAddressError('no web address')
  if (url.username || url.password) throw new RefusedAddressError('an address with a password')
  // Sockets connect to an address written in digits without looking it up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isAllowed(host, port)) throw new RefusedAddressError(`${host} is not public`)
  if (isAllowed === isPublicAddress && port !== 80 && port !== 443)
    throw new RefusedAddressError(`port ${port}`)
}

/** Reads a page's HTML up to its limit. @returns null for another type, a failure or too many redirects */
async function fetchHtml(
  address: string,
  seam: FetchSeam,
  signal: AbortSignal,
): Promise<{ html: string; url: URL } | null> {
  const isAllowed = seam.isAllowed ?? isPublicAddress
  let url = new URL(address)
  for (let step = 0; step <= mostRedirects; step++) {
    checkAddress(url, isAllowed)
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const agent = new Agent({
      connect: { lookup: guardedLookup(port, seam), timeout: longest },
      maxResponseSize: -1,
      pipelining: 0,
    })
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': 'JouvayLinkPreview/1.0' },
      })
      // A body that is given up reports that as an error, which nobody else handles.
      body.on('error', () => undefined)
      const location = headers.location
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        body.destroy()
        url = new URL(location, url)
        continue
      }
      const type = String(headers['content-type'] ?? '')
      if (statusCode !== 200 || !/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
        body.destroy()
        return null
      }
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of body) {
        chunks.push(chunk)
        size += chunk.length
        if (size >= mostBytes) break
      }
      return { html: Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8'), url }
    } finally {
      await agent.destroy()
    }
  }
  return null
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Reads the characters that HTML writes by name or number. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ''
  })
}

/** Reads title, description and site of a page: Open Graph first, then what HTML itself has. The texts are shown as text. */
export function readPreview(html: string, host: string): LinkPreview | null {
  const head = html.slice(0, mostBytes)
  const metas = new Map<string, string>()
  for (const [tag] of head.matchAll(/<meta\b[^>]{0,2000}>/gi)) {
    const attributes = new Map<string, string>()
    for (const [, name = '', , double, single, bare] of tag.matchAll(
      /([a-z:-]{1,30})\s*=\s*("([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
    ))
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const content = attributes.get('content')
    if (name && content && !metas.has(name)) metas.set(name, content)
  }
  const line = (text: string | undefined, most: number) =>
    cleanLine(decodeEntities(text ?? '').replaceAll(/\s+/g, ' '), most)
  const title = line(metas.get('og:title') ?? /<title[^>]*>([^<]{1,1000})/i.exec(head)?.[1], 200)
  if (!title) return null
  return {
    title,
    description: line(metas.get('og:description') ?? metas.get('description'), 300),
    site: line(metas.get('og:site_name'), 100) || cleanLine(host, 100),
  }
}

/**
 * Fetches the preview of a link.
 * @param address as somebody typed it
 * @returns null where there is none: no web page, not public, too slow, or a page without a title
 */
export async function fetchLinkPreview(address: string, seam: FetchSeam = {}): Promise<LinkPreview | null> {
  if (!URL.canParse(address)) return null
  try {
    const found = await fetchHtml(address, seam, AbortSignal.timeout(longest))
    return found && readPreview(found.html, found.url.hostname.replace(/^www\./, ''))
  } catch {
    // Whatever fails here is the other site's, or an address that is refused: the link stands without a preview.
    return null
  }
}
