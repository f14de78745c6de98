import { analyticsCookieName, readCookies } from '#core/cookies.ts'
import type { WebAnalytics } from '#core/web-analytics.ts'
import { onReport, type Report } from './page-views.ts'
import { readStored, writeStored } from './storage.ts'

/**
 * Reports to Google Analytics, for those who allow it. Fetched only where a site is set up with it; its tag only
 * after consent. It receives what our own figures receive: pages by their path alone (an address may hold a
 * secret), looks and clicks.
 */

export type Consent = 'granted' | 'denied'

const consentKey = 'analytics-consent'

/**
 * Delay before the tag is tried again after a failure, in milliseconds, and the number of tries (a blocker never
 * gives way).
 */
const tagRetry = 1000
const tagAttempts = 60

/**
 * Reads the visitor's choice. A browser with Global Privacy Control counts as denied, and so does a person who opted out of our
 * own analytics in their settings.
 * @returns null while nothing was chosen
 */
export function readConsent(): Consent | null {
  if (Reflect.get(navigator, 'globalPrivacyControl') === true) return 'denied'
  if (readCookies(document.cookie).get(analyticsCookieName) === 'off') return 'denied'
  const stored = readStored('local', consentKey)
  return stored === 'granted' || stored === 'denied' ? stored : null
}

/** Stores the choice. Removes the service's own cookies when it is withdrawn. */
export function writeConsent(choice: Consent): void {
  writeStored('local', consentKey, choice)
  if (choice === 'granted') return
  for (const name of readCookies(document.cookie).keys()) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
    if (name.startsWith('_ga')) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}

type Line = IArguments

function tagLines(): Line[] {
  const found: unknown = Reflect.get(window, 'dataLayer')
  if (Array.isArray(found)) return found
  const made: Line[] = []
  Reflect.set(window, 'dataLayer', made)
  return made
}

/** Queues commands as Google's tag reads them: a list of `arguments` objects, read when the tag arrives. */
function tag(..._args: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag recognizes commands by this kind of object
  tagLines().push(arguments)
}

function send(report: Report): void {
  // The settings may have changed since.
  if (readConsent() !== 'granted') return
  if (report.what === 'page') {
    tag('set', { page_location: window.location.origin + report.path, page_title: document.title })
    tag('event', 'page_view')
    return
  }
  const name = report.what === 'view' ? 'view_item' : 'select_item'
  tag('event', name, { items: [{ item_id: report.id, item_category: report.kind }], click: report.what })
}

function loadTag({ id, url }: WebAnalytics, left = tagAttempts): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const attempt = () => {
    const script = document.createElement('script')
    script.async = true
    script.src = `${url}?${new URLSearchParams({ id })}`
    script.onerror = () => {
      script.remove()
      left -= 1
      if (left > 0) later = setTimeout(attempt, tagRetry)
    }
    document.head.append(script)
  }
  attempt()
  return () => clearTimeout(later)
}

let begun = false

/**
 * Begins to count, once consent is given.
 * @returns stops counting
 */
export function startWebAnalytics(settings: WebAnalytics): () => void {
  Reflect.set(window, `ga-disable-${settings.id}`, false)
  let stopLoading = () => {}
  if (!begun) {
    begun = true
    tag('js', new Date())
    tag('consent', 'default', {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'granted',
    })
    const page_referrer = document.referrer && new URL(document.referrer).origin
    tag('config', settings.id, { send_page_view: false, allow_google_signals: false, page_referrer })
    stopLoading = loadTag(settings)
  }
  const stopReports = onReport(send)
  return () => {
    stopReports()
    stopLoading()
    Reflect.set(window, `ga-disable-${settings.id}`, true)
  }
}
