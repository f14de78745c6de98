import { envelopeUrl, errorEnvelope } from '#core/error-event.ts'

/** Reports uncaught errors to Sentry. Loaded on demand, and only where the site has a DSN. */

const mostPerPage = 10

/**
 * Begins to report for as long as the page lives.
 * @param settings.dsn Sentry's DSN
 * @param settings.release the site's version
 */
export function startErrorReports(settings: { dsn: string; release: string | null }): void {
  const url = envelopeUrl(settings.dsn)
  let sent = 0
  const report = (error: unknown) => {
    sent += 1
    if (!url || sent > mostPerPage) return
    const body = errorEnvelope(error, {
      platform: 'javascript',
      release: settings.release,
      path: location.pathname,
    })
    void fetch(url, { method: 'POST', body, keepalive: true, referrerPolicy: 'no-referrer' }).catch(
      () => undefined,
    )
  }
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
