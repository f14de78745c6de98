import * as z from 'zod'
import { scanResults } from '#core/scan-results.ts'
import { type Answer, sentenceIn } from './ask-server.ts'
import type { DoorStore, LogEntry, Outcome } from './door-store.ts'

/** Most scans of one request. */
const batchSize = 100

const queueAnswerSchema = z.object({
  results: z.array(
    z.object({
      scan: z.uuid(),
      state: z.enum(['confirmed', 'conflict', 'refused', 'known']),
      result: z.enum(scanResults),
    }),
  ),
})

/** How an upload went: everything is there, some is left for later, or the server does not take it. */
export type Upload = { state: 'done' | 'later' } | { state: 'refused'; sentence: string | null }

/**
 * Uploads what waits, in the order of its numbers. A request that is cut off is sent again later: the server knows each scan by its id.
 * Scans that the server does not name stay in the queue.
 * @param send posts one batch
 */
export async function uploadWaiting(
  store: DoorStore,
  send: (batch: object) => Promise<Answer>,
): Promise<Upload> {
  for (const event of await store.listWaitingEvents()) {
    const waiting = (await store.readLog(event)).filter(({ outcome }) => outcome === null)
    for (const batch of batchesOf(waiting)) {
      const upload = await uploadBatch(store, send, event, batch)
      if (upload.state !== 'done') return upload
    }
  }
  return { state: 'done' }
}

/** Uploads one batch. One that the server can't read is sent in halves, so that one bad scan holds up no others. */
async function uploadBatch(
  store: DoorStore,
  send: (batch: object) => Promise<Answer>,
  event: string,
  batch: readonly LogEntry[],
): Promise<Upload> {
  const answer = await send(requestOf(event, batch))
  if (answer.signal !== 'answered') return { state: 'later' }
  if (answer.status === 422 && batch.length > 1) {
    const middle = Math.ceil(batch.length / 2)
    const first = await uploadBatch(store, send, event, batch.slice(0, middle))
    const second = await uploadBatch(store, send, event, batch.slice(middle))
    return first.state === 'done' ? second : first
  }
  const read = answer.status === 200 ? queueAnswerSchema.safeParse(answer.body) : null
  if (!read?.success) return { state: 'refused', sentence: sentenceIn(answer.body) }
  const settled = outcomesOf(batch, read.data.results)
  await store.settle(settled)
  return { state: settled.length < batch.length ? 'later' : 'done' }
}

/** Splits scans so that each batch has one device and one offset of its clock. */
function batchesOf(scans: readonly LogEntry[]): LogEntry[][] {
  const batches: LogEntry[][] = []
  for (const scan of scans) {
    const batch = batches.at(-1)
    const [first] = batch ?? []
    const fits = first?.offsetMs === scan.offsetMs && first.device === scan.device
    if (batch && fits && batch.length < batchSize) batch.push(scan)
    else batches.push([scan])
  }
  return batches
}

/** Writes a batch as `POST /api/door/queue` takes it. */
function requestOf(event: string, batch: readonly LogEntry[]): object {
  const [first] = batch
  return {
    event,
    device: first?.device,
    clockOffsetMs: first?.offsetMs,
    scans: batch
      .filter(({ guest }) => !guest)
      .map(({ scan, seq, at, action, code, member, method, gate, result }) => ({
        scan,
        seq,
        at,
        action,
        code,
        ...(member && { member }),
        method,
        gate,
        result,
      })),
    guests: batch.flatMap(({ scan, seq, at, gate, result, guest }) =>
      guest ? [{ scan, seq, at, gate, result, guest: guest.hash, heads: guest.heads }] : [],
    ),
  }
}

/** Returns what became of the scans of a batch, of those that the server named. */
function outcomesOf(
  batch: readonly LogEntry[],
  results: z.output<typeof queueAnswerSchema>['results'],
): { scan: string; outcome: Outcome }[] {
  const sent = new Set(batch.map(({ scan }) => scan))
  return results
    .filter(({ scan }) => sent.has(scan))
    .map(({ scan, state }) => ({ scan, outcome: state === 'known' ? 'confirmed' : state }))
}
