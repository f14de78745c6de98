import { expect, test } from 'vitest'
import { listedText, returnStopText } from './returns.rules.ts'

const listed = {
  ticketId: '7c3c1f52-8f0e-4f5f-9f6c-2d1c0b9a8e7d',
  stop: 'not_held' as const,
  isListed: true,
  backCents: 2375,
  currency: 'USD',
  returnsAt: '2026-11-28T23:00:00Z',
}

test('a listed ticket says what it pays back and when it comes back', () => {
  const text = listedText(listed, 'America/New_York', '2026-11-27T12:00:00Z')
  expect(text).toContain('$23.75')
  expect(text).toContain('6 PM')
})

test('only a night that is not sold out yet needs a word', () => {
  expect(returnStopText('not_sold_out')).not.toBeNull()
  for (const stop of [null, 'off', 'free', 'used', 'closing', 'not_held'] as const)
    expect(returnStopText(stop)).toBeNull()
})
