import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

/**
 * Fetches from an address that a person typed, without reaching into a private network. Every connection looks its name up here and
 * refuses addresses that are not public, at the moment it connects, so that a name that changes its address in between gains nothing.
 * Redirects are followed by hand, three at most, each under the same check.
 */

const mostRedirects = 3

/** Tells whether an address is one of the public internet. An IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** Says where names are looked up (a test replaces it), and which addresses count as public; with a rule of its own any port is allowed. */
export type FetchSeam = {
  lookup?: typeof systemLookup
  isAllowed?: (address: string, port: number) => boolean
}

/** An address that may not be fetched. */
export class RefusedAddressError extends Error {
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
  const port = portOf(url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedAddressError('no web address')
  if (url.username || url.password) throw new RefusedAddressError('an address with a password')
  // Sockets connect to an address written in digits without looking it up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isAllowed(host, port)) throw new RefusedAddressError(`${host} is not public`)
  if (isAllowed === isPublicAddress && port !== 80 && port !== 443)
    throw new RefusedAddressError(`port ${port}`)
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** A response with its body unread. Who gives the body up calls `body.destroy()`. */
export type GuardedResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'> & { url: URL }

/**
 * Fetches an address and hands its response to `read`.
 * @param options.timeout for connecting, in milliseconds; `signal` limits the whole
 * @returns what `read` returns
 * @throws RefusedAddressError for an address that is not public, or what the connection fails with
 */
export async function fetchGuarded<Read>(
  address: URL,
  {
    seam = {},
    ...options
  }: { seam?: FetchSeam; signal: AbortSignal; timeout: number; headers?: Record<string, string> },
  read: (response: GuardedResponse) => Promise<Read>,
): Promise<Read> {
  let url = address
  for (let step = 0; step <= mostRedirects; step++) {
    checkAddress(url, seam.isAllowed ?? isPublicAddress)
    const agent = new Agent({
      connect: { lookup: guardedLookup(portOf(url), seam), timeout: options.timeout },
      maxResponseSize: -1,
      pipelining: 0,
    })
    try {
      const { signal, headers } = options
      const response = await request(url, { dispatcher: agent, signal, ...(headers && { headers }) })
      // A body that is given up reports that as an error, which nobody else handles.
      response.body.on('error', () => undefined)
      const { location } = response.headers
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
        response.body.destroy()
        url = new URL(location, url)
        continue
      }
      return await read({ ...response, url })
    } finally {
      await agent.destroy()
    }
  }
  throw new RefusedAddressError(`more than ${mostRedirects} redirects`)
}

/** Reads a body to its end or to so many bytes. @returns what was read, one piece more than `most` at the longest */
export async function readUpTo(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks)
}
