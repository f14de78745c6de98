import { expect, test } from 'vitest'
import { createViewLimit } from './limits.server.ts'

const limits = { networkPerMinute: 3, networkPerDay: 5, accountPerMinute: 2 }

/** Sends a number of reports and counts those that are taken. */
async function counted(times: number, judge: () => Promise<boolean>): Promise<number> {
  let sum = 0
  for (let n = 0; n < times; n += 1) if (await judge()) sum += 1
  return sum
}

test('a network counts so often a minute, and its IPv6 addresses are one network', async () => {
  const counts = createViewLimit(limits)
  expect(await counted(10, () => counts('192.0.2.1', null))).toBe(3)
  expect(await counted(10, () => counts('192.0.2.2', null))).toBe(3)
  let last = 0
  expect(await counted(10, () => counts(`2001:db8:1:2::${++last}`, null))).toBe(3)
})

test('so often a day', async () => {
  const counts = createViewLimit({ ...limits, networkPerMinute: 100 })
  expect(await counted(10, () => counts('192.0.2.1', null))).toBe(5)
})

test('an account counts so often, wherever it reports from', async () => {
  const counts = createViewLimit(limits)
  let last = 0
  expect(await counted(10, () => counts(`192.0.2.${++last}`, 'mia'))).toBe(2)
  expect(await counted(1, () => counts('192.0.2.99', 'sid'))).toBe(1)
})
