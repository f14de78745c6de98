import 'fake-indexeddb/auto'
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { checkCharacter } from '#core/ticket-code.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import type { Answer } from './ask-server.ts'
import { DoorLink } from './door-link.ts'
import { type DoorStore, doorDatabases, openDoorStore } from './door-store.ts'
import { packContent, typeId } from './pack.fixtures.ts'

const event = randomUUID()
const signer = createTicketSigner(randomBytes(32).toString('base64url'))
let packKey = generateKeyPairSync('ed25519')
const counters = { tickets: 3, inNow: 0, admitted: 0, remaining: 3 }
/** The first two are of one order. */
const tickets = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'].map((start, at) => ({
  id: randomUUID(),
  code: start + checkCharacter(start),
  group: at < 2 ? 'one' : 'other',
}))
const [first = { id: '', code: '', group: '' }, second = first, third = first] = tickets
const ana = { id: randomUUID(), plusOnes: 2 }
const codeOf = ({ id }: { id: string }) =>
  signer.sign({ ticketId: id, eventId: event, typeId, generation: 1 })

const standing = { isLocked: false, isRevoked: false }
const board = { ...counters, reports: null, zones: [], device: standing }
/** The answer of a poll. */
let poll: object = board

/** The network as these tests have it: what the site answers, or nothing. */
let site: { network: 'on' | 'late' | 'off'; asked: string[]; taken: Map<string, unknown> }
let store: DoorStore
let now: number
beforeEach(async () => {
  store = await openDoorStore()
  site = { network: 'on', asked: [], taken: new Map() }
  now = Date.now()
  poll = board
})
afterEach(async () => {
  store.close()
  for (const name of Object.values(doorDatabases)) await deleteDB(name)
})

const answered = (body: unknown, status = 200): Answer => ({ signal: 'answered', status, body })
const bodySchema = z.looseObject({
  scan: z.string().optional(),
  scans: z.array(z.looseObject({ scan: z.string() })).optional(),
  guests: z.array(z.looseObject({ scan: z.string() })).optional(),
  tickets: z.array(z.object({ ticket: z.string(), scan: z.string() })).optional(),
})

async function packAnswer(isDelta = false): Promise<Answer> {
  const { x = '' } = await signer.readPublicKey(event)
  const content = await packContent({
    event: { id: event },
    ticketKey: { kty: 'OKP', crv: 'Ed25519', x },
    tickets: isDelta ? [] : tickets,
    guests: isDelta ? [] : [ana],
    isDelta,
    madeAt: new Date(now).toISOString(),
  })
  const payload = JSON.stringify(content)
  const signature = sign(null, Buffer.from(payload), packKey.privateKey).toString('base64url')
  return answered({ payload, signature, key: packKey.publicKey.export({ format: 'jwk' }) })
}

const online = {
  result: 'ok',
  bounce: false,
  ticketId: null,
  firstName: 'Mia',
  typeName: 'Entry',
  partOf: null,
}
const rest = {
  isVip: false,
  addOns: [],
  table: null,
  minAge: 0,
  firstAt: null,
  firstGate: null,
  firstBy: null,
}

async function ask(path: string, body?: object): Promise<Answer> {
  if (site.network !== 'on') return { signal: site.network === 'late' ? 'late' : 'failed' }
  site.asked.push(path.replace(/\?.*/, ''))
  const { scan, scans: codes, guests = [], tickets: group } = bodySchema.parse(body ?? {})
  const scans = codes && [...codes, ...guests]
  if (path.startsWith('/api/door/pack')) return await packAnswer(path.includes('since'))
  if (path === '/api/clock') return answered({ now: now + 90_000 })
  if (scans) {
    for (const each of scans) site.taken.set(each.scan, each)
    return answered({ results: scans.map((each) => ({ scan: each.scan, state: 'confirmed', result: 'ok' })) })
  }
  if (group) {
    for (const each of group) site.taken.set(each.scan, each)
    const results = group.map(({ ticket }) => ({ ticketId: ticket, result: 'ok', bounce: false }))
    return answered({ results, addOns: [], minAge: 0, serverNow: new Date(now).toISOString(), counters })
  }
  if (!scan) return answered(poll)
  site.taken.set(scan, body)
  return answered({ ...online, ...rest, serverNow: new Date(now).toISOString(), counters })
}

