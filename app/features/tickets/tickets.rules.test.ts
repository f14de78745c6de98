import { describe, expect, it } from 'vitest'
import { isCodeToCome, splitWallet, ticketLabel } from './tickets.rules.ts'
import type { WalletEvent } from './tickets.types.ts'

const now = '2026-11-21T23:00:00Z'
const ticket = { status: 'valid', voidReason: null, custody: 'held', enteredAt: null } as const
const event = { status: 'published', endsAt: '2026-11-22T09:00:00Z' }

describe('the label of a ticket', () => {
  it.each([
    ['Valid', {}, {}],
    ['Valid', {}, { status: 'postponed' }],
    ['Used', { enteredAt: now }, {}],
    ['In transfer', { custody: 'offered' }, {}],
    ['Listed', { custody: 'listed' }, {}],
    ['Refunded', { status: 'void', voidReason: 'refunded' }, {}],
    ['Refunded', { status: 'void', voidReason: 'resold' }, {}],
    ['Canceled', { status: 'void', voidReason: 'fraud' }, {}],
    ['Canceled', { status: 'void', voidReason: 'chargeback' }, {}],
    ['Replaced', { status: 'void', voidReason: 'reissued_as' }, {}],
    ['Event canceled', { status: 'void', voidReason: 'event_cancelled' }, {}],
    ['Event canceled', {}, { status: 'cancelled' }],
    ['Ended', {}, { endsAt: now }],
  ] as const)('is %s for %o at %o', (label, about, of) => {
    expect(ticketLabel({ ...ticket, ...about }, { ...event, ...of }, now).label).toBe(label)
  })
})

function wallet(id: string, startsAt: string, endsAt: string): WalletEvent {
  return {
    event: {
      id,
      slug: id,
      title: id,
      status: 'published',
      venueName: null,
      address: null,
      city: null,
      timeZone: 'America/New_York',
      doorsAt: startsAt,
      startsAt,
      endsAt,
      minAge: 0,
      idPolicy: null,
      imagePath: null,
      imageAlt: null,
    },
    qrVisibleAt: startsAt,
    tickets: [],
  }
}

it('keeps an event that is running among the upcoming, and shows the latest past first', () => {
  const { upcoming, past } = splitWallet(
    [
      wallet('next', '2026-12-01T03:00:00Z', '2026-12-01T09:00:00Z'),
      wallet('long-ago', '2026-01-01T03:00:00Z', '2026-01-01T09:00:00Z'),
      wallet('running', '2026-11-21T20:00:00Z', '2026-11-22T04:00:00Z'),
      wallet('last-week', '2026-11-14T03:00:00Z', '2026-11-14T09:00:00Z'),
    ],
    now,
  )
  expect(upcoming.map((each) => each.event.id)).toEqual(['running', 'next'])
  expect(past.map((each) => each.event.id)).toEqual(['last-week', 'long-ago'])
})

it('promises a code only to a ticket that will get one', () => {
  const later = { ...wallet('later', '2026-11-30T03:00:00Z', '2026-11-30T09:00:00Z') }
  expect(isCodeToCome(ticket, later, now)).toBe(true)
  expect(isCodeToCome({ ...ticket, status: 'void' }, later, now)).toBe(false)
  expect(isCodeToCome({ ...ticket, custody: 'listed' }, later, now)).toBe(false)
  expect(isCodeToCome(ticket, { ...later, qrVisibleAt: now }, now)).toBe(false)
})
