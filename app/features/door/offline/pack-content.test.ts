import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeHashOf, guestListId, idHashOf, packContent } from './pack.fixtures.ts'
import { changesNothing, guestsOf, knownOf, mergePack, openPack, PackError } from './pack-content.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'jwk' })
const signed = (content: object) => {
  const payload = JSON.stringify(content)
  return { payload, signature: sign(null, Buffer.from(payload), privateKey).toString('base64url') }
}
const ticket = { id: randomUUID(), code: 'ABCDEFGHJ' }
const never = { lastMove: () => undefined, exitsOf: () => 0 }

test('a pack that is signed by the pinned key is read, another one is not', async () => {
  const content = await packContent({ tickets: [ticket] })
  const pack = signed(content)
  expect(await openPack(pack, key)).toEqual(content)
  const changed = { ...pack, payload: pack.payload.replace('"ok"', '"unpaid"') }
  await expect(openPack(changed, key)).rejects.toThrow(PackError)
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  await expect(openPack(pack, stranger)).rejects.toThrow(PackError)
})

test('a signed text of another shape is no pack', async () => {
  const content = await packContent({ tickets: [ticket] })
  for (const wrong of [{ ...content, format: 1 }, { ...content, tickets: [['a']] }, {}])
    await expect(openPack(signed(wrong), key)).rejects.toThrow(PackError)
})

test('tickets are found by id and by code', async () => {
  const known = knownOf(await packContent({ tickets: [{ ...ticket, flags: 1 + 4, isInside: true }] }), never)
  const found = known.byId(await idHashOf(ticket.id))
  expect(found).toMatchObject({ typeName: 'Entry', name: 'Mia B.', isVip: true, isInside: true })
  expect(found).toMatchObject({ needsAge: true, needsAttention: false, hasAddOns: false })
  expect(known.byCode(await codeHashOf(ticket.code))).toEqual(found)
  expect(known.byId(await idHashOf(randomUUID()))).toBeUndefined()
})

test('of two tickets whose codes have one hash neither is found by its code, and both by their ids', async () => {
  const other = { id: randomUUID(), code: 'JHGFEDCBA' }
  const content = await packContent({ tickets: [ticket, other] })
  const hash = await codeHashOf(ticket.code)
  content.tickets = content.tickets.map((row) => row.with(1, hash) as unknown as typeof row)
  const known = knownOf(content, never)
  expect(known.byCode(hash)).toBeUndefined()
  expect([known.byId(await idHashOf(ticket.id)), known.byId(await idHashOf(other.id))]).not.toContain(
    undefined,
  )
})

test('a delta changes what it has, adds what is new and keeps the rest', async () => {
  const other = { id: randomUUID(), code: 'JHGFEDCBA' }
  const late = { id: randomUUID(), code: '222233334' }
  const base = await packContent({ tickets: [ticket, other], retired: ['OLD'] })
  const delta = await packContent({
    version: 2,
    isDelta: true,
    tickets: [{ ...other, standing: 'void_refunded' }, late],
    retired: ['OLDER'],
  })
  // The numbers of a pack are its own: a delta may count in another order.
  delta.standings.reverse()
  delta.tickets = delta.tickets.map((row) => row.with(4, 8 - row[4]) as unknown as typeof row)
  const known = knownOf(mergePack(base, delta), never)
  expect(known.byId(await idHashOf(ticket.id))?.standing).toBe('ok')
  expect(known.byId(await idHashOf(other.id))?.standing).toBe('void_refunded')
  expect(known.byId(await idHashOf(late.id))?.standing).toBe('ok')
  expect(known.isRetired(await codeHashOf('OLD')) && known.isRetired(await codeHashOf('OLDER'))).toBe(true)
  expect(mergePack(base, delta)).toMatchObject({ version: 2, isDelta: false })
})

test('a delta of guests adds names, counts who came, and takes off who was taken off, however its lists are ordered', async () => {
  const [ana, bo, cy] = [randomUUID(), randomUUID(), randomUUID()]
  const base = await packContent({ guests: [{ id: ana, plusOnes: 2 }, { id: bo }] })
  const delta = await packContent({
    isDelta: true,
    guests: [{ id: ana, plusOnes: 2, arrived: 1 }, { id: cy }],
  })
  const gone = await packContent({ guests: [{ id: bo, plusOnes: -1 }] })
  const other = { ...base.guestLists.lists[0], id: randomUUID(), name: 'Artists' }
  delta.guestLists.lists.unshift(other as (typeof delta.guestLists.lists)[number])
  const rows = [...delta.guestLists.guests, ...gone.guestLists.guests]
  delta.guestLists.guests = rows.map(([hash, , ...rest]) => [hash, 1, ...rest])
  const guests = guestsOf(mergePack(base, delta))
  expect(new Set(guests.map(({ hash }) => hash))).toEqual(new Set([await idHashOf(ana), await idHashOf(cy)]))
  expect(guests.every(({ list }) => list.id === guestListId)).toBe(true)
  expect(guests.find(({ heads }) => heads === 3)?.arrived).toBe(1)
})

test('a delta moves a ticket to another zone, and keeps those of other tickets, however its zones are ordered', async () => {
  const [hall, terrace] = [
    { id: randomUUID(), name: 'Hall' },
    { id: randomUUID(), name: 'Terrace' },
  ]
  const other = { id: randomUUID(), code: 'JHGFEDCBA' }
  const base = await packContent({
    zones: [hall, terrace],
    tickets: [
      { ...ticket, isInside: true, zone: 1 },
      { ...other, isInside: true, zone: 2 },
    ],
  })
  const delta = await packContent({
    isDelta: true,
    zones: [terrace, hall],
    tickets: [{ ...ticket, isInside: true, zone: 1 }],
  })
  const known = knownOf(mergePack(base, delta), never)
  expect(known.byId(await idHashOf(ticket.id))?.zoneId).toBe(terrace.id)
  expect(known.byId(await idHashOf(other.id))?.zoneId).toBe(terrace.id)
})

test('a delta without rows changes nothing, unless the event did', async () => {
  const base = await packContent({ tickets: [ticket] })
  const empty = {
    ...base,
    isDelta: true,
    version: 9,
    madeAt: '2026-11-27T04:00:00Z',
    tickets: [],
    retired: [],
    guestLists: { ...base.guestLists, guests: [] },
  }
  expect(changesNothing(base, empty)).toBe(true)
  expect(changesNothing(base, { ...empty, event: { ...base.event, status: 'postponed' } })).toBe(false)
  expect(changesNothing(base, { ...empty, retired: ['OLD'] })).toBe(false)
  expect(changesNothing(base, { ...base, isDelta: false })).toBe(false)
})
