import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'
import {
  type FetchSeam,
  fetchGuarded,
  isPublicAddress,
  RefusedAddressError,
  readUpTo,
} from './guarded-fetch.server.ts'
import { isPlaylist } from './live-playlist.server.ts'
import { type LiveSourceDefinition, mediaTypeOf, type SourceFile } from './live-sources-port.server.ts'

/**
 * Any HLS origin by its address: MediaMTX, Owncast, a CDN. The site fetches its playlists and segments and passes them on, so that its
 * address stays unknown to viewers. An admin types the address: it has to be public, or its host is in LIVE_ORIGIN_HOSTS.
 */

export const originConfigSchema = z.object({
  address: z.url({ protocol: /^https?$/ }),
  signingKey: z.string().min(1).nullish(),
  replayAddress: z.url({ protocol: /^https?$/ }).nullish(),
})

const timeout = 8000
const largestPlaylist = 1_000_000
const largestFile = 24_000_000

/** A signature is good for so many seconds, and the same for half of them, so that one segment keeps one address. */
const signedSeconds = 1200

/**
 * Signs an address as Bunny and other CDNs check it: `token` is the SHA-256 of key, path and expiry, in base64url.
 * @param now milliseconds since 1970
 */
export function signOriginAddress(address: string, key: string, now: number): string {
  const url = new URL(address)
  const half = signedSeconds / 2
  const expires = (Math.floor(now / 1000 / half) + 2) * half
  const token = createHash('sha256').update(`${key}${url.pathname}${expires}`).digest('base64url')
  url.searchParams.set('token', token)
  url.searchParams.set('expires', String(expires))
  return url.href
}

/**
 * Lets connections reach public addresses, and those that the operator named.
 * @param hosts as `host:port`, such as `127.0.0.1:8888`
 */
export function originSeam(hosts: readonly string[], host: string, port: number): FetchSeam {
  if (!hosts.includes(`${host}:${port}`)) return {}
  // An allowed name is trusted with where it leads, at its port; an allowed address with itself alone.
  return {
    isAllowed: (address, at) =>
      at === port && (isIP(host) === 0 || address === host || isPublicAddress(address)),
  }
}

/** Fetches from an origin. @returns null for any status but 200, and for what is larger than it may be */
export async function fetchFromOrigin(
  address: string,
  most: number,
  hosts: readonly string[],
): Promise<{ body: Buffer; url: URL } | null> {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const seam = originSeam(hosts, url.hostname.replace(/^\[|\]$/g, ''), port)
  const options = { seam, timeout: 3000, signal: AbortSignal.timeout(timeout) }
  return await fetchGuarded(url, options, async (response) => {
    if (response.statusCode !== 200) {
      response.body.destroy()
      return null
    }
    const body = await readUpTo(response.body, most + 1)
    return body.length > most ? null : { body, url: response.url }
  })
}

/** Reads a playlist of an origin. @returns null where it has none at this address */
export async function readOriginPlaylist(address: string, hosts: readonly string[]) {
  const fetched = await fetchFromOrigin(address, largestPlaylist, hosts)
  const text = fetched?.body.toString('utf8') ?? ''
  return fetched && isPlaylist(text) ? { text, base: fetched.url.href } : null
}

/** Reads a segment of an origin. */
export async function readOriginFile(address: string, hosts: readonly string[]): Promise<SourceFile | null> {
  const fetched = await fetchFromOrigin(address, largestFile, hosts)
  return fetched && { body: fetched.body, type: mediaTypeOf(new URL(address).pathname) }
}

export const originSource: LiveSourceDefinition = {
  name: 'origin',
  open({ LIVE_ORIGIN_HOSTS: hosts }) {
    const sign = (address: string, key: string | null | undefined, now: number) =>
      key ? signOriginAddress(address, key, now) : address
    return {
      name: 'origin',
      entryOf({ state, config }) {
        const { address, replayAddress } = originConfigSchema.parse(config)
        return state === 'replay' ? (replayAddress ?? null) : address
      },
      async readPlaylist({ config }, address, now) {
        const { signingKey } = originConfigSchema.parse(config)
        return await readOriginPlaylist(sign(address, signingKey, now), hosts)
      },
      addressOf({ config }, uri, base, kind, now) {
        const { signingKey } = originConfigSchema.parse(config)
        const url = new URL(uri, base)
        if (url.protocol !== 'http:' && url.protocol !== 'https:')
          throw new RefusedAddressError('no web address')
        // A playlist is signed when it is read, so that its name stays the same.
        return { through: kind === 'file' ? sign(url.href, signingKey, now) : url.href }
      },
      readFile: (address) => readOriginFile(address, hosts),
    }
  },
}
