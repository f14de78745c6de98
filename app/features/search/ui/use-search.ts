import { useEffect, useState } from 'react'
import { apiRequest } from '#browser/api-request.ts'
import * as paths from '#core/paths.ts'
import { isAskable } from '../search.rules.ts'
import type { SearchGroup } from '../search.types.ts'

/** How long typing must pause before the server is asked, in milliseconds. */
const pause = 150

/** How long an answer may take before it counts as none, in milliseconds. */
const patience = 10_000

export type LiveSearch = {
  /** What was found last; null before the first answer and where there is no question. */
  groups: SearchGroup[] | null
  /** The question that `groups` answers. */
  answered: string
  busy: boolean
  failed: boolean
  /** Asks again after a failure. */
  retry: () => void
}

const untouched = { groups: null, answered: '', busy: false, failed: false }

/** Asks the server while somebody types. Only the answer to the latest question counts; older ones are given up. */
export function useSearch(typed: string): LiveSearch {
  const query = typed.trim()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Omit<LiveSearch, 'retry'>>(untouched)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same question again
  useEffect(() => {
    if (!isAskable(query)) {
      setState(untouched)
      return
    }
    const given = new AbortController()
    let wanted = true
    let limit: ReturnType<typeof setTimeout> | undefined
    setState((before) => ({ ...before, busy: true }))
    const timer = setTimeout(async () => {
      limit = setTimeout(() => given.abort(), patience)
      try {
        const path = paths.apiSearch({ q: query })
        const answer = await apiRequest('GET', path, undefined, { signal: given.signal })
        const { groups }: { groups: SearchGroup[] } = await answer.json()
        if (wanted) setState({ groups, answered: query, busy: false, failed: false })
      } catch {
        if (wanted) setState({ ...untouched, failed: true })
      } finally {
        clearTimeout(limit)
      }
    }, pause)
    return () => {
      wanted = false
      clearTimeout(timer)
      given.abort()
    }
  }, [query, attempt])

  // What is too short has no answer, from the first moment on.
  return { ...(isAskable(query) ? state : untouched), retry: () => setAttempt(attempt + 1) }
}
