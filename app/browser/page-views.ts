import { analyticsCookieName, readCookies } from '#core/cookies.ts'
import { browserOf, deviceTypeOf } from '#core/device.ts'
import * as paths from '#core/paths.ts'
import { visitHeader, visitIdPattern } from '#core/visit-id.ts'
import { apiRequest } from './api-request.ts'
import { writeStored } from './storage.ts'

/** Reports to the server what was looked at. Nothing waits for the response, and a failure changes nothing. */

const sessionKey = 'visit'
/** Time without activity after which a visit is over, in milliseconds. */
export const visitTimeout = 30 * 60 * 1000

/**
 * Tells whether the person opted out of the figures, by the settings stored here or by the browser's own signal.
 */
function isUnnamed(): boolean {
  if (readCookies(document.cookie).get(analyticsCookieName) === 'off') return true
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

let unkept: string | undefined

/**
 * Returns the id of this tab's visit: stored in the tab alone, and a new one after half an hour without activity.
 * For a person who opted out it is not stored and ends with the document.
 * @param now the time in milliseconds
 */
export function visitId(now = Date.now()): string {
  if (isUnnamed()) {
    writeStored('session', sessionKey, null)
    unkept ??= newId()
    return unkept
  }
  try {
    const [storedId = '', lastViewAt = '0'] = (sessionStorage.getItem(sessionKey) ?? '').split(' ')
    const id = visitIdPattern.test(storedId) && now - Number(lastViewAt) < visitTimeout ? storedId : newId()
    sessionStorage.setItem(sessionKey, `${id} ${now}`)
    return id
  } catch {
    // Storage is switched off: counts each page as a visit of its own.
    return newId()
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/**
 * Sends a report without delaying the page, also while the page is being left.
 * @returns whether the server took it; a page must work without being counted, so nothing is thrown
 */
async function send(
  path: string,
  { body, headers }: { body?: Record<string, unknown>; headers?: Record<string, string> },
): Promise<boolean> {
  try {
    return (await apiRequest('POST', path, body, { suppressErrors: true, keepalive: true, headers })).ok
  } catch {
    return false
  }
}

/** Describes one report, for other services that count. */
export type Report =
  | { what: 'page'; path: string }
  | { what: 'view' | 'ticket-click' | 'detail-click'; kind: 'events' | 'products'; id: string }

const listeners = new Set<(report: Report) => void>()

/**
 * Calls a listener for each report from now on, and once for the page that is shown.
 * @returns removes the listener
 */
export function onReport(listener: (report: Report) => void): () => void {
  listeners.add(listener)
  if (lastPath !== null) listener({ what: 'page', path: lastPath })
  return () => void listeners.delete(listener)
}

const afterView = new Set<() => void>()

/** Calls a listener after each page view that the server counted. */
export function onViewCounted(listener: () => void): void {
  afterView.add(listener)
}

function notifyListeners(report: Report): void {
  for (const listener of listeners) listener(report)
}

let lastPath: string | null = null

/**
 * Reports that a page is shown; the same page twice in a row counts once.
 * @param path the page's path
 * @param userId the signed-in user, as the specification requires; the server uses the session's user only
 * @returns whether it was navigated to: false for the page that was loaded first, and for one that is shown still
 */
export function reportPageView(path: string, userId: string | null = null): boolean {
  if (path === lastPath) return false
  // Sends once who linked: later pages were reached from this site. Of the address only its campaign, for it may hold a secret.
  const isFirst = lastPath === null
  const campaign = isFirst && location.search.match(/utm_[^&]+/g)
  lastPath = path
  notifyListeners({ what: 'page', path })
  const { userAgent } = navigator
  const body = {
    path: (campaign ? `${path}?${campaign.join('&')}` : path).slice(0, 512),
    userId: isUnnamed() ? null : userId,
    sessionId: visitId(),
    deviceType: deviceTypeOf(userAgent),
    browser: browserOf(userAgent),
    referrer: (isFirst && document.referrer.slice(0, 2048)) || null,
  }
  void send(paths.apiPageView(), { body }).then((taken) => {
    if (taken) for (const listener of afterView) listener()
  })
  return !isFirst
}

/**
 * Reports that an event or product was looked at or clicked. The call has no body: a header names the visit, so
 * that the server counts it once in each visit.
 * @param kind `events` or `products`, as in the API's addresses
 * @param what `view`, `ticket-click` (events) or `detail-click` (products)
 */
export function reportItem(
  kind: 'events' | 'products',
  id: string,
  what: 'view' | 'ticket-click' | 'detail-click',
): void {
  notifyListeners({ what, kind, id })
  const path = paths.apiItemView(kind, id, what)
  void send(path, { headers: { [visitHeader]: visitId() } })
}