/** Opens a scanner, as starting the browser does. */
async function open(): Promise<DoorLink> {
  const device = () => '6f1d6a4e-6a3c-4f4e-9a3f-2b1d3c4e5f60'
  const link = new DoorLink({ event, device, counters, ask, now: () => now })
  if (site.network === 'off') link.cut()
  await link.open(store)
  return link
}

/** Opens a scanner that has the pack, and takes the network away. */
async function openOffline(): Promise<DoorLink> {
  const link = await open()
  await link.refreshPack()
  site.network = 'off'
  link.cut()
  return link
}

async function scan(link: DoorLink, code: string, uid = randomUUID()) {
  const sent = await link.scan({ event, scan: uid, code, gate: 'Main', method: 'camera' })
  return 'scanned' in sent ? sent.scanned : sent.trouble
}

test('online the server decides', async () => {
  const link = await open()
  expect(await scan(link, codeOf(first))).toMatchObject({ result: 'ok', firstName: 'Mia' })
  expect(link.state).toMatchObject({ isOnline: true, waiting: 0, unverified: 0 })
})

test('a response that is late makes the phone decide, with the same id', async () => {
  const link = await open()
  await link.refreshPack()
  site.network = 'late'
  const uid = randomUUID()
  const scanned = await scan(link, codeOf(first), uid)
  expect(scanned).toMatchObject({ result: 'ok', firstName: 'Mia B.', offline: { hasAddOns: false } })
  expect(link.state).toMatchObject({ isOnline: false, waiting: 1, unverified: 1 })
  expect((await store.readLog(event)).map((entry) => entry.scan)).toEqual([uid])
})

test('the second failure within a scan makes the phone decide', async () => {
  const link = await open()
  await link.refreshPack()
  site.network = 'off'
  expect(await scan(link, codeOf(first))).toMatchObject({ result: 'ok' })
  expect(link.state.isOnline).toBe(false)
})

test('offline a ticket enters once, also after the browser was started again', async () => {
  const link = await openOffline()
  expect(await scan(link, codeOf(first))).toMatchObject({
    result: 'ok',
    counters: { inNow: 1, remaining: 2 },
  })
  expect(await scan(link, first.code)).toMatchObject({ result: 'already_in', bounce: true })
  now += 60_000
  const again = await open()
  expect(again.state).toMatchObject({ isOnline: false, waiting: 2, unverified: 1, pack: { tickets: 3 } })
  const repeated = await scan(again, codeOf(first))
  expect(repeated).toMatchObject({ result: 'already_in', bounce: false, firstGate: 'Main' })
  expect(await scan(again, codeOf(second))).toMatchObject({ result: 'ok' })
})

test('whom the server let in a moment before the network went is in', async () => {
  const link = await open()
  await link.refreshPack()
  now += 1000
  await scan(link, codeOf(first))
  site.network = 'off'
  link.cut()
  now += 60_000
  expect(await scan(link, first.code)).toMatchObject({ result: 'already_in' })
  expect(link.state).toMatchObject({ waiting: 1, unverified: 0 })
})

test('without a pack nothing is decided', async () => {
  site.network = 'off'
  const link = await open()
  expect(await scan(link, codeOf(first))).toMatch('No connection, and no ticket list on this phone.')
  expect(link.state.waiting).toBe(0)
})

test('back after two good pings: everything is uploaded once, and the pack is asked for again', async () => {
  const link = await openOffline()
  const uids = [randomUUID(), randomUUID(), randomUUID()]
  await scan(link, codeOf(first), uids[0])
  await scan(link, codeOf(second), uids[1])
  await scan(link, 'nothing', uids[2])
  site.network = 'on'
  await link.poll()
  expect(link.state).toMatchObject({ isOnline: false, waiting: 3 })
  await link.poll()
  await expect.poll(() => link.state).toMatchObject({ isOnline: true, waiting: 0, unverified: 0 })
  expect([...site.taken.keys()]).toEqual(uids)
  await link.upload()
  expect(site.asked.filter((path) => path === '/api/door/queue')).toHaveLength(1)
})

test('a phone whose clock is wrong logs by how much', async () => {
  const link = await open()
  await link.measureClock()
  await link.refreshPack()
  site.network = 'off'
  link.cut()
  await scan(link, codeOf(first))
  expect((await store.readLog(event))[0]).toMatchObject({
    offsetMs: 90_000,
    at: new Date(now).toISOString(),
  })
})

