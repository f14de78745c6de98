import { useEffect, useState } from 'react'
import * as css from './drop-countdown.css.ts'

type Parts = typeof import('./drop-countdown.tsx')

/** Downloads the countdown once the page is read. Without Suspense: a part that is hydrated late is drawn again when the page changes meanwhile. */
function useParts(isWanted: boolean): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    // Without it the time of the drop stands there alone.
    if (isWanted) import('./drop-countdown.tsx').then(setParts, () => undefined)
  }, [isWanted])
  return parts
}

/**
 * Counts down to a drop; downloaded where there is one only.
 * @param until the drop, ISO 8601
 * @param look badge: on a card's picture; large: on the product's page
 * @param onEnd called once the moment has come, by the server's clock
 */
export function LazyCountdown(props: { until: string; look: 'badge' | 'large'; onEnd?: () => void }) {
  const parts = useParts(true)
  if (parts) return <parts.DropCountdown {...props} />
  const Empty = props.look === 'badge' ? 'span' : 'div'
  return <Empty className={css.look[props.look]} aria-hidden="true" data-countdown />
}

/** Loads the page's data again at the next moment at which a product changes by itself. @param at ISO 8601; null for none */
export function LazyDropRefresh({ at }: { at: string | null }) {
  const parts = useParts(at !== null)
  return parts && at && <parts.DropRefresh key={at} at={at} />
}
