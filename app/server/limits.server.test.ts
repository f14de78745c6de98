import { expect, test } from 'vitest'
import { createViewLimit, networkOf } from './limits.server.ts'

const limits = { networkPerMinute: 3, networkPerDay: 5, accountPerMinute: 2 }

/** Sends a number of reports and counts those that are taken. */
async function counted(times: number, judge: () => Promise<boolean>): Promise<number> {
  let sum = 0
  for (let n = 0; n < times; n += 1) if (await judge()) sum += 1
  return sum
}

test('a network counts so often a minute', async () => {
  const counts = createViewLimit(limits)
  expect(await counted(10, () => counts('192.0.2.1', null))).toBe(3)
  expect(await counted(10, () => counts('192.0.2.2', null))).toBe(3)
})

test('the IPv6 addresses of one visitor are one network', () => {
  expect([networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9')]).toEqual(
    Array.from({ length: 2 }, () => '2001:db8:1:2::/64'),
  )
})

test('so often a day', async () => {
  const counts = createViewLimit({ ...limits, networkPerMinute: 100 })
  expect(await counted(10, () => counts('192.0.2.1', null))).toBe(5)
})

test('a member counts so often, whatever the network', async () => {
  const counts = createViewLimit(limits)
  expect(await counted(10, () => counts('192.0.2.1', null))).toBe(3)
  expect(await counted(10, () => counts(null, 'mia'))).toBe(2)
  expect(await counted(1, () => counts(null, 'sid'))).toBe(1)
})
