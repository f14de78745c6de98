import { useSyncExternalStore } from 'react'

/**
 * Tracks which modal dialogs are open. A modal makes everything outside of it inert, so what must stay usable above
 * it (toasts) is rendered inside of the topmost one.
 */
const modals: HTMLElement[] = []
const listeners = new Set<() => void>()

function notifyAll(): void {
  for (const notify of listeners) notify()
}

/**
 * Registers a dialog that became modal.
 * @returns removes it
 */
export function enterTopLayer(element: HTMLElement): () => void {
  modals.push(element)
  notifyAll()
  return () => {
    modals.splice(modals.indexOf(element), 1)
    notifyAll()
  }
}

/** @returns the topmost modal dialog, or null when the page itself is on top */
export function useTopModal(): HTMLElement | null {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    () => modals.at(-1) ?? null,
    () => null,
  )
}
