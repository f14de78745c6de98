import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'

/**
 * Returns the id in the address's fragment (`#id`), so that its element can be marked. The browser's own `:target`
 * does not follow when pages change without a load. Null on the server, which never receives fragments.
 */
export function useHashTarget(): string | null {
  const { hash } = useLocation()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => setTarget(hash.slice(1) || null), [hash])
  return target
}
