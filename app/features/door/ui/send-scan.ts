import * as paths from '#core/paths.ts'
import type { CheckIn } from '../door.schema.ts'
import { type ScanResponse, scanResponseSchema } from '../door.types.ts'

/** Outcome of a scan: the server's response, or why there is none. `decided`: the server refused it; it was not lost on the way. */
export type Sent = { scanned: ScanResponse } | { trouble: string; decided: boolean }

/** Milliseconds before each try, and how long one may take. */
const waits = [0, 600, 1500]
const timeoutMs = 4000

/**
 * Sends a scan. When the connection fails it is sent again with the same id, so that no one is admitted twice and no one who
 * was admitted is refused.
 */
export async function sendScan(scan: CheckIn): Promise<Sent> {
  for (const wait of waits) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      const response = await fetch(paths.apiCheckIn(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'include',
        body: JSON.stringify(scan),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body: unknown = await response.json()
      if (response.ok) return { scanned: scanResponseSchema.parse(body) }
      if (response.status < 500 && response.status !== 429) return { trouble: messageOf(body), decided: true }
    } catch {
      // Retries: no connection, or no response in time.
    }
  }
  return { trouble: 'No connection. Try that scan again.', decided: false }
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null
  return typeof message === 'string' ? message : 'That scan was refused.'
}
