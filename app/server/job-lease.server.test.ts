import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepLease, LeaseLostError } from './job-lease.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('renews by the latest lease each time that half of it is over, and ends with the last one', async () => {
  const seen: string[] = []
  const kept = keepLease({
    lease: 'lease 0',
    leaseSeconds: 60,
    renew: async (lease) => `lease ${seen.push(lease)}`,
  })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(62_000)
  expect(seen).toEqual(['lease 0', 'lease 1', 'lease 2'])
  expect(await kept.end()).toBe('lease 3')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(seen).toHaveLength(3)
})

it('is lost when the queue gave the job to another worker', async () => {
  const kept = keepLease({ lease: 'mine', leaseSeconds: 60, renew: async () => null })
  await vi.advanceTimersByTimeAsync(31_000)
  expect(kept.lost.reason).toBeInstanceOf(LeaseLostError)
  expect(await kept.end()).toBeNull()
})

it('outlasts a queue that is away for less than the lease, and is lost after that', async () => {
  let isAway = true
  const renew = async () => {
    if (isAway) throw new Error('no connection')
    return 'next'
  }
  const kept = keepLease({ lease: 'first', leaseSeconds: 60, renew })
  await vi.advanceTimersByTimeAsync(50_000)
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  isAway = true
  await vi.advanceTimersByTimeAsync(40_000)
  expect(kept.lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(kept.lost.reason).toBeInstanceOf(LeaseLostError)
  expect(await kept.end()).toBeNull()
})

it('waits for a renewal that is under way, and reports by its result', async () => {
  const renewed = Promise.withResolvers<string>()
  const kept = keepLease({ lease: 'old', leaseSeconds: 10, renew: () => renewed.promise })
  await vi.advanceTimersByTimeAsync(5_000)
  const end = kept.end()
  renewed.resolve('new')
  expect(await end).toBe('new')
})
