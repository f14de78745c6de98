import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBatchWriter } from './batch-writer.server.ts'
import { type BatchReport, batchReported } from './operations.server.ts'

const reports: BatchReport[] = []
const listen = (message: unknown) => void reports.push(message as BatchReport)

/** A writer whose writes end when the test says. */
function writer(options: { size?: number; most?: number } = {}) {
  const writes: { items: number[]; store(): void; fail(error: unknown): void }[] = []
  const batches = createBatchWriter<number, string>({
    name: 'test',
    write: (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items, store: () => resolve(items.map((item) => `stored ${item}`)), fail: reject })
      }),
    isItemFault: (error) => error === 'item',
    size: 3,
    waitMs: 50,
    most: 100,
    ...options,
  })
  return { batches, writes }
}

/** The result of an item that was taken into a batch. */
function taken<Result>(added: Promise<Result> | null): Promise<Result> {
  if (!added) throw new Error('The item was dropped.')
  return added
}

beforeEach(() => {
  reports.length = 0
  vi.useFakeTimers()
  batchReported.subscribe(listen)
})
afterEach(() => {
  batchReported.unsubscribe(listen)
  vi.useRealTimers()
})

describe('a batch', () => {
  test('is written after the wait, and everybody learns of it once it is stored', async () => {
    const { batches, writes } = writer()
    const results = [taken(batches.add(1)), taken(batches.add(2))]
    await vi.advanceTimersByTimeAsync(49)
    expect(writes).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(writes.map(({ items }) => items)).toEqual([[1, 2]])
    const settled = vi.fn()
    void Promise.all(results).then(settled)
    await vi.advanceTimersByTimeAsync(1000)
    expect(settled).not.toHaveBeenCalled()
    writes[0]?.store()
    expect(await Promise.all(results)).toEqual(['stored 1', 'stored 2'])
  })

  test('is written at once when it is full; what comes meanwhile is in the next', async () => {
    const { batches, writes } = writer()
    for (const item of [1, 2, 3, 4]) void batches.add(item)
    await vi.advanceTimersByTimeAsync(0)
    expect(writes.map(({ items }) => items)).toEqual([[1, 2, 3]])
    void batches.add(5)
    await vi.advanceTimersByTimeAsync(1000)
    expect(writes).toHaveLength(1)
    writes[0]?.store()
    await vi.advanceTimersByTimeAsync(50)
    expect(writes.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })

  test('that fails for one item is stored without it', async () => {
    const { batches, writes } = writer()
    const results = [1, 2, 3].map((item) => taken(batches.add(item)).catch((error: unknown) => error))
    for (let next = 0; next < 5; next++) {
      await vi.advanceTimersByTimeAsync(0)
      const write = writes[next]
      if (write?.items.includes(2)) write.fail('item')
      else write?.store()
    }
    expect(await Promise.all(results)).toEqual(['stored 1', 'item', 'stored 3'])
    expect(
      reports.filter(({ outcome }) => outcome !== 'queued').map(({ outcome, count }) => [outcome, count]),
    ).toEqual([
      ['stored', 1],
      ['failed', 1],
      ['stored', 1],
    ])
  })

  test('that fails otherwise fails as a whole, and the next one is tried', async () => {
    const { batches, writes } = writer()
    const results = [1, 2, 3].map((item) => taken(batches.add(item)).catch((error: unknown) => error))
    await vi.advanceTimersByTimeAsync(0)
    writes[0]?.fail('away')
    expect(await Promise.all(results)).toEqual(['away', 'away', 'away'])
    const next = batches.add(4)
    await vi.advanceTimersByTimeAsync(50)
    writes[1]?.store()
    expect(await next).toBe('stored 4')
  })
})

test('what does not fit is dropped and counted, and nothing waits for it', async () => {
  const { batches, writes } = writer({ size: 2, most: 3 })
  for (const item of [1, 2]) void batches.add(item)
  await vi.advanceTimersByTimeAsync(0)
  expect(writes).toHaveLength(1)
  const later = [3, 4, 5, 6].map((item) => batches.add(item))
  expect(later.map((added) => added === null)).toEqual([false, false, false, true])
  expect(reports.at(-1)).toEqual({ name: 'test', outcome: 'dropped', count: 1, waiting: 3 })
  expect(reports.filter(({ outcome }) => outcome === 'queued')).toHaveLength(5)
})

test('draining writes at once, and ends when nothing is left', async () => {
  const { batches, writes } = writer()
  const results = [1, 2, 3, 4].map((item) => taken(batches.add(item)))
  const drained = vi.fn()
  void batches.drain().then(drained)
  await vi.advanceTimersByTimeAsync(0)
  writes[0]?.store()
  await vi.advanceTimersByTimeAsync(0)
  expect(drained).not.toHaveBeenCalled()
  expect(writes.map(({ items }) => items)).toEqual([[1, 2, 3], [4]])
  writes[1]?.store()
  await vi.advanceTimersByTimeAsync(0)
  expect(drained).toHaveBeenCalled()
  expect(await Promise.all(results)).toHaveLength(4)
})
