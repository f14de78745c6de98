import 'fake-indexeddb/auto'
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { signPickupCode } from '#server/pickup-code.server.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import type { Answer } from '../offline/ask-server.ts'
import { type DoorStore, doorDatabases, openDoorStore } from '../offline/door-store.ts'
import { codeHashOf, idHashOf, packContent, typeId } from '../offline/pack.fixtures.ts'
import { fromHex, hashOf } from '../offline/read-code.ts'
import { PickupLink } from './pickup-link.ts'
import type { PickupPack } from './pickup-pack.types.ts'

const event = randomUUID()
const secret = randomBytes(32).toString('base64url')
const signer = createTicketSigner(secret)
const packKey = generateKeyPairSync('ed25519')
const [ticket, order] = [randomUUID(), randomUUID()]
const [shirt, cap] = [randomUUID(), randomUUID()]
const item = (id: string, state: 'waiting' | 'handed' = 'waiting') => ({
  ...{ id, name: 'Jouvay Tee', detail: 'M', quantity: 2, state, isBagged: false },
  ...{ handedAt: null, handedIn: null, handedBy: null },
})

/** The network as these tests have it, and what the site took. */
let site: { isUp: boolean; uploads: unknown[]; state: 'confirmed' | 'conflict' }
let store: DoorStore
beforeEach(async () => {
  store = await openDoorStore()
  site = { isUp: true, uploads: [], state: 'confirmed' }
})
afterEach(async () => {
  store.close()
  for (const name of Object.values(doorDatabases)) await deleteDB(name)
})

const answered = (body: unknown, status = 200): Answer => ({ signal: 'answered', status, body })

async function packAnswer(): Promise<Answer> {
  const { x = '' } = await signer.readPublicKey(event)
  const { salt, event: base } = await packContent({ event: { id: event } })
  const pack: PickupPack = {
    format: 'pickups-1',
    madeAt: new Date(Date.now() - 60_000).toISOString(),
    event: { id: event, title: base.title, timeZone: base.timeZone, endsAt: base.endsAt },
    salt,
    ticketKey: { kty: 'OKP', crv: 'Ed25519', x },
    orders: [
      {
        ...{ code: 'ABCD2345', name: 'Mia B.', isTest: false, isBlocked: false },
        codeHash: await hashOf(fromHex(salt), new TextEncoder().encode(signPickupCode(secret, order))),
        items: [item(shirt), item(cap, 'handed')],
        tickets: [[await idHashOf(ticket), await codeHashOf('AAAAAAAAA'), 2]],
      },
    ],
  }
  const payload = JSON.stringify(pack)
  const signature = sign(null, Buffer.from(payload), packKey.privateKey).toString('base64url')
  return answered({ payload, signature, key: packKey.publicKey.export({ format: 'jwk' }) })
}

const uploadSchema = z.looseObject({ hands: z.array(z.looseObject({ scan: z.string() })) })

async function ask(path: string, body?: object): Promise<Answer> {
  if (!site.isUp) return { signal: 'failed' }
  if (path.startsWith('/api/door/pickups')) return packAnswer()
  if (path.startsWith('/api/clock')) return answered({ now: Date.now() + 5000 })
  if (!path.startsWith('/api/door/hand-overs')) return answered({ message: 'Not here' }, 404)
  site.uploads.push(body)
  const { hands } = uploadSchema.parse(body)
  return answered({ results: hands.map(({ scan }) => ({ scan, state: site.state })) })
}

async function openLink(): Promise<PickupLink> {
  const device = randomUUID()
  const link = new PickupLink({
    ...{
      event,
      gate: 'Merch table',
      search: `?event=${event}&gate=Merch+table`,
      device: () => device,
      ask,
      now: () => Date.now(),
    },
  })
  await link.open(store)
  await link.ping()
  await link.refresh()
  return link
}
const handOver = (link: PickupLink, scan: string = randomUUID()) =>
  link.handOver({ intent: 'hand', item: [shirt], scan })
const signed = (generation: number, eventId = event) =>
  signer.sign({ ticketId: ticket, eventId, typeId, generation })

test.each([
  ['the code of the order page', async () => signPickupCode(secret, order), 'ok'],
  ['that of another order', async () => signPickupCode(secret, randomUUID()), 'unknown'],
  [
    'one that somebody else signed',
    async () => signPickupCode(randomBytes(32).toString('base64url'), order),
    'unknown',
  ],
  ['the ticket of its buyer', () => signed(2), 'ok'],
  ['its code before it was reissued', () => signed(1), 'old_code'],
  ['a ticket of another event', () => signed(2, randomUUID()), 'wrong_event'],
  ['the order’s short code', async () => 'abcd-2345', 'ok'],
  ['words', async () => 'Mia Brown', 'unknown'],
])('without the network, %s', async (_, code, result) => {
  const link = await openLink()
  link.cut()
  const looked = await link.find(await code())
  expect(looked).toMatchObject({ found: { result, orders: result === 'ok' ? [{ code: 'ABCD2345' }] : [] } })
})

test('goods go once from one phone without the network, and their hand-over is uploaded with the station’s name once it is back', async () => {
  const link = await openLink()
  link.cut()
  const scan = randomUUID()
  expect(await handOver(link, scan)).toMatchObject({ handed: { items: [{ id: shirt, result: 'handed' }] } })
  expect(await handOver(link)).toMatchObject({ handed: { items: [{ id: shirt, result: 'already' }] } })
  expect(link.state.waiting).toBe(1)
  expect(await link.find('ABCD2345')).toMatchObject({
    found: {
      orders: [
        {
          items: [
            { id: shirt, state: 'handed' },
            { id: cap, state: 'handed' },
          ],
        },
      ],
    },
  })
  await link.ping()
  await link.ping()
  await expect.poll(() => link.state).toMatchObject({ isOnline: true, waiting: 0 })
  expect(site.uploads).toMatchObject([
    {
      event,
      clockOffsetMs: expect.closeTo(5000, -2),
      hands: [{ scan, gate: 'Merch table', items: [shirt] }],
    },
  ])
})

test('a page that is opened again without the network knows the list and what this phone handed over', async () => {
  const first = await openLink()
  first.cut()
  await handOver(first)
  site.isUp = false
  const again = await openLink()
  again.cut()
  expect(again.state).toMatchObject({ waiting: 1, madeAt: expect.any(String) })
  expect(await handOver(again)).toMatchObject({ handed: { items: [{ result: 'already' }] } })
})

test('a hand-over whose answer was lost keeps its id, and goods that met another hand-over are counted', async () => {
  const link = await openLink()
  site.isUp = false
  const scan = randomUUID()
  expect(await handOver(link, scan)).toMatchObject({ handed: { items: [{ result: 'handed' }] } })
  site.isUp = true
  site.state = 'conflict'
  await link.upload()
  expect(site.uploads).toMatchObject([{ hands: [{ scan }] }])
  expect(link.state).toMatchObject({ waiting: 0, conflicts: 1 })
})

test('scans of the door and hand-overs are one log, and each reads its own', async () => {
  const link = await openLink()
  link.cut()
  await handOver(link)
  expect(await store.readLog(event)).toEqual([])
  expect(await store.countWaiting()).toBe(1)
  expect(await store.listEvents()).toEqual([])
})
