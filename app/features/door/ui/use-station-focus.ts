import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the station ready for the next code, also after another tab, window or app.
 * @param isHeld true while something is shown that has a focus of its own
 * @returns the refs of the code field and of the station, and what takes the focus back
 */
export function useStationFocus(isHeld: boolean): {
  field: RefObject<HTMLInputElement>
  station: RefObject<HTMLElement>
  takeFocus: () => void
} {
  const field = useRef<HTMLInputElement>(null)
  const station = useRef<HTMLElement>(null)
  // Where there is only a finger, a field in focus would bring up the keyboard over the camera: the station itself is in
  // focus then, and typing finds the field anyway.
  const takeFocus = useCallback(() => {
    const place = window.matchMedia('(any-pointer: fine)').matches ? field.current : station.current
    place?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (isHeld) return
    takeFocus()
    // A link or a button that is in use keeps its focus.
    const retake = () => {
      if (document.visibilityState === 'visible' && document.activeElement === document.body) takeFocus()
    }
    window.addEventListener('focus', retake)
    document.addEventListener('visibilitychange', retake)
    return () => {
      window.removeEventListener('focus', retake)
      document.removeEventListener('visibilitychange', retake)
    }
  }, [isHeld, takeFocus])
  return { field, station, takeFocus }
}
