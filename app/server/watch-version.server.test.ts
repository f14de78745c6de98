import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchVersion } from './watch-version.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a version that the test sets. */
function open() {
  const state = { version: '1' as string | Error, isNeeded: true, reads: 0, changes: 0 }
  const read = async () => {
    state.reads += 1
    if (state.version instanceof Error) throw state.version
    return state.version
  }
  const start = watchVersion(
    read,
    () => state.isNeeded,
    () => {
      state.changes += 1
    },
  )
  return { state, start }
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('a version is read once a second, however many pages ask for it, and a change is told within a second', async () => {
  const { state, start } = open()
  for (let page = 0; page < 500; page++) start()
  await seconds(1)
  // what was read before the first look is not known
  expect([state.reads, state.changes]).toEqual([1, 1])
  for (let page = 0; page < 500; page++) start()
  await seconds(9)
  expect([state.reads, state.changes]).toEqual([10, 1])
  state.version = '2'
  await seconds(1)
  expect(state.changes).toBe(2)
})

test('nothing is read while no page needs it, and a version that changed meanwhile is told at the next look', async () => {
  const { state, start } = open()
  start()
  state.isNeeded = false
  await seconds(60)
  expect(state.reads).toBe(1)
  state.version = '2'
  state.isNeeded = true
  start()
  await seconds(1)
  expect([state.reads, state.changes]).toEqual([2, 2])
})

test('a failing read tells nothing and is tried again', async () => {
  const { state, start } = open()
  start()
  await seconds(1)
  state.version = new Error('down')
  await seconds(3)
  expect([state.reads, state.changes]).toEqual([4, 1])
  state.version = '1'
  await seconds(1)
  expect(state.changes).toBe(1)
})
