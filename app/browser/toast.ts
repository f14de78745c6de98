import { createElement, Fragment } from 'react'

/** Short messages in the corner, one at a time, the newest. What must not be missed is said on the page, never here. */

export type ToastText = {
  title: string
  text?: string
  /** How long it stays, in milliseconds; 5000 unless given. */
  duration?: number
  /** Toasts with one id replace one another instead of queueing. */
  id?: string
}

/** The window hears this when the first toast is queued, and then fetches the code that shows toasts. */
export const toastEvent = 'toast-queued'

/** The window hears this when toasts may soon be needed without a network, and then fetches that code ahead. */
export const prepareToastsEvent = 'toasts-wanted'

/** Fetches the code that shows toasts, so that a toast appears without a network too. */
export function prepareToasts(): void {
  window.dispatchEvent(new Event(prepareToastsEvent))
}

export const toastDuration = 5000
/** How long a dismissed toast stays in the queue's memory, in milliseconds. */
export const toastRemoveDelay = 1_000_000

async function queue(kind: 'success' | 'error', { title, text, duration, id }: ToastText): Promise<void> {
  const { toast: store } = await import('react-hot-toast/headless')
  const content = createElement(
    Fragment,
    null,
    createElement('strong', null, title),
    text ? createElement('span', null, text) : null,
  )
  // The newest news is the news: a login that worked must not wait behind one that failed.
  store.dismiss()
  store[kind](content, { id, duration: duration ?? toastDuration, removeDelay: toastRemoveDelay })
  window.dispatchEvent(new Event(toastEvent))
}

function show(kind: 'success' | 'error', text: ToastText): void {
  // Fails silently: whatever must not be missed is on the page as well.
  queue(kind, text).catch((error: unknown) => console.warn(`Toast not shown: ${text.title}`, error))
}

export const toast = {
  /** Something worked. */
  success: (text: ToastText) => show('success', text),
  /** Something did not. */
  error: (text: ToastText) => show('error', text),
}
