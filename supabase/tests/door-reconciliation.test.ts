import { afterAll, expect, inject, test } from 'vitest'
import { sellNight } from './door-simulation.ts'
import { expectOneTruth } from './door-truth.ts'
import { openTestUsers } from './test-users.ts'

/** Plays one small night at the door with devices that lose the network; `door-reconciliation.proof.test.ts` plays more and longer ones. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

test('the same truth whatever the upload order; zero scans lost; conflicts are the clones; the head count is bodies', async () => {
  const shown = await expectOneTruth(users, await sellNight(users), 11, 90)
  // A night without a copied ticket, a name that others gave, a group, or a lost network would show nothing.
  expect(Object.entries(shown).filter(([, count]) => count === 0)).toEqual([])
})
