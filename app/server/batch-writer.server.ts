import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { type BatchReport, batchReported } from './operations.server.ts'

/** Writes many small things together. */
export type BatchWriter<Item, Result> = {
  /**
   * Queues one item.
   * @returns what `write` returned for it, once it is stored; null when the queue is full and the item was dropped. Rejects when
   *   it could not be stored.
   */
  add(item: Item): Promise<Result> | null
  /** Writes what is queued at once, and resolves when nothing is left. Nothing may be added meanwhile. */
  drain(): Promise<void>
}

type Waiting<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

const errorSchema = z.object({ code: z.string() })

/** Tells whether the database refused a value of a row (classes 22 and 23), rather than the whole call: for `isItemFault`. */
export function isRowFault(error: unknown): boolean {
  const parsed = errorSchema.safeParse(error)
  return parsed.success && /^2[23]\w{3}$/.test(parsed.data.code)
}

/**
 * Collects items and writes them in batches, one batch at a time: what arrives during a write goes into the next. Items wait in
 * memory only until they are stored, and whoever added one learns when it is, so a process that is killed loses nothing that it
 * reported as stored.
 * @param options.name names the batches in metrics
 * @param options.write stores a batch as a whole or not at all, and returns a result for each item in order
 * @param options.isItemFault tells whether a failure of `write` is due to one of the items: then the batch is written in halves, so that
 *   only that item is refused
 * @param options.size most items of a batch
 * @param options.waitMs longest time that an item waits for others, in milliseconds, while no batch is being written
 * @param options.most items that may wait; further ones are dropped
 */
export function createBatchWriter<Item, Result>({
  name,
  write,
  isItemFault,
  size,
  waitMs,
  most,
}: {
  name: string
  write(items: Item[]): Promise<Result[]>
  isItemFault(error: unknown): boolean
  size: number
  waitMs: number
  most: number
}): BatchWriter<Item, Result> {
  const queue: Waiting<Item, Result>[] = []
  let working: Promise<void> | undefined
  let draining = false
  let wake = () => {}

  const report = (outcome: BatchReport['outcome'], count: number) => {
    if (!batchReported.hasSubscribers) return
    batchReported.publish({ name, outcome, count, waiting: queue.length } satisfies BatchReport)
  }

  const others = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Tells everybody of a batch what became of it, one in each turn of the event loop: other work need not wait for all of them. */
  async function tell(batch: Waiting<Item, Result>[], results: Result[]): Promise<void> {
    for (const [place, result] of results.entries()) {
      batch[place]?.resolve(result)
      await nextTurn()
    }
  }

  async function store(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`${name}: results for another number of items`)
      report('stored', batch.length)
      void tell(batch, results)
    } catch (error) {
      if (batch.length > 1 && isItemFault(error)) {
        const middle = Math.ceil(batch.length / 2)
        await store(batch.slice(0, middle))
        await store(batch.slice(middle))
        return
      }
      report('failed', batch.length)
      for (const { reject } of batch) reject(error)
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      if (queue.length < size && !draining) await others()
      await store(queue.splice(0, size))
    }
    working = undefined
  }

  return {
    add(item) {
      if (queue.length >= most) {
        report('dropped', 1)
        return null
      }
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        report('queued', 1)
        working ??= work()
        if (queue.length >= size) wake()
      })
    },
    async drain() {
      draining = true
      wake()
      await working
      draining = false
    },
  }
}
