import { expect, test } from 'vitest'
import { guestVectors } from '../admission-vectors.fixtures.ts'
import { decideGuests, isNamed } from './guests.rules.ts'

const hour = 3_600_000

test.each(guestVectors.map((vector) => [vector.name, vector] as const))('without the network: %s', (_, {
  event,
  guest,
  heads,
  result,
}) => {
  const now = Date.now()
  const doorsAt = now + event.doorsIn * hour
  const times = { doorsAt, endsAt: doorsAt + event.hoursLong * hour }
  const rest = { status: event.status, isTest: false, minAge: 0, reentries: 0 }
  const list = { id: '', name: 'House', closesAt: now + guest.closesIn * hour }
  const party = { heads: 1 + guest.plusOnes, arrived: guest.arrived, list }
  expect(decideGuests({ ...times, ...rest }, party, { heads, here: 0, now })).toBe(result)
  // whom this phone let in counts as whoever had come when the pack was made
  const own = { ...party, arrived: 0 }
  expect(decideGuests({ ...times, ...rest }, own, { heads, here: guest.arrived, now })).toBe(result)
})

test.each([
  ['Ana B.', 'ana', true],
  ['Ana B.', 'ana bell', true],
  ['Ana B.', 'bell an', true],
  ['Zoë B.', 'zoe', true],
  ['Ana B.', 'ana stone', false],
  ['Ana B.', 'na', false],
  ['Ana', 'ana bell', false],
])('%s is found by "%s": %s', (name, search, isFound) => {
  expect(isNamed(name, search)).toBe(isFound)
})
