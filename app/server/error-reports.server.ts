import { envelopeUrl, errorEnvelope } from '#core/error-event.ts'
import { errorLogged, type LoggedError } from './operations.server.ts'

/**
 * Reports each error that is logged to Sentry, with SENTRY_DSN only. Envelopes are written by core/error-event.ts: loading
 * @sentry/node took 290 ms of CPU at the start (1 to 1.6 s on a busy machine), and it instruments far more than is needed.
 */

const mostPerMinute = 60
const sendTimeout = 5000

/**
 * Begins to report.
 * @param options.dsn Sentry's DSN; the settings check its form
 * @param options.release the site's version
 * @returns stops after what is under way was sent
 */
export function startErrorReports({ dsn, release }: { dsn: string; release?: string }): {
  stop(): Promise<void>
} {
  const url = envelopeUrl(dsn)
  const underWay = new Set<Promise<unknown>>()
  let minute = 0
  let sent = 0

  const onError = (logged: unknown) => {
    const { error, ...facts } = logged as LoggedError
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, sent] = [now, 0]
    sent += 1
    if (!url || sent > mostPerMinute) return
    // A report that can't be sent is dropped: the log has the error.
    const sending = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: errorEnvelope(error, { platform: 'node', release, ...facts }),
      signal: AbortSignal.timeout(sendTimeout),
    })
      .then((response) => response.body?.cancel())
      .catch(() => undefined)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  errorLogged.subscribe(onError)
  return {
    async stop() {
      errorLogged.unsubscribe(onError)
      await Promise.all(underWay)
    },
  }
}
