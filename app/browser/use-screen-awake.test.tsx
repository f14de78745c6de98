import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScreenAwake } from './use-screen-awake.ts'

let locks: { released: boolean; release(): Promise<void> }[] = []
let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  locks = []
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  provide(async () => {
    const lock = {
      released: false,
      async release() {
        lock.released = true
      },
    }
    locks.push(lock)
    return lock
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

function provide(request: () => Promise<unknown>): void {
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: vi.fn(request) } })
}

function Page({ wanted = true }: { wanted?: boolean }) {
  useScreenAwake(wanted)
  return null
}

/** Hides or shows the page; a browser releases the lock of a hidden one. */
async function turn(state: DocumentVisibilityState): Promise<void> {
  visibility = state
  if (state === 'hidden') for (const lock of locks) await lock.release()
  document.dispatchEvent(new Event('visibilitychange'))
}

const open = () => locks.filter(({ released }) => !released).length

test('keeps the screen on while the page is visible, and lets go when it closes', async () => {
  const { unmount } = render(<Page />)
  await vi.waitFor(() => expect(open()).toBe(1))
  await turn('hidden')
  expect(open()).toBe(0)
  await turn('visible')
  await vi.waitFor(() => expect(open()).toBe(1))
  // A second report of the same visibility asks for no second lock.
  await turn('visible')
  expect(locks).toHaveLength(2)
  unmount()
  await vi.waitFor(() => expect(open()).toBe(0))
  await turn('visible')
  expect(locks).toHaveLength(2)
})

test('lets go of a lock that arrives after the page was left', async () => {
  const { unmount } = render(<Page />)
  unmount()
  await vi.waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true]))
})

test('asks for nothing without a code to show', () => {
  render(<Page wanted={false} />)
  expect(navigator.wakeLock.request).not.toHaveBeenCalled()
})

test('does without where the browser refuses or has none', async () => {
  provide(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  render(<Page />)
  await vi.waitFor(() => expect(navigator.wakeLock.request).toHaveBeenCalled())
  cleanup()
  Reflect.deleteProperty(navigator, 'wakeLock')
  render(<Page />)
})
