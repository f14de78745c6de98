import type { IncomingMessage } from 'node:http'
import { readCookies } from '#core/cookies.ts'
import {
  addPromoterClick,
  type PromoterClick,
  promoterClickSeconds,
  promoterCookieName,
  promoterLinkOf,
  readPromoterClicks,
} from '#core/promoter-clicks.ts'

/**
 * Makes the cookie that remembers a promoter's link. It is set beside the response, also beside one of the page cache, which is the same
 * for all.
 * @param secure whether the site is served over https
 * @param now the time in milliseconds
 * @returns the `Set-Cookie` value; null for any other request
 */
export function promoterCookie(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  secure: boolean,
  now = Date.now(),
): string | null {
  if (!req.url?.includes('p=') || (req.method !== 'GET' && req.method !== 'HEAD')) return null
  const link = promoterLinkOf(req.url)
  if (!link) return null
  const before = readCookies(req.headers.cookie).get(promoterCookieName)
  const value = addPromoterClick(before, link.code, Math.floor(now / 1000))
  const https = secure ? '; Secure' : ''
  return `${promoterCookieName}=${value}; Path=/; Max-Age=${promoterClickSeconds}; HttpOnly; SameSite=Lax${https}`
}

/** Reads the promoters' links that a request's browser opened within 7 days, the last one first. Anybody can send any. */
export function promoterClicksOf(request: Request, now = Date.now()): PromoterClick[] {
  const value = readCookies(request.headers.get('cookie')).get(promoterCookieName)
  return readPromoterClicks(value, Math.floor(now / 1000))
}
