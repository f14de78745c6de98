import { type ComponentType, useEffect, useState } from 'react'
import './toaster.css.ts'

const load = () => import('./toaster.tsx')

/** Lists the events that show that the page is in use. */
const uses = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs a function when the browser is idle.
 * @returns cancels it
 */
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
 * Fetches the code that shows toasts before one is needed, so that a toast can report a missing network: when the
 * browser is idle after the first use of the page (a visit that only reads downloads nothing more), or on an event
 * to.
 * @param prepareOn name of the window event on which the code is loaded at once
 * @param showOn name of the window event that reports a queued toast
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
    // Ignores a failure: the first toast fetches the code again.
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
