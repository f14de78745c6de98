/** Reads links of promoters (`?p=CODE` on an event's page), and the cookie that remembers them for 7 days. */

/** Holds the codes of the promoters' links that this browser opened. The server sets and reads it; no page depends on it. */
export const promoterCookieName = 'promoter'

/** How long a link counts, in seconds. */
export const promoterClickSeconds = 7 * 24 * 60 * 60

/** How many codes a browser keeps: of each event the last one counts, and somebody may look at several. */
const mostClicks = 5

/** One opened link: its code in upper case, and when, in seconds since 1970. */
export type PromoterClick = { code: string; at: number }

const eventPage = /^\/events\/([0-9a-f-]{36})(?:\/[^/?]*)?$/i
const codePattern = /^[A-Z0-9][A-Z0-9_-]{1,29}$/

/**
 * Reads a promoter's link.
 * @param address path and query, such as `/events/<id>/<slug>?p=MIA`
 * @returns null for another page, and without a code that could be one
 */
export function promoterLinkOf(address: string): { eventId: string; code: string } | null {
  const [path = '', query] = address.split('?')
  const eventId = query === undefined ? undefined : eventPage.exec(path.replace(/\.data$/, ''))?.[1]
  if (!eventId) return null
  const code = new URLSearchParams(query).get('p')?.trim().toUpperCase() ?? ''
  return codePattern.test(code) ? { eventId: eventId.toLowerCase(), code } : null
}

/**
 * Reads the cookie's value, `CODE.seconds` joined by `~`.
 * @param value the cookie's value; a browser can send anything
 * @param now the time in seconds since 1970
 * @returns the links of the last 7 days, the last one first
 */
export function readPromoterClicks(value: string | undefined, now: number): PromoterClick[] {
  return (value ?? '')
    .split('~')
    .slice(0, mostClicks)
    .flatMap((part) => {
      const [code = '', seconds = ''] = part.split('.')
      const at = /^\d{1,12}$/.test(seconds) ? Number(seconds) : 0
      return codePattern.test(code) && at <= now && at > now - promoterClickSeconds ? [{ code, at }] : []
    })
    .sort((a, b) => b.at - a.at)
}

/**
 * Returns the cookie's value with one more link, which counts before all earlier ones.
 * @param value the cookie's value before
 * @param now the time in seconds since 1970
 */
export function addPromoterClick(value: string | undefined, code: string, now: number): string {
  const others = readPromoterClicks(value, now).filter((click) => click.code !== code)
  return [{ code, at: now }, ...others]
    .slice(0, mostClicks)
    .map((click) => `${click.code}.${click.at}`)
    .join('~')
}
