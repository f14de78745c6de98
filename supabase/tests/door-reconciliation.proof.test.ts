import { afterAll, beforeAll, inject, test } from 'vitest'
import { sellNight } from './door-simulation.ts'
import { expectOneTruth } from './door-truth.ts'
import type { TestEvent } from './event-fixture.ts'
import { openTestUsers } from './test-users.ts'

/**
 * Plays nights at the door with devices that lose the network: tickets, orders that come together, guests of a list. `DOOR_SEEDS=1000` plays so many, of 2,000 tickets each (or
 * `DOOR_TICKETS`), from seed `DOOR_FIRST` on; otherwise it is a few of 200.
 */

const firstSeed = Number(process.env.DOOR_FIRST ?? 1)
const seeds = Number(process.env.DOOR_SEEDS ?? 3)
const tickets = Number(process.env.DOOR_TICKETS ?? (process.env.DOOR_SEEDS ? 2000 : 200))

const users = openTestUsers(inject('stack'))
let event: TestEvent
beforeAll(async () => {
  event = await sellNight(users)
})
/** What all nights showed, so that it is seen what they played. */
const all: Record<string, number> = {}
afterAll(async () => {
  console.info(`${seeds} nights of ${tickets} tickets from seed ${firstSeed} on:`, all)
  await users.close()
})

test.each(
  Array.from({ length: seeds }, (_, n) => firstSeed + n),
)('night %i: the same truth whatever the upload order; zero scans lost; conflicts are the clones; the head count is bodies', async (seed) => {
  const shown = await expectOneTruth(users, event, seed, tickets)
  for (const [what, count] of Object.entries(shown)) all[what] = (all[what] ?? 0) + count
})
