import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSearch } from './use-search.ts'

type PendingResponse = { query: string | null; give: (groups: unknown[]) => void; fail: () => void }

let requests: PendingResponse[]
beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    requests.push({
      query: new URL(path, 'http://site').searchParams.get('q'),
      give: (groups) => resolve(Response.json({ groups })),
      fail: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = (query: string) =>
  renderHook(({ typed }) => useSearch(typed), { initialProps: { typed: query } })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const group = (label: string) => ({ label, hits: [] })

test('asks once typing has paused for 150 ms, and not for a single letter', async () => {
  const { rerender, result } = open('s')
  await pass(1000)
  expect(requests).toEqual([])
  for (const typed of ['so', 'soc', 'soca ']) {
    rerender({ typed })
    await pass(149)
  }
  expect(requests).toEqual([])
  expect(result.current.busy).toBe(true)
  await pass(1)
  expect(requests.map(({ query }) => query)).toEqual(['soca'])
  await act(async () => requests[0]?.give([group('Events')]))
  expect(result.current).toMatchObject({
    groups: [group('Events')],
    shownQuery: 'soca',
    busy: false,
    failed: false,
  })
})

test('keeps what was found while the next answer is on its way; an older answer changes nothing', async () => {
  const { rerender, result } = open('soca')
  await pass(150)
  await act(async () => requests[0]?.give([group('Events')]))
  rerender({ typed: 'kompa' })
  await pass(150)
  expect(result.current).toMatchObject({ groups: [group('Events')], shownQuery: 'soca', busy: true })
  rerender({ typed: 'kompa b' })
  await act(async () => requests[1]?.give([group('Posts')]))
  expect(result.current).toMatchObject({ shownQuery: 'soca', busy: true })
  rerender({ typed: '' })
  expect(result.current).toMatchObject({ groups: null, busy: false })
})

test('gives up after ten seconds or when the network fails, and asks again when told to', async () => {
  const { result } = open('soca')
  await pass(150 + 9_999)
  expect(result.current).toMatchObject({ busy: true, failed: false })
  await pass(1)
  expect(result.current).toMatchObject({ groups: null, busy: false, failed: true })
  act(() => result.current.retry())
  await pass(150)
  await act(async () => requests[1]?.fail())
  expect(result.current).toMatchObject({ busy: false, failed: true })
  act(() => result.current.retry())
  await pass(150)
  await act(async () => requests[2]?.give([]))
  expect(result.current).toMatchObject({ groups: [], shownQuery: 'soca', failed: false })
  await pass(20_000)
  expect(result.current).toMatchObject({ groups: [], failed: false })
})
