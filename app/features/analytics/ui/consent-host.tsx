import { type ComponentType, useEffect, useState } from 'react'
import { consentEvent, type WebAnalytics } from '#core/web-analytics.ts'

/** Fetches the consent banner and the counter, on sites that use a web analytics service. */
export function ConsentHost({ settings }: { settings: WebAnalytics | null | undefined }) {
  const [Banner, setBanner] = useState<ComponentType<{ settings: WebAnalytics }> | null>(null)
  const wanted = Boolean(settings)
  useEffect(() => {
    if (!wanted) return
    import('./consent-banner.tsx').then(
      (loaded) => setBanner(() => loaded.ConsentBanner),
      // Ignores failures: a missed count does not affect the visitor.
      () => {},
    )
  }, [wanted])
  return settings && Banner ? <Banner settings={settings} /> : null
}

/** Opens the question again, for those who changed their mind. Rendered with JavaScript alone, without which nothing is counted. */
export function ConsentButton({ className }: { className: string }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!hydrated) return null
  return (
    <button type="button" className={className} onClick={() => window.dispatchEvent(new Event(consentEvent))}>
      Cookie choices
    </button>
  )
}
