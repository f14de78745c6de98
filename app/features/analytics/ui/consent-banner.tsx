import { useEffect, useId, useState } from 'react'
import { type Consent, readConsent, startWebAnalytics, writeConsent } from '#browser/web-analytics.ts'
import { consentEvent, type WebAnalytics } from '#core/web-analytics.ts'
import { Button } from '#ui/button.tsx'
import * as css from './consent-banner.css.ts'

/**
 * Asks once whether visits may be counted by the web analytics service, counts while that is allowed, and asks again when
 * the footer's button is pressed. Fetched only on sites that use the service.
 */
export function ConsentBanner({ settings }: { settings: WebAnalytics }) {
  const [consent, setConsent] = useState(readConsent)
  const [asking, setAsking] = useState(consent === null)
  const titleId = useId()

  useEffect(() => {
    if (consent === 'granted') return startWebAnalytics(settings)
  }, [consent, settings])
  useEffect(() => {
    const open = () => setAsking(true)
    window.addEventListener(consentEvent, open)
    return () => window.removeEventListener(consentEvent, open)
  }, [])

  if (!asking) return null
  const choose = (choice: Consent) => {
    writeConsent(choice)
    setConsent(choice)
    setAsking(false)
  }
  return (
    <section className={css.banner} aria-labelledby={titleId}>
      <div className={css.text}>
        <h2 id={titleId} className={css.title}>
          May we count your visit?
        </h2>
        <p>
          Google Analytics sets cookies and tells us which events people look at. The site works fine without
          it.
        </p>
      </div>
      <div className={css.choices}>
        <Button variant="secondary" onClick={() => choose('denied')}>
          No, thanks
        </Button>
        <Button variant="secondary" onClick={() => choose('granted')}>
          Allow
        </Button>
      </div>
    </section>
  )
}