test('a locked phone loses its pack, also one that is on its way', async () => {
  const link = await open()
  await link.refreshPack()
  const onItsWay = link.refreshPack()
  await link.forget()
  await onItsWay
  expect(link.state.pack).toBeNull()
  expect(await store.listEvents()).toEqual([])
  expect((await open()).state.pack).toBeNull()
})

test('within one poll a phone hears that the desk locked it: it loses its pack, and takes it again once it is unlocked', async () => {
  const link = await open()
  await link.refreshPack()
  poll = { device: { ...standing, isLocked: true }, message: 'This device is locked.' }
  await link.poll()
  expect(link.state).toMatchObject({ pack: null, trouble: expect.stringContaining('locked') })
  expect(await store.listEvents()).toEqual([])
  poll = board
  await link.poll()
  await expect.poll(() => link.state).toMatchObject({ pack: { tickets: 3 }, trouble: null })
})

test('a phone that was removed hands in what it holds, and nothing brings its pack back', async () => {
  const link = await openOffline()
  await scan(link, codeOf(first))
  site.network = 'on'
  poll = { device: { ...standing, isRevoked: true }, message: 'This device was removed.' }
  await link.poll()
  await link.poll()
  await expect.poll(() => link.state.waiting).toBe(0)
  await link.refreshPack()
  expect(link.state).toMatchObject({ pack: null, trouble: expect.stringContaining('removed') })
})

test('a pack of another key than the first one is not used', async () => {
  const link = await open()
  await link.refreshPack()
  packKey = generateKeyPairSync('ed25519')
  await expect(link.refreshPack()).rejects.toThrow('The signature of the pack is wrong.')
})

describe('tickets of one order', () => {
  const admit = (link: DoorLink, code: string, chosen: { ticket: string; scan: string }[]) =>
    link.admitGroup({ event, code, gate: 'Main', method: 'camera', tickets: chosen })
  const scanOf = (ticket: string, uid: string = randomUUID()) => ({ ticket, scan: uid })

  test('come in together without the network, each by a scan of its own, and are handed in by the code that was read', async () => {
    const link = await openOffline()
    const uid = randomUUID()
    const looked = await link.preview({
      event,
      scan: uid,
      code: codeOf(first),
      gate: 'Main',
      method: 'camera',
    })
    const scanned = looked && 'scanned' in looked ? looked.scanned : null
    expect(scanned).toMatchObject({ result: 'ok', group: [{ name: 'Mia B.', typeName: 'Entry' }] })
    const other = scanOf(scanned?.group[0]?.ticketId ?? '')
    const both = [scanOf(scanned?.ticketId ?? '', uid), other]
    const sent = await admit(link, codeOf(first), both)
    expect(sent).toMatchObject({
      admitted: {
        results: both.map(({ ticket }) => ({ ticketId: ticket, result: 'ok', bounce: false })),
        counters: { inNow: 2, admitted: 2, remaining: 1 },
        offline: { needsAttention: false, hasAddOns: false },
      },
    })
    expect(link.state).toMatchObject({ waiting: 2, unverified: 2 })
    // sent again, and by a browser that was started again
    expect(await admit(link, codeOf(first), both)).toMatchObject({
      admitted: { results: [{ result: 'ok' }, { result: 'ok' }] },
    })
    expect(await admit(await open(), codeOf(first), both)).toMatchObject({
      admitted: { results: [{ result: 'ok' }, { result: 'ok' }] },
    })
    expect(await store.readLog(event)).toHaveLength(2)
    expect(await scan(link, codeOf(second))).toMatchObject({ result: 'already_in', group: [] })
    site.network = 'on'
    await link.poll()
    await link.poll()
    await expect.poll(() => link.state).toMatchObject({ isOnline: true, waiting: 0, unverified: 0 })
    expect(site.taken.get(uid)).toMatchObject({ code: codeOf(first), result: 'ok' })
    expect(site.taken.get(uid)).not.toHaveProperty('member')
    expect(site.taken.get(other.scan)).toMatchObject({
      code: codeOf(first),
      member: { hash: other.ticket, generation: 1 },
      result: 'ok',
    })
  })

  test('that the server named are decided by the phone when the network goes, with the same ids', async () => {
    const link = await open()
    await link.refreshPack()
    site.network = 'late'
    const chosen = [scanOf(second.id)]
    expect(await admit(link, first.code, chosen)).toMatchObject({
      admitted: { results: [{ ticketId: second.id, result: 'ok' }] },
    })
    expect((await store.readLog(event)).map((entry) => entry.scan)).toEqual([chosen[0]?.scan])
    expect(await admit(link, first.code, [scanOf(third.id)])).toMatchObject({
      trouble: expect.stringContaining('Scan each ticket'),
    })
    expect(await admit(link, 'nothing', [scanOf(second.id)])).toHaveProperty('trouble')
    expect(link.state.waiting).toBe(1)
  })

  test('that the phone named go through its log when the network is back', async () => {
    const link = await openOffline()
    const looked = await link.scan({
      event,
      scan: randomUUID(),
      code: codeOf(first),
      gate: 'Main',
      method: 'camera',
    })
    const [member] = 'scanned' in looked ? looked.scanned.group : []
    site.network = 'on'
    await link.poll()
    await link.poll()
    await expect.poll(() => link.state).toMatchObject({ isOnline: true, waiting: 0 })
    const other = scanOf(member?.ticketId ?? '')
    expect(await admit(link, codeOf(first), [other])).toMatchObject({
      admitted: { results: [{ result: 'ok' }] },
    })
    expect(link.state.waiting).toBe(0)
    expect(site.taken.get(other.scan)).toMatchObject({ member: { hash: other.ticket } })
    expect(site.asked).not.toContain('/api/door/group')
  })

  test('whom the server let in together are in when the network goes', async () => {
    const link = await open()
    await link.refreshPack()
    now += 1000
    await admit(link, codeOf(first), [scanOf(first.id), scanOf(second.id)])
    site.network = 'off'
    link.cut()
    now += 60_000
    expect(await scan(link, second.code)).toMatchObject({ result: 'already_in' })
    expect(link.state).toMatchObject({ waiting: 1, unverified: 0 })
  })

  test('without a pack need the network', async () => {
    site.network = 'off'
    expect(await admit(await open(), codeOf(first), [scanOf(second.id)])).toHaveProperty('trouble')
  })
})

