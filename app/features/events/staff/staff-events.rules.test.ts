import { describe, expect, test } from 'vitest'
import { nextStatuses } from './staff-events.rules.ts'

describe('what staff may do next', () => {
  const endsAt = '2026-12-05T09:00:00Z'
  const now = '2026-11-21T17:00:00Z'
  const after = '2026-12-06T00:00:00Z'
  test.each([
    ['draft', now, ['published']],
    ['published', now, ['postponed', 'cancelled']],
    ['published', after, ['archived']],
    ['postponed', now, ['published', 'cancelled']],
    ['cancelled', now, []],
    ['archived', after, []],
  ] as const)('from %s at %s: %j', (status, at, next) => {
    expect(nextStatuses({ status, endsAt }, at)).toEqual(next)
  })
})
