import { expect, test } from 'vitest'
import { checkFacts, type Facts } from './ready-check.rules.ts'

const good: Facts = {
  madeAt: 0,
  now: 60_000,
  isReady: true,
  clockOffsetMs: 1500,
  battery: 80,
  isCharging: false,
  isKept: true,
}
const all = { pack: 'ok', clock: 'ok', battery: 'ok', storage: 'ok' }

test('a phone with all of it is green', () => {
  expect(checkFacts(good)).toEqual(all)
})

test.each([
  ['no pack', { madeAt: null }, { pack: 'bad' }],
  ['a pack of an hour ago', { now: 3_600_000 }, { pack: 'bad' }],
  ['a scanner that would not open', { isReady: false }, { pack: 'bad' }],
  ['a clock that is 5 minutes slow', { clockOffsetMs: 300_000 }, { clock: 'bad' }],
  ['a clock that is 5 minutes fast', { clockOffsetMs: -300_000 }, { clock: 'bad' }],
  ['a clock that nobody measured', { clockOffsetMs: null }, { clock: 'bad' }],
  ['a battery that does not last', { battery: 39 }, { battery: 'bad' }],
  ['a low battery on a charger', { battery: 10, isCharging: true }, { battery: 'ok' }],
  ['a browser that may delete it', { isKept: false }, { storage: 'bad' }],
])('%s', (_, changes, expected) => {
  expect(checkFacts({ ...good, ...changes })).toEqual({ ...all, ...expected })
})

test('a browser that does not say how full the battery is leaves it open', () => {
  expect(checkFacts({ ...good, battery: undefined })).not.toHaveProperty('battery')
})
