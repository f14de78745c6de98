import { toast as store } from 'react-hot-toast/headless'
import { expect, test, vi } from 'vitest'
import { toast, toastDuration, toastEvent, toastRemoveDelay } from './toast.ts'

vi.mock('react-hot-toast/headless', () => ({
  toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() },
}))

test('removal delay 1,000,000 ms after dismissal; default display 5000 ms', async () => {
  vi.stubGlobal('window', new EventTarget())
  const queued = new Promise((heard) => window.addEventListener(toastEvent, heard, { once: true }))
  toast.success({ title: 'Saved' })
  await queued
  expect([toastDuration, toastRemoveDelay]).toEqual([5000, 1_000_000])
  const options = expect.objectContaining({ duration: 5000, removeDelay: 1_000_000 })
  expect(store.success).toHaveBeenCalledExactlyOnceWith(expect.anything(), options)
  // The one before makes way.
  expect(store.dismiss).toHaveBeenCalledTimes(1)
})
