import { expect, test } from 'vitest'
import { clockText, readyCheck, whenText } from './devices.rules.ts'

test.each([
  [0, 'right'],
  [-1400, 'right'],
  [2600, '3 s slow'],
  [-90_000, '90 s fast'],
  [300_000, '5 min slow'],
])('a clock that is %d ms behind is %s', (offset, text) => {
  expect(clockText(offset)).toBe(text)
})

test('a check before doors', () => {
  expect(readyCheck({ ready: null, waivedAt: null }).state).toBe('none')
  expect(readyCheck({ ready: { camera: 'ok' }, waivedAt: null }).state).toBe('passed')
  const ready = { camera: 'ok', storage: 'bad', sound: 'bad' } as const
  expect(readyCheck({ ready, waivedAt: null })).toEqual({ state: 'failed', failed: ['Sound', 'Storage'] })
  expect(readyCheck({ ready, waivedAt: '2026-11-21T22:00:00Z' }).state).toBe('waived')
})

test('tonight’s times have no day', () => {
  const now = '2026-11-22T04:00:00Z'
  expect(whenText('2026-11-22T02:41:00Z', 'America/New_York', now)).toBe('9:41 PM')
  expect(whenText('2026-11-20T02:41:00Z', 'America/New_York', now)).toBe('Nov 19, 9:41 PM')
})
