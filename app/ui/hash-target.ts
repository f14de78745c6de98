import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'

/**
 * The id that the address points to (`#id`), so that what somebody came for can be marked. The browser's own `:target`
 * does not follow when pages change without a load. Null on the server, which is never told.
 */
export function useHashTarget(): string | null {
  const { hash } = useLocation()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => setTarget(hash.slice(1) || null), [hash])
  return target
}
