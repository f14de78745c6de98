import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPacks } from '#browser/forget-packs.ts'
import { type DoorStore, doorDatabases, keptAfterEnd, type LoggedScan, openDoorStore } from './door-store.ts'
import { packContent } from './pack.fixtures.ts'

const key = { kty: 'OKP', crv: 'Ed25519', x: 'x' }
let store: DoorStore
beforeEach(async () => {
  store = await openDoorStore()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  store.close()
  for (const name of Object.values(doorDatabases)) await deleteDB(name)
})

/** Starts the browser again. */
async function restart() {
  store.close()
  store = await openDoorStore()
}

const scanOf = (event: string, changes: Partial<LoggedScan> = {}): LoggedScan => ({
  scan: randomUUID(),
  event,
  device: randomUUID(),
  action: 'admit',
  at: new Date().toISOString(),
  offsetMs: 0,
  code: 'SECRETCODE',
  method: 'camera',
  gate: 'Main',
  result: 'ok',
  idHash: 'abc',
  ...changes,
})

/** Reads everything that is stored, as somebody with the phone's disk would. */
async function disk(): Promise<string> {
  const database = await openDB(doorDatabases.content)
  const rows = await Promise.all([...database.objectStoreNames].map((name) => database.getAll(name)))
  database.close()
  return JSON.stringify(rows, (_, value) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? Buffer.from(value as Uint8Array).toString('latin1')
      : value,
  )
}

test('a pack is read again after a restart, and no name or code of it is on the disk', async () => {
  const content = await packContent({
    tickets: [{ id: randomUUID(), code: 'ABCDEFGHJ', name: 'Calypso R.' }],
  })
  await store.savePack({ content, key })
  await restart()
  expect(await store.readPack(content.event.id)).toEqual({ content, key })
  expect(await store.listEvents()).toEqual([content.event.id])
  expect(await disk()).not.toMatch(/Calypso|Night of drums|Entry/)
})

test('a pack that did not change says when it was still right', async () => {
  const content = await packContent()
  await store.savePack({ content, key })
  await store.renewPack(content.event.id, '2026-11-27T04:00:00Z')
  expect(await store.readPack(content.event.id)).toEqual({
    content: { ...content, madeAt: '2026-11-27T04:00:00Z' },
    key,
  })
})

test('a pack is nothing to another account, and stays when a session only ended', async () => {
  const as = (id: string | null) =>
    vi.stubGlobal('window', {
      localStorage: { getItem: () => id && JSON.stringify({ id }), removeItem() {} },
    })
  const content = await packContent()
  as('dex')
  await store.savePack({ content, key })
  as(null)
  expect(await store.readPack(content.event.id)).toEqual({ content, key })
  as('mia')
  expect(await store.readPack(content.event.id)).toBeNull()
  as('dex')
  expect(await store.readPack(content.event.id)).toBeNull()
})

test('a pack without its key, as after a log-out, is nothing', async () => {
  const content = await packContent()
  await store.savePack({ content, key })
  store.close()
  forgetPacks()
  store = await openDoorStore()
  expect(await store.readPack(content.event.id)).toBeNull()
  expect(await store.listEvents()).toEqual([])
})

test('scans keep their order and their numbers over a restart, and their codes are not on the disk', async () => {
  const event = randomUUID()
  const first = scanOf(event)
  const second = scanOf(event, { result: 'already_in' })
  const one = await store.append(first)
  await restart()
  const two = await store.append(second)
  expect(two).toBeGreaterThan(one)
  expect(await store.readLog(event)).toEqual([
    { ...first, seq: one, outcome: null },
    { ...second, seq: two, outcome: null },
  ])
  expect(await disk()).not.toMatch(/SECRETCODE|already_in/)
})

test('the same scan is never in the log twice', async () => {
  const scan = scanOf(randomUUID())
  await store.append(scan)
  await expect(store.append(scan)).rejects.toThrow()
  expect(await store.readLog(scan.event)).toHaveLength(1)
})

test('scans wait until the server has them; deleting the key of packs loses none', async () => {
  const event = randomUUID()
  const [first, second] = [scanOf(event), scanOf(event)]
  await store.append(first)
  await store.append(second)
  await store.append(scanOf(event), 'online')
  expect(await store.countWaiting()).toBe(2)
  await store.settle([{ scan: first.scan, outcome: 'confirmed' }])
  store.close()
  await deleteDB(doorDatabases.packKey)
  store = await openDoorStore()
  expect(await store.countWaiting()).toBe(1)
  expect(await store.listWaitingEvents()).toEqual([event])
  const waiting = (await store.readLog(event)).filter(({ outcome }) => outcome === null)
  expect(waiting.map(({ scan }) => scan)).toEqual([second.scan])
})

test('12 hours after the end the pack is gone, and of its scans what the server has', async () => {
  const ended = await packContent({ event: { endsAt: new Date(0).toISOString() } })
  const later = await packContent()
  await store.savePack({ content: ended, key })
  await store.savePack({ content: later, key })
  const [sent, waiting, other] = [scanOf(ended.event.id), scanOf(ended.event.id), scanOf(later.event.id)]
  for (const scan of [sent, waiting, other]) await store.append(scan)
  await store.settle([sent, other].map(({ scan }) => ({ scan, outcome: 'confirmed' as const })))
  await store.wipeEnded(keptAfterEnd - 1)
  expect(await store.listEvents()).toHaveLength(2)
  await store.wipeEnded(keptAfterEnd)
  expect(await store.listEvents()).toEqual([later.event.id])
  expect((await store.readLog(ended.event.id)).map(({ scan }) => scan)).toEqual([waiting.scan])
  expect(await store.readLog(later.event.id)).toHaveLength(1)
  await store.wipePacks()
  expect(await store.listEvents()).toEqual([])
})
