import { createElement, Fragment } from 'react'

/**
 * Shows short messages in the corner, one at a time, the newest. What must not be missed stands on the page as
 * well.
 */

export type ToastText = {
  title: string
  text?: string
  /** Time on the screen, in milliseconds; 5000 unless given. */
  duration?: number
  /** Replaces a shown toast with the same id. */
  id?: string
}

/**
 * Names the window event that is dispatched for each queued toast; the first one makes the host fetch the code that
 * shows toasts.
 */
export const toastEvent = 'toast-queued'

/** Names the window event that fetches that code ahead, because toasts may soon be needed without a network. */
export const prepareToastsEvent = 'toasts-wanted'

/** Fetches the code that shows toasts, so that a toast appears without a network too. */
export function prepareToasts(): void {
  window.dispatchEvent(new Event(prepareToastsEvent))
}

export const toastDuration = 5000
/** Time that a dismissed toast stays in the queue, in milliseconds. */
export const toastRemoveDelay = 1_000_000

async function queue(kind: 'success' | 'error', { title, text, duration, id }: ToastText): Promise<void> {
  const { toast: store } = await import('react-hot-toast/headless')
  const content = createElement(
    Fragment,
    null,
    createElement('strong', null, title),
    text ? createElement('span', null, text) : null,
  )
  // Shows the newest toast alone: a login that worked must not wait behind one that failed.
  store.dismiss()
  store[kind](content, { id, duration: duration ?? toastDuration, removeDelay: toastRemoveDelay })
  window.dispatchEvent(new Event(toastEvent))
}

function show(kind: 'success' | 'error', text: ToastText): void {
  // Ignores a failure: what must not be missed is on the page as well.
  queue(kind, text).catch((error: unknown) => console.warn(`Toast not shown: ${text.title}`, error))
}

export const toast = {
  /** Reports a success. */
  success: (text: ToastText) => show('success', text),
  /** Reports a failure. */
  error: (text: ToastText) => show('error', text),
}
