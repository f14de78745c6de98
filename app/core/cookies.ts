/** Names the site's cookies and reads a Cookie header. */

/** The visitor's theme choice (light, dark, system). Every cached page may depend on it. */
export const themeCookieName = 'theme'

/** The city that a visitor chose on the home page, percent-encoded. Only the home page depends on it. */
export const cityCookieName = 'city'

/**
 * Reads the city that a visitor chose.
 * @param header the Cookie request header
 * @returns the city as it was stored, or null when there is none or its encoding is broken
 */
export function readCity(header: string | null | undefined): string | null {
  try {
    return decodeURIComponent(readCookies(header).get(cityCookieName) ?? '') || null
  } catch {
    return null
  }
}

/** Holds `off` for a person who opted out of the figures. Pages read it in the browser, never on the server. */
export const analyticsCookieName = 'analytics'

/**
 * Name of the session cookie; long values are stored in chunks named `<name>.0`, `<name>.1`, ...
 * @param secure whether the site is served over https: then the `__Host-` prefix binds the cookie to this very host
 */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-jouvay-session' : 'jouvay-session'
}

/**
 * Name of the cookie that holds a sign-in until its second step.
 * @param secure as for the session's
 */
export function secondStepCookieName(secure: boolean): string {
  return secure ? '__Host-jouvay-second-step' : 'jouvay-second-step'
}

/**
 * Name of the cookie by which a browser is known again when somebody signs in. Read at sign-ins alone.
 * @param secure as for the session's
 */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Host-jouvay-device' : 'jouvay-device'
}

/**
 * Reads a Cookie request header.
 * @param header the header's value, or null when the request has none
 * @returns name to raw (still encoded) value; of a name given twice the first wins, as browsers send the most specific first
 */
export function readCookies(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 1) continue
    const name = pair.slice(0, at).trim()
    if (name && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}
