import { describe, expect, test } from 'vitest'
import { resolveWallTime } from './wall-time.server.ts'

const NEW_YORK = 'America/New_York'

describe('a wall time becomes an instant in the zone of the event', () => {
  test('in winter and in summer', () => {
    expect(resolveWallTime('2026-11-21T22:00', NEW_YORK)?.at).toBe('2026-11-22T03:00:00.000Z')
    expect(resolveWallTime('2026-07-04T22:00', NEW_YORK)?.at).toBe('2026-07-05T02:00:00.000Z')
    expect(resolveWallTime('2026-07-04T22:00', 'America/Port_of_Spain')?.at).toBe('2026-07-05T02:00:00.000Z')
    expect(resolveWallTime('2026-07-04T22:00', 'America/Los_Angeles')?.at).toBe('2026-07-05T05:00:00.000Z')
  })

  test('an hour that the clocks skip moves forward, and says so', () => {
    const resolved = resolveWallTime('2026-03-08T02:30', NEW_YORK)
    expect(resolved).toEqual({
      at: '2026-03-08T07:30:00.000Z',
      reads: 'Sun, Mar 8, 2026, 3:30 AM EDT',
      clockChange: 'gap',
    })
  })

  test('an hour that the clocks show twice is the first, and says so', () => {
    const resolved = resolveWallTime('2026-11-01T01:30', NEW_YORK)
    expect(resolved).toEqual({
      at: '2026-11-01T05:30:00.000Z',
      reads: 'Sun, Nov 1, 2026, 1:30 AM EDT',
      clockChange: 'twice',
    })
  })

  test('a night over the autumn change is an hour longer', () => {
    const start = resolveWallTime('2026-10-31T22:00', NEW_YORK)
    const end = resolveWallTime('2026-11-01T04:00', NEW_YORK)
    expect((Date.parse(end?.at ?? '') - Date.parse(start?.at ?? '')) / 3_600_000).toBe(7)
  })

  test.each([
    '',
    'tomorrow',
    '2026-02-30T20:00',
    '2026-13-01T20:00',
    '2026-11-21T25:00',
  ])('"%s" is no time', (wall) => {
    expect(resolveWallTime(wall, NEW_YORK)).toBeNull()
  })
})
