import { expect } from 'vitest'
import { fillNight, type Played, playNight, readTruth, uploadAll } from './door-simulation.ts'
import type { TestEvent } from './event-fixture.ts'
import { randomOf } from './random-lives.ts'
import type { TestUsers } from './test-users.ts'

/** Demands that the database comes to the truth about a night at the door, whatever the order of the uploads. */

const orders = 3

class Undone extends Error {}

/** Demands that everybody who came in is in, that a copied ticket is a conflict, and that each scan is stored once. */
function expectTruth(truth: Awaited<ReturnType<typeof readTruth>>, { bodies, scans }: Played): void {
  const admitted = [...bodies.values()].filter(({ scan }) => scan)
  const clones = admitted.filter(
    ({ ticket, isClone }) => isClone && admitted.some((one) => one.ticket === ticket && !one.isClone),
  )
  expect(new Set(truth.entries.map((entry) => entry.slice(0, 36)))).toEqual(
    new Set(admitted.map(({ ticket }) => ticket)),
  )
  expect(truth.conflicts).toHaveLength(clones.length)
  expect(truth.inNow).toBe([...bodies.values()].filter(({ isIn }) => isIn).length)
  expect(truth.scans).toEqual([...scans].sort())
  expect(truth.wrong).toBe(0)
}

/**
 * Plays a night, uploads it in several orders, and takes everything back.
 * @param event of `sellNight`
 * @param seed determines the night
 * @param tickets how many are sold
 * @returns how many copied tickets came in, and how many scans were uploaded later
 */
export async function expectOneTruth(users: TestUsers, event: TestEvent, seed: number, tickets: number) {
  const random = randomOf(seed)
  const shown = { conflicts: 0, late: 0 }
  const played = users.sql.begin(async (tx) => {
    const night = await fillNight(tx, event, tickets)
    const { bodies, devices, scans } = await playNight(tx, users, night, random)
    shown.late = devices.reduce((sum, { queue }) => sum + queue.length, 0)
    const truths: Awaited<ReturnType<typeof readTruth>>[] = []
    for (let order = 0; order < orders; order++) {
      const uploaded = tx.savepoint(async (point) => {
        await uploadAll(point, night, { bodies, devices, scans }, random)
        truths.push(await readTruth(point, night))
        throw new Undone()
      })
      await expect(uploaded).rejects.toThrow(Undone)
    }
    const [first] = truths
    if (!first) throw new Error('no truth')
    for (const truth of truths) expect(truth).toEqual(first)
    expectTruth(first, { bodies, devices, scans })
    shown.conflicts = first.conflicts.length
    throw new Undone()
  })
  await expect(played).rejects.toThrow(Undone)
  return shown
}
