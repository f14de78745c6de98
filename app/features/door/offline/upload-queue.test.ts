import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import type { Answer } from './ask-server.ts'
import { type DoorStore, doorDatabases, type LoggedScan, openDoorStore } from './door-store.ts'
import { uploadWaiting } from './upload-queue.ts'

const batchSchema = z.object({
  event: z.uuid(),
  device: z.uuid(),
  clockOffsetMs: z.int(),
  scans: z.array(z.object({ scan: z.uuid(), seq: z.int(), code: z.string() })),
})
type Batch = z.output<typeof batchSchema>
const event = randomUUID()
const device = randomUUID()
let store: DoorStore
let sent: Batch[]
beforeEach(async () => {
  store = await openDoorStore()
  sent = []
})
afterEach(async () => {
  store.close()
  for (const name of Object.values(doorDatabases)) await deleteDB(name)
})

/** Makes what the server would respond, and notes the batch. */
function server(respond: (batch: Batch) => Answer = confirmAll) {
  return async (body: object) => {
    const batch = batchSchema.parse(body)
    sent.push(batch)
    return respond(batch)
  }
}
const answered = (body: unknown, status = 200): Answer => ({ signal: 'answered', status, body })
const confirmAll = ({ scans }: Batch) =>
  answered({ results: scans.map(({ scan }) => ({ scan, state: 'confirmed', result: 'ok' })) })

async function log(count: number, changes: Partial<LoggedScan> = {}) {
  for (let n = 0; n < count; n++)
    await store.append({
      scan: randomUUID(),
      event,
      device,
      action: 'admit',
      at: new Date().toISOString(),
      offsetMs: 0,
      code: `CODE${n}`,
      method: 'code',
      gate: '',
      result: 'ok',
      idHash: null,
      ...changes,
    })
}

test('uploads 100 at a time, in the order of their numbers, and then has nothing left', async () => {
  await log(250)
  expect(await uploadWaiting(store, server())).toEqual({ state: 'done' })
  expect(sent.map(({ scans }) => scans.length)).toEqual([100, 100, 50])
  const numbers = sent.flatMap(({ scans }) => scans.map(({ seq }) => seq))
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  expect(await store.countWaiting()).toBe(0)
  await uploadWaiting(store, server())
  expect(sent).toHaveLength(3)
})

test('a cut in the middle keeps what was not confirmed, and the next try goes on there', async () => {
  await log(150)
  const cutOff = server((batch) => (sent.length === 1 ? confirmAll(batch) : { signal: 'late' }))
  expect(await uploadWaiting(store, cutOff)).toEqual({ state: 'later' })
  expect(await store.countWaiting()).toBe(50)
  expect(await uploadWaiting(store, server())).toEqual({ state: 'done' })
  expect(sent.at(-1)?.scans).toHaveLength(50)
})

test('a scan that the server does not name is sent again', async () => {
  await log(3)
  const forgetful = server(({ scans }) => confirmAll({ scans: scans.slice(1) } as Batch))
  expect(await uploadWaiting(store, forgetful)).toEqual({ state: 'later' })
  await uploadWaiting(store, server())
  expect(sent[1]?.scans).toEqual([sent[0]?.scans[0]])
})

test('a refusal keeps every scan and says why', async () => {
  await log(2)
  const refused = server(() => answered({ message: 'This device was removed.' }, 403))
  expect(await uploadWaiting(store, refused)).toEqual({
    state: 'refused',
    sentence: 'This device was removed.',
  })
  expect(await store.countWaiting()).toBe(2)
})

test('conflicts and refused scans are settled, and known ones count as confirmed', async () => {
  await log(3)
  const states = ['conflict', 'refused', 'known']
  const mixed = server(({ scans }) =>
    answered({ results: scans.map(({ scan }, n) => ({ scan, state: states[n], result: 'already_in' })) }),
  )
  expect(await uploadWaiting(store, mixed)).toEqual({ state: 'done' })
  const log1 = await store.readLog(event)
  expect(log1.map(({ outcome }) => outcome)).toEqual(['conflict', 'refused', 'confirmed'])
})

test('each batch has one clock: scans before and after it was set right are apart', async () => {
  await log(2, { offsetMs: 0 })
  await log(2, { offsetMs: -300_000 })
  await uploadWaiting(store, server())
  expect(sent.map(({ clockOffsetMs, scans }) => [clockOffsetMs, scans.length])).toEqual([
    [0, 2],
    [-300_000, 2],
  ])
})

test('one scan that the server can’t read holds up no others', async () => {
  await log(5)
  await log(1, { code: 'BAD' })
  await log(5)
  const strict = server((batch) =>
    batch.scans.some(({ code }) => code === 'BAD') ? answered({ message: 'Bad.' }, 422) : confirmAll(batch),
  )
  expect(await uploadWaiting(store, strict)).toEqual({ state: 'refused', sentence: 'Bad.' })
  const left = (await store.readLog(event)).filter(({ outcome }) => outcome === null)
  expect(left.map(({ code }) => code)).toEqual(['BAD'])
})
