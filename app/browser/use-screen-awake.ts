import { useEffect } from 'react'

/**
 * Keeps the screen on while the page is visible, where the browser can. A browser lets go of it when the page is
 * hidden, and whenever it wants (a low battery); it is asked again when the page comes back.
 * @param wanted false lets the screen go off as usual
 */
export function useScreenAwake(wanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator
    // Missing in some browsers and on pages without TLS, whatever the types say.
    if (!wanted || !wakeLock) return
    let ended = false
    let lock: WakeLockSentinel | null = null
    async function hold() {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      const held = await wakeLock.request('screen')
      if (ended) await held.release()
      else lock = held
    }
    // Without it the page works as before: nobody has to be told.
    const tryToHold = () => void hold().catch(() => undefined)
    tryToHold()
    document.addEventListener('visibilitychange', tryToHold)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', tryToHold)
      void lock?.release().catch(() => undefined)
    }
  }, [wanted])
}
