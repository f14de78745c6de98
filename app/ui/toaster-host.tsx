import { type ComponentType, useEffect, useState } from 'react'
import './toaster.css.ts'

const load = () => import('./toaster.tsx')

/** Events that show that somebody uses the page. */
const uses = ['pointermove', 'pointerdown', 'keydown'] as const

/** Acts when the browser has nothing else to do. @returns stops waiting */
function whenIdle(act: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act)
  return () => cancelIdleCallback(request)
}

/**
 * Fetches the code that shows toasts before one is needed, so that a toast can say that there is no network: when the
 * browser is idle after the first use of the page (a visit that only looks stays light), or when it is asked to.
 * @param prepareOn name of the window event that asks to fetch the code now
 * @param wakeOn name of the window event that says a toast was queued
 */
export function ToasterHost({ prepareOn, showOn }: { prepareOn: string; showOn: string }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const mountToaster = () => {
      load().then(
        (loaded) => setToaster(() => loaded.Toaster),
        (error) => console.warn('Toasts could not be loaded', error),
      )
    }
    // Fetched again by the first toast, if it fails now.
    const prepare = () => void load().catch(() => undefined)
    let stopWaiting = () => {}
    const onUse = () => {
      for (const use of uses) window.removeEventListener(use, onUse)
      stopWaiting = whenIdle(prepare)
    }
    for (const use of uses) window.addEventListener(use, onUse, { passive: true })
    window.addEventListener(prepareOn, prepare)
    window.addEventListener(showOn, mountToaster)
    return () => {
      for (const use of uses) window.removeEventListener(use, onUse)
      stopWaiting()
      window.removeEventListener(prepareOn, prepare)
      window.removeEventListener(showOn, mountToaster)
    }
  }, [prepareOn, showOn])
  return Toaster ? <Toaster /> : null
}
