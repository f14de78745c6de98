import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast as store, useToasterStore } from 'react-hot-toast/headless'
import * as css from './toaster.css.ts'
import { useTopModal } from './top-layer.ts'

const displayMilliseconds = 5000
const swipePixels = 50
const hotkey = ['F8']

/**
 * Shows the queue of toasts one at a time, oldest first. react-hot-toast keeps the queue; Radix shows, times, pauses
 * (hover, focus, hidden window) and swipes. Fetched when the first toast is queued.
 */
export function Toaster() {
  const { toasts } = useToasterStore({ duration: displayMilliseconds })
  const removals = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const modal = useTopModal()
  const shown = toasts.findLast((toast) => toast.visible)

  // A toast that is shown again under its old id must not fall to the removal of its former self.
  useEffect(() => {
    for (const toast of toasts) {
      if (!toast.visible) continue
      clearTimeout(removals.current.get(toast.id))
      removals.current.delete(toast.id)
    }
  }, [toasts])
  useEffect(() => () => removals.current.forEach(clearTimeout), [])

  const dismiss = (id: string, removeDelay = 0) => {
    store.dismiss(id)
    removals.current.set(
      id,
      setTimeout(() => store.remove(id), removeDelay),
    )
  }

  return (
    <Radix.Provider duration={displayMilliseconds} swipeDirection="right" swipeThreshold={swipePixels}>
      {shown && (
        <Radix.Root
          key={`${shown.id} ${shown.createdAt}`}
          type="background"
          duration={shown.duration}
          className={css.tone[shown.type === 'error' ? 'error' : 'success']}
          onOpenChange={(open) => {
            if (!open) dismiss(shown.id, shown.removeDelay)
          }}
        >
          <Radix.Description className={css.words}>{resolveValue(shown.message, shown)}</Radix.Description>
          <Radix.Close className={css.close} aria-label="Dismiss">
            <X size={18} aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(
        <Radix.Viewport className={css.viewport} hotkey={hotkey} label="Notifications ({hotkey})" />,
        modal ?? document.body,
      )}
    </Radix.Provider>
  )
}
