import { answerWithin, type Signal } from './switching.rules.ts'

/** The outcome of a request: a response in time, or how the network failed. */
export type Answer =
  | { signal: Extract<Signal, 'answered'>; status: number; body: unknown }
  | { signal: Extract<Signal, 'late' | 'failed'> }

/**
 * Asks the site, and says whether it is there: a failure of the server counts as if it were not.
 * @param path of the site
 * @param body sent as JSON by POST; left out for GET
 * @param within milliseconds
 */
export async function askServer(path: string, body?: object, within = answerWithin): Promise<Answer> {
  try {
    const response = await fetch(path, {
      credentials: 'include',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(within),
    })
    const isDown = response.status >= 500 || response.status === 429
    return isDown
      ? { signal: 'failed' }
      : { signal: 'answered', status: response.status, body: await response.json() }
  } catch (error) {
    return { signal: error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'failed' }
  }
}

/** Returns the sentence of a refusal. */
export function sentenceIn(body: unknown): string | null {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null
  return typeof message === 'string' ? message : null
}
