import { useEffect, useState } from 'react'
import { apiRequest } from './api-request.ts'

/** Sets how long typing must pause before a request is sent, in milliseconds. */
const pause = 150

/** Sets how long a response may take before it counts as failed, in milliseconds. */
const timeout = 10_000

export type DebouncedRequest<Body> = {
  /** The latest response; null before the first one and without a path. */
  body: Body | null
  /** The path that `body` responds to; null where there is none. */
  path: string | null
  busy: boolean
  failed: boolean
  /** Asks again after a failure. */
  retry: () => void
}

const untouched = { body: null, path: null, busy: false, failed: false }

/**
 * Asks the API while somebody types. Only the response to the latest path counts; older requests are aborted.
 * @param path the path with its query, or null where there is nothing to ask
 */
export function useDebouncedRequest<Body>(path: string | null): DebouncedRequest<Body> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Omit<DebouncedRequest<Body>, 'retry'>>(untouched)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests the same path again
  useEffect(() => {
    if (path === null) {
      setState(untouched)
      return
    }
    const aborter = new AbortController()
    let wanted = true
    let limit: ReturnType<typeof setTimeout> | undefined
    setState((before) => ({ ...before, busy: true }))
    const timer = setTimeout(async () => {
      limit = setTimeout(() => aborter.abort(), timeout)
      try {
        const response = await apiRequest('GET', path, undefined, { signal: aborter.signal })
        const body: Body = await response.json()
        if (wanted) setState({ body, path, busy: false, failed: false })
      } catch {
        if (wanted) setState({ ...untouched, failed: true })
      } finally {
        clearTimeout(limit)
      }
    }, pause)
    return () => {
      wanted = false
      clearTimeout(timer)
      aborter.abort()
    }
  }, [path, attempt])

  // Returns no response while there is no path to request.
  return { ...(path === null ? untouched : state), retry: () => setAttempt(attempt + 1) }
}
