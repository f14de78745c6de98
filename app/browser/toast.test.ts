import { toast as store } from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { toast, toastDuration, toastEvent, toastRemoveDelay } from './toast.ts'

vi.mock('react-hot-toast/headless', () => ({
  toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() },
}))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Specification 9.3
test('removal delay 1,000,000 ms after dismissal; default display 5000 ms', async () => {
  vi.stubGlobal('window', new EventTarget())
  const queued = new Promise((resolve) => window.addEventListener(toastEvent, resolve, { once: true }))
  toast.success({ title: 'Saved' })
  await queued
  expect([toastDuration, toastRemoveDelay]).toEqual([5000, 1_000_000])
  const options = expect.objectContaining({ duration: 5000, removeDelay: 1_000_000 })
  expect(store.success).toHaveBeenCalledExactlyOnceWith(expect.anything(), options)
  // The one before makes way.
  expect(store.dismiss).toHaveBeenCalledTimes(1)
})

test('logs a toast whose code cannot be loaded, and does not throw', async () => {
  vi.stubGlobal('window', new EventTarget())
  const failed = new TypeError('Failed to fetch dynamically imported module')
  vi.mocked(store.error).mockImplementationOnce(() => {
    throw failed
  })
  const logged = new Promise((resolve) =>
    vi.spyOn(console, 'warn').mockImplementation((...args) => resolve(args)),
  )
  toast.error({ title: 'Login Failed' })
  expect(await logged).toEqual(['Toast not shown: Login Failed', failed])
})
