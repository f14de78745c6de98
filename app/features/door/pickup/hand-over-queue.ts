import * as z from 'zod'
import { type Answer, sentenceIn } from '../offline/ask-server.ts'
import type { DoorStore, HandOverEntry, Outcome } from '../offline/door-store.ts'
import type { Upload } from '../offline/upload-queue.ts'

/** Most hand-overs of one request. */
const batchSize = 100

const answerSchema = z.object({
  results: z.array(z.object({ scan: z.uuid(), state: z.enum(['confirmed', 'conflict', 'refused']) })),
})

/**
 * Uploads the hand-overs of goods that wait, of all events, in the order of their numbers. A request that is cut off is sent again
 * later: the server knows each hand-over by its id.
 * @param send posts one batch
 */
export async function uploadHandOvers(
  store: DoorStore,
  send: (batch: object) => Promise<Answer>,
): Promise<Upload> {
  const waiting = (await store.readHandOvers()).filter(({ outcome }) => outcome === null)
  for (const batch of batchesOf(waiting)) {
    const upload = await uploadBatch(store, send, batch)
    if (upload.state !== 'done') return upload
  }
  return { state: 'done' }
}

/** Uploads one batch. One that the server can't read is sent in halves, so that one bad hand-over holds up no others. */
async function uploadBatch(
  store: DoorStore,
  send: (batch: object) => Promise<Answer>,
  batch: readonly HandOverEntry[],
): Promise<Upload> {
  const answer = await send(requestOf(batch))
  if (answer.signal !== 'answered') return { state: 'later' }
  if (answer.status === 422 && batch.length > 1) {
    const middle = Math.ceil(batch.length / 2)
    const first = await uploadBatch(store, send, batch.slice(0, middle))
    const second = await uploadBatch(store, send, batch.slice(middle))
    return first.state === 'done' ? second : first
  }
  const read = answer.status === 200 ? answerSchema.safeParse(answer.body) : null
  if (!read?.success) return { state: 'refused', sentence: sentenceIn(answer.body) }
  const sent = new Set(batch.map(({ scan }) => scan))
  const settled: { scan: string; outcome: Outcome }[] = read.data.results
    .filter(({ scan }) => sent.has(scan))
    .map(({ scan, state }) => ({ scan, outcome: state }))
  await store.settle(settled)
  return { state: settled.length < batch.length ? 'later' : 'done' }
}

/** Splits hand-overs so that each batch has one event, one device and one offset of its clock. */
function batchesOf(hands: readonly HandOverEntry[]): HandOverEntry[][] {
  const batches: HandOverEntry[][] = []
  for (const hand of hands) {
    const batch = batches.at(-1)
    const [first] = batch ?? []
    const fits =
      first?.event === hand.event && first.device === hand.device && first.offsetMs === hand.offsetMs
    if (batch && fits && batch.length < batchSize) batch.push(hand)
    else batches.push([hand])
  }
  return batches
}

/** Writes a batch as `POST /api/door/hand-overs` takes it. */
function requestOf(batch: readonly HandOverEntry[]): object {
  const [first] = batch
  return {
    event: first?.event,
    device: first?.device,
    clockOffsetMs: first?.offsetMs,
    hands: batch.map(({ scan, seq, at, gate, items }) => ({ scan, seq, at, gate, items })),
  }
}
