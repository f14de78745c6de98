import { CircleAlert, CircleCheck, X } from 'lucide-react'
import * as Radix from 'radix-ui/toast'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast as store, useToasterStore } from 'react-hot-toast/headless'
import * as css from './toaster.css.ts'
import { useTopModal } from './top-layer.ts'

const displayMilliseconds = 5000
const swipePixels = 50
const hotkey = ['F8']

/** Tells whether an element is in the notification area around a list of toasts. */
function isAmong(list: HTMLElement | null, one: EventTarget | null): boolean {
  return one instanceof Node && Boolean(list?.parentElement?.contains(one))
}

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

  // Removes a dismissed toast after its delay, unless it is shown again under the same id by then.
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

  const [round, setRound] = useState(0)
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  // Stores the focus of the time before it moved to the notifications.
  useEffect(() => {
    const note = ({ target, relatedTarget }: FocusEvent) => {
      if (isAmong(viewport.current, target) && !isAmong(viewport.current, relatedTarget))
        cameFrom.current = relatedTarget
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // Returns the focus with the last toast. Radix stops listening then and would assume that the pointer or the
  // focus rests on the notifications for ever, which stops every later toast's timer: so each series gets its own
  // provider.
  const empty = !shown
  useEffect(() => {
    if (!empty) return
    const from = cameFrom.current
    if (isAmong(viewport.current, document.activeElement) && from instanceof HTMLElement) {
      from.focus({ preventScroll: true })
    }
    cameFrom.current = null
    setRound((before) => before + 1)
  }, [empty])

  return (
    <Radix.Provider
      key={round}
      duration={displayMilliseconds}
      swipeDirection="right"
      swipeThreshold={swipePixels}
    >
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
          <Radix.Description className={css.text}>{resolveValue(shown.message, shown)}</Radix.Description>
          <Radix.Close className={css.close} aria-label="Dismiss">
            <X size={18} aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(
        <Radix.Viewport
          ref={viewport}
          className={css.viewport}
          hotkey={hotkey}
          label="Notifications ({hotkey})"
        />,
        modal ?? document.body,
      )}
    </Radix.Provider>
  )
}
