import { type ComponentType, useEffect, useState } from 'react'
import './toaster.css.ts'

/**
 * Waits for the first toast and then fetches the code that shows them.
 * @param wakeOn name of the window event that says a toast was queued
 */
export function ToasterHost({ wakeOn }: { wakeOn: string }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const wake = () => {
      import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        (error) => console.warn('Toasts could not be loaded', error),
      )
    }
    window.addEventListener(wakeOn, wake)
    return () => window.removeEventListener(wakeOn, wake)
  }, [wakeOn])
  return Toaster ? <Toaster /> : null
}
