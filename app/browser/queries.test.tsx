import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useQuery } from './queries.ts'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetchMock.mockReset()
})

function Figures({ path }: { path: string }) {
  const { data, error, loading } = useQuery([path])
  return <output>{loading ? 'loading' : (error?.message ?? JSON.stringify(data))}</output>
}
const shown = () => screen.getByRole('status').textContent
const day = 24 * 60 * 60 * 1000

/** Simulates a day in which the person returns to the window repeatedly. */
async function longDay(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(day)
    for (const event of ['focus', 'online', 'visibilitychange']) {
      window.dispatchEvent(new Event(event))
      document.dispatchEvent(new Event(event))
    }
    await vi.advanceTimersByTimeAsync(day)
  })
}

// Specification 9.1
test('Query defaults: data never stale, no refetch on interval or focus.', async () => {
  fetchMock.mockImplementation(async () => Response.json({ sold: 3 }))
  const { unmount } = render(<Figures path="/api/figures" />)
  await longDay()
  expect(shown()).toBe('{"sold":3}')
  unmount()
  render(<Figures path="/api/figures" />)
  await longDay()
  expect(shown()).toBe('{"sold":3}')
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

// Specification 8.3, 9.1
test('Query defaults: no retries; by default 401 throws.', async () => {
  fetchMock.mockImplementation(async () => new Response('Who?', { status: 401 }))
  render(<Figures path="/api/closed" />)
  await longDay()
  expect(shown()).toBe('401: Who?')
  expect(fetchMock).toHaveBeenCalledTimes(1)
})
