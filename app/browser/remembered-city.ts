import { cityCookieName } from '#core/cookies.ts'

const yearSeconds = 31_536_000

/**
 * Keeps the city that a visitor chose on the home page for their next visit, on this device alone.
 * @param city null forgets it
 */
export function rememberCity(city: string | null): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${cityCookieName}=${encodeURIComponent(city ?? '')}; Path=/; Max-Age=${city ? yearSeconds : 0}; SameSite=Lax${secure}`
}
