import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillNight, playNight, readTruth, sellNight, type Truth, uploadAll } from './door-simulation.ts'
import type { TestEvent } from './event-fixture.ts'
import { randomOf } from './random-lives.ts'
import { openTestUsers } from './test-users.ts'

/**
 * Plays nights at the door with devices that lose the network. `DOOR_SEEDS=1000` plays so many, of 2,000 tickets each (or
 * `DOOR_TICKETS`); every day it is a few small ones.
 */

const seeds = Number(process.env.DOOR_SEEDS ?? 3)
const tickets = Number(process.env.DOOR_TICKETS ?? (process.env.DOOR_SEEDS ? 2000 : 200))
const orders = 3

const users = openTestUsers(inject('stack'))
const { sql } = users
let event: TestEvent
beforeAll(async () => {
  event = await sellNight(users)
})
afterAll(() => users.close())

class Undone extends Error {}

test.each(
  Array.from({ length: seeds }, (_, n) => n + 1),
)('night %i: the same truth whatever the upload order; zero scans lost; conflicts are the clones; the head count is bodies', {
  timeout: 120_000,
}, async (seed) => {
  const random = randomOf(seed)
  const played = sql.begin(async (tx) => {
    const night = await fillNight(tx, event, tickets)
    const { bodies, devices, scans } = await playNight(tx, users, night, random)
    const truths: Truth[] = []
    for (let order = 0; order < orders; order++) {
      await tx
        .savepoint(async (point) => {
          await uploadAll(point, night, { bodies, devices, scans }, random)
          truths.push(await readTruth(point, night))
          throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
    }
    const [first] = truths
    if (!first) throw new Error('no truth')
    for (const truth of truths) expect(truth).toEqual(first)

    const admitted = [...bodies.values()].filter(({ scan }) => scan)
    const clones = admitted.filter(
      ({ ticket, isClone }) => isClone && admitted.some((one) => one.ticket === ticket && !one.isClone),
    )
    expect(new Set(first.entries.map((entry) => entry.slice(0, 36)))).toEqual(
      new Set(admitted.map(({ ticket }) => ticket)),
    )
    expect(first.conflicts).toHaveLength(clones.length)
    expect(first.inNow).toBe([...bodies.values()].filter(({ isIn }) => isIn).length)
    expect(first.scans).toEqual([...scans].sort())
    expect(first.wrong).toBe(0)
    throw new Undone()
  })
  await expect(played).rejects.toThrow(Undone)
})
