import { CircleAlert, CircleCheck, X } from 'lucide-react'
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
 * Shows one toast at a time, the newest. react-hot-toast keeps the list; Radix shows, times, pauses
 * (hover, focus, hidden window) and swipes. Fetched when the first toast is queued.
 */
export function Toaster() {
  const { toasts } = useToasterStore({ duration: displayMilliseconds })
  const removals = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const modal = useTopModal()
  const shown = toasts.find((toast) => toast.visible)

  const failed = shown?.type === 'error'
  const Icon = failed ? CircleAlert : CircleCheck

  // A dismissed toast is forgotten after its delay, unless it is shown again under the same id by then.
  useEffect(() => {
    for (const { id, visible, removeDelay = 0 } of toasts) {
      if (visible) {
        clearTimeout(removals.current.get(id))
        removals.current.delete(id)
      } else if (!removals.current.has(id)) {
        removals.current.set(
          id,
          setTimeout(() => store.remove(id), removeDelay),
        )
      }
    }
  }, [toasts])
  useEffect(() => () => removals.current.forEach(clearTimeout), [])

  return (
    <Radix.Provider duration={displayMilliseconds} swipeDirection="right" swipeThreshold={swipePixels}>
      {shown && (
        <Radix.Root
          key={`${shown.id} ${shown.createdAt}`}
          type="background"
          duration={shown.duration}
          className={css.toast}
          onOpenChange={(open) => {
            if (!open) store.dismiss(shown.id)
          }}
        >
          <Icon className={css.tone[failed ? 'error' : 'success']} size={22} aria-hidden="true" />
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
