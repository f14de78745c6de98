import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type GroupVector, groupVectors } from '../admission-vectors.fixtures.ts'
import { decideOffline, type OwnMove, type Reading } from './decision.rules.ts'
import { decideGroup, groupOf } from './groups.rules.ts'
import { codeHashOf, idHashOf, packContent, typeId } from './pack.fixtures.ts'
import { knownOf } from './pack-content.ts'

const hour = 3_600_000
const zoneNames = ['Hall', 'Zone']
const zones = zoneNames.map((name) => ({ id: randomUUID(), name }))
const groups = { buyer: 'buyer-1', other: 'other-1', stranger: 'strange' }

async function worldOf({ event, tickets, reading, readGeneration }: GroupVector, move?: OwnMove) {
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const ids = tickets.map(() => randomUUID())
  const content = await packContent({
    event: {
      status: event.status,
      reentries: event.reentries,
      doorsAt: inHours(event.doorsIn),
      endsAt: inHours(event.doorsIn + event.hoursLong),
    },
    tickets: tickets.map(({ holder, zone, ...rest }, at) => ({
      ...rest,
      id: ids[at] ?? '',
      code: `CODE${at}`,
      name: `Guest ${at}`,
      group: groups[holder],
      zone: zone ? 1 + zoneNames.indexOf(zone) : 0,
    })),
    gates: [
      { name: 'Own', zoneId: null, types: [typeId] },
      { name: 'Others', zoneId: null, types: [randomUUID()] },
      { name: 'Zone', zoneId: zones[1]?.id ?? null, types: null },
    ],
    zones,
  })
  const hashes = await Promise.all(ids.map(idHashOf))
  const read: Reading =
    reading === 'typed'
      ? { kind: 'typed', codeHash: await codeHashOf('CODE0') }
      : {
          kind: 'signed',
          idHash: hashes[0] ?? '',
          generation: readGeneration ?? tickets[0]?.generation ?? 1,
        }
  return { known: knownOf(content, { lastMove: () => move, exitsOf: () => 0 }), hashes, read }
}

describe('without the network', () => {
  test.each(groupVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { known, hashes, read } = await worldOf(vector)
    const now = Date.now()
    const station = { gate: vector.gate, action: 'admit' as const }
    const offered = groupOf(known, read, decideOffline(known, read, now, station), now)
    expect(offered.map(({ idHash }) => hashes.indexOf(idHash))).toEqual(vector.offered)
    const chosen = vector.chosen ?? hashes.map((_hash, at) => at)
    const decided = decideGroup(
      known,
      read,
      chosen.map((at) => hashes[at] ?? ''),
      { now, station },
    )
    expect(typeof decided === 'string' ? decided : decided.map(({ result }) => result)).toEqual(vector.result)
  })
})

describe('what the pack does not know', () => {
  const [whole] = groupVectors
  if (!whole) throw new Error('no vector')
  const station = { gate: 'Main', action: 'admit' as const }

  test('a newer code than the pack’s may have another holder: nobody comes in with it', async () => {
    const { known, hashes, read } = await worldOf({ ...whole, readGeneration: 2 })
    const now = Date.now()
    expect(groupOf(known, read, decideOffline(known, read, now, station), now)).toEqual([])
    expect(decideGroup(known, read, [hashes[1] ?? ''], { now, station })).toBe('group_closed')
  })

  test('whom this phone let in is in, and is offered no more', async () => {
    const now = Date.now()
    const { known, hashes, read } = await worldOf(whole, { action: 'admit', at: now - 1000, gate: 'Main' })
    const decision = decideOffline(known, read, now, station)
    expect(decision.result).toBe('already_in')
    expect(groupOf(known, read, decision, now)).toEqual([])
    expect(decideGroup(known, read, hashes, { now, station })).toMatchObject(
      hashes.map(() => ({ result: 'already_in', bounce: true })),
    )
  })
})
