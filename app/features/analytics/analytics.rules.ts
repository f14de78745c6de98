import { browserOf, deviceTypeOf } from '#core/device.ts'

/** Decides how views are counted and which part of an address is stored. No clock, no IO. */

/** Longest piece of a path that can be a name or an id; longer ones are secrets of links and are not stored. */
const longestPiece = 40

/**
 * The part of an address that is stored: the path alone, without the search and without secrets of links.
 * @param path as the page reports it
 */
export function storedPath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '/'
  const pieces = bare
    .split('/')
    .map((piece) => (piece.length > longestPiece && !/[a-z]-[a-z]/.test(piece) ? '*' : piece))
  return pieces.join('/').replace(/(.)\/+$/, '$1')
}

/** Hosts that are steps of a purchase or a sign-in here, by their endings: who comes back from there was here before. */
const ownSteps = ['stripe.com', 'accounts.google.com', 'supabase.co']

/** Sites that are reached by several hosts, each with the host that stands for it and its medium. */
const knownSites: readonly (readonly [site: string, medium: 'search' | 'social', hosts: RegExp])[] = [
  ['instagram.com', 'social', /(^|\.)instagram\.com$/],
  ['facebook.com', 'social', /(^|\.)(facebook|fb)\.com$|^fb\.me$/],
  ['whatsapp.com', 'social', /(^|\.)whatsapp\.com$|^wa\.me$/],
  ['x.com', 'social', /(^|\.)(x|twitter)\.com$|^t\.co$/],
  ['tiktok.com', 'social', /(^|\.)tiktok\.com$/],
  ['youtube.com', 'social', /(^|\.)youtube\.com$|^youtu\.be$/],
  ['google.com', 'search', /(^|\.)google\.[a-z.]{2,6}$/],
  ['bing.com', 'search', /(^|\.)bing\.com$/],
  ['duckduckgo.com', 'search', /(^|\.)duckduckgo\.com$/],
  ['yahoo.com', 'search', /(^|\.)search\.yahoo\.[a-z.]{2,6}$/],
]

/**
 * The host that sent a visitor, without anything that identifies them there.
 * @param referrer the browser's `document.referrer`
 * @param siteUrl our own origin, which does not count as a referrer
 * @returns null for none, for our own, for steps of a payment or sign-in, and for what is no web address
 */
export function referrerHost(referrer: string | null | undefined, siteUrl: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, hostname, origin } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || origin === siteUrl) return null
  if (ownSteps.some((host) => hostname === host || hostname.endsWith(`.${host}`))) return null
  return hostname.replace(/^www\./, '').slice(0, 253) || null
}

/** Where a visit comes from. The words of a link are in lower case; `host` is that of the site that linked, empty without one. */
export type Source = { name: string; medium: string; campaign: string; host: string }

/** Longest word of a link that is stored, in characters. */
const longestWord = 100

/**
 * Tells where a visit comes from: by the `utm_` parameters of the address that was opened, else by the site that linked.
 * @param path the path as the page reports it, with those parameters
 * @returns null for a direct visit
 */
export function sourceOf(path: string, referrer: string | null | undefined, siteUrl: string): Source | null {
  const params = new URLSearchParams(path.split('#', 1)[0]?.split('?')[1] ?? '')
  const word = (name: string) =>
    (params.get(name) ?? '')
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .trim()
      .toLowerCase()
      .slice(0, longestWord)
      .trim()
  const from = referrerHost(referrer, siteUrl)
  const known = from === null ? undefined : knownSites.find(([, , hosts]) => hosts.test(from))
  const host = known?.[0] ?? from ?? ''
  const [name, medium, campaign] = [word('utm_source'), word('utm_medium'), word('utm_campaign')]
  if (name) return { name, medium: medium || 'link', campaign, host }
  // A host as long as a name may be; longer ones are nobody's site.
  if (host === '' || host.length > longestWord) return null
  return { name: host, medium: known?.[1] ?? 'referral', campaign, host }
}

/** Signs in a request of the program that sent it. */
export type SenderHints = {
  userAgent: string
  /** True where the user agent names itself a program, by the list of `isbot`. */
  isProgram: boolean
  /** The header `accept-language`, which every browser sends. */
  language: string | null
  /** The header `sec-ch-ua`: the brands of browsers made of Chromium. */
  brands: string | null
}

/**
 * Looks for signs that no person looks at a page.
 * @param claimed what the page reports of its device and browser, which it reads from the same user agent; left out for calls without a body
 * @returns `program` for one that says so; `suspect` for a sign, which counts only while the visit has nothing but one page view
 */
export function automationOf(
  { userAgent, isProgram, language, brands }: SenderHints,
  claimed?: { deviceType: string; browser: string },
): 'program' | 'suspect' | null {
  if (isProgram) return 'program'
  const contradicts =
    claimed !== undefined &&
    (claimed.deviceType !== deviceTypeOf(userAgent) || claimed.browser !== browserOf(userAgent))
  return contradicts || !language || /headless/i.test(brands ?? '') ? 'suspect' : null
}

/** A page's path as lists show it, without ids: `/events/…/soca-sunrise`. */
export function shortPath(path: string): string {
  return path.replace(/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g, '/…')
}