describe('guests of a list', () => {
  const admit = (link: DoorLink, entry: string, heads: number, uid: string = randomUUID()) =>
    link.admitGuests({ event, entry, heads, scan: uid, gate: 'Main', q: 'ana' })

  test('are found in the pack without the network, come in once, and are handed in by the hash of the pack', async () => {
    const link = await openOffline()
    const search = await link.findGuests('ana bell')
    const [guest] = 'found' in search ? search.found.guests : []
    expect(guest).toMatchObject({ name: 'Ana B.', plusOnes: 2, arrived: 0, list: 'House', isClosed: false })
    const uid = randomUUID()
    const sent = await admit(link, guest?.id ?? '', 2, uid)
    expect(sent).toMatchObject({
      admitted: {
        result: 'ok',
        heads: 2,
        guest: { arrived: 2 },
        counters: { inNow: 2, admitted: 2, remaining: 3 },
      },
      found: { lists: [{ arrived: 2, heads: 3 }] },
    })
    expect(link.state).toMatchObject({ waiting: 1, unverified: 2 })
    expect(await admit(link, guest?.id ?? '', 2)).toMatchObject({ admitted: { result: 'already_in' } })
    // the browser was started again
    expect(await admit(await open(), guest?.id ?? '', 1)).toMatchObject({ admitted: { result: 'ok' } })
    site.network = 'on'
    await link.poll()
    await link.poll()
    await expect.poll(() => site.asked.filter((path) => path === '/api/door/pack')).toHaveLength(2)
    expect(link.state).toMatchObject({ isOnline: true, waiting: 0 })
    expect(site.taken.get(uid)).toMatchObject({ guest: guest?.id, heads: 2, result: 'ok', gate: 'Main' })
    expect(site.taken.get(uid)).not.toHaveProperty('code')
  })

  test('found with the network are decided by the phone when it goes, with the same id', async () => {
    const link = await open()
    await link.refreshPack()
    site.network = 'late'
    const uid = randomUUID()
    expect(await admit(link, ana.id, 3, uid)).toMatchObject({ admitted: { result: 'ok', scan: uid } })
    expect((await store.readLog(event)).map(({ scan, guest }) => [scan, guest?.heads])).toEqual([[uid, 3]])
    expect(await admit(link, randomUUID(), 1)).toMatchObject({ decided: false })
  })

  test('after the cutoff wait for the network', async () => {
    const link = await openOffline()
    now += 6.5 * 3_600_000
    expect(await admit(link, ana.id, 1)).toMatchObject({ admitted: { result: 'list_closed' } })
    expect(link.state).toMatchObject({ waiting: 1, unverified: 0 })
  })
})
