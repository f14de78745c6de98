import { describe, expect, it } from 'vitest'
import { clockAnnouncement, isLive, readClock, remainingMs } from './orders.rules.ts'

describe('the clock of a hold', () => {
  it.each([
    [600_000, '10:00', 'calm'],
    [599_001, '10:00', 'calm'],
    [120_001, '2:01', 'calm'],
    [120_000, '2:00', 'soon'],
    [9_000, '0:09', 'soon'],
    [1, '0:01', 'soon'],
    [0, '0:00', 'ended'],
    [-5_000, '0:00', 'ended'],
  ])('with %d ms left shows %s, %s', (left, text, tone) => {
    expect(readClock(left)).toMatchObject({ text, tone })
  })

  it('is said to a screen reader when 5, 2 and 1 minutes are left, once each', () => {
    const texts: string[] = []
    for (let left = 600_000; left > -2000; left -= 250) {
      const announcement = clockAnnouncement(left + 250, left)
      if (announcement) texts.push(announcement)
    }
    expect(texts).toEqual([
      'Your hold ends in 5 minutes.',
      'Your hold ends in 2 minutes.',
      'Your hold ends in 1 minute.',
    ])
  })

  it('says only the last mark when a sleeping phone wakes up', () => {
    expect(clockAnnouncement(590_000, 45_000)).toBe('Your hold ends in 1 minute.')
    expect(clockAnnouncement(590_000, -1)).toBeNull()
  })

  it('goes by the database, whatever the clock of the browser says', () => {
    expect(remainingMs('2026-11-21T22:10:00Z', '2026-11-21T17:00:00-05:00', 60_000)).toBe(540_000)
  })
})

it('is live until the very moment the hold ends', () => {
  const hold = { holdStatus: 'pinned' as const, expiresAt: '2026-11-21T22:10:00Z' }
  expect(isLive({ ...hold, serverNow: '2026-11-21T22:09:59.999Z' })).toBe(true)
  expect(isLive({ ...hold, serverNow: '2026-11-21T22:10:00Z' })).toBe(false)
})
