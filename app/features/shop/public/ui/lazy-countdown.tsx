import { lazy, Suspense } from 'react'
// The styles belong to the page that the server renders.
import './drop-countdown.css.ts'

const Loaded = lazy(() => import('./drop-countdown.tsx').then((part) => ({ default: part.DropCountdown })))
const LoadedRefresh = lazy(() =>
  import('./drop-countdown.tsx').then((part) => ({ default: part.DropRefresh })),
)

/**
 * Counts down to a drop; downloaded where there is one only.
 * @param until the drop, ISO 8601
 * @param look badge: on a card's picture; large: on the product's page
 * @param onEnd called once the moment has come, by the server's clock
 */
export function LazyCountdown(props: { until: string; look: 'badge' | 'large'; onEnd?: () => void }) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

/** Loads the page's data again at the next moment at which a product changes by itself. @param at ISO 8601; null for none */
export function LazyDropRefresh({ at }: { at: string | null }) {
  return (
    at && (
      <Suspense>
        <LoadedRefresh key={at} at={at} />
      </Suspense>
    )
  )
}
