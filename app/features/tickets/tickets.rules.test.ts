import { describe, expect, it } from 'vitest'
import {
  countByType,
  directionsLink,
  groupTickets,
  isTurnedAway,
  scanText,
  splitWallet,
  ticketLabel,
} from './tickets.rules.ts'
import type { WalletEvent, WalletTicket } from './tickets.types.ts'

const now = '2026-11-21T23:00:00Z'
const ticket = {
  status: 'valid',
  voidReason: null,
  isBlocked: false,
  isRefundOpen: false,
  isGiven: false,
  custody: 'held',
  enteredAt: null,
} as const
const event = { status: 'published', endsAt: '2026-11-22T09:00:00Z', timeZone: 'America/New_York' }

describe('the label of a ticket', () => {
  it.each([
    ['Valid', {}, {}],
    ['Claimed', { isGiven: true }, {}],
    ['Used', { isGiven: true, enteredAt: now }, {}],
    ['Postponed', {}, { status: 'postponed' }],
    ['Postponed', {}, { status: 'postponed', endsAt: now }],
    ['Used', { enteredAt: now }, { status: 'postponed' }],
    ['Used', { enteredAt: now }, {}],
    ['Blocked', { isBlocked: true }, {}],
    ['Refund under way', { status: 'void', voidReason: 'refunded', isRefundOpen: true }, {}],
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

it('says what comes next for each state but those in which there is nothing to do', () => {
  const next = (about: object, of: object = {}) =>
    ticketLabel({ ...ticket, ...about }, { ...event, ...of }, now).next
  expect(next({})).toBeNull()
  expect(next({}, { endsAt: now })).toBeNull()
  for (const about of [
    { enteredAt: now },
    { isBlocked: true },
    { custody: 'offered' },
    { custody: 'listed' },
    ...(
      ['refunded', 'cancelled', 'event_cancelled', 'resold', 'chargeback', 'fraud', 'reissued_as'] as const
    ).flatMap((voidReason) =>
      [true, false].map((isRefundOpen) => ({ status: 'void', voidReason, isRefundOpen })),
    ),
  ])
    expect(next(about), JSON.stringify(about)).toMatch(/\w+/)
  expect(next({}, { status: 'postponed' })).toMatch(/\w+/)
  expect(next({}, { status: 'cancelled' })).toMatch(/\w+/)
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
      venueHidden: null,
      venueRevealsAt: null,
      updatedAt: '2026-11-01T12:00:00Z',
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
    isTest: false,
    changes: [],
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

it('keeps a postponed event among the upcoming though its old times are over', () => {
  const old = wallet('postponed', '2026-11-14T03:00:00Z', '2026-11-14T09:00:00Z')
  const given = { ...old, event: { ...old.event, status: 'postponed' } }
  expect(splitWallet([given], now)).toEqual({ upcoming: [given], past: [] })
})

const whole: WalletTicket = {
  ...ticket,
  id: 'a',
  orderCode: 'ABCD2345',
  typeName: 'Entry',
  partOf: null,
  addOns: [],
  holderName: 'Mia Joseph',
  scans: [],
  renamesLeft: 0,
  codesLeft: null,
  generation: 1,
  canRefund: false,
  supplement: null,
  hasReceipt: false,
  isReceived: false,
  isGiven: false,
  qr: null,
  code: null,
  passes: [],
}
const qr = { size: 53, path: '' }

it('shows codes of valid tickets only; what admits nobody has none, even if it was drawn', () => {
  const { event: tonight } = wallet('tonight', '2026-11-22T03:00:00Z', '2026-11-22T09:00:00Z')
  const tickets: WalletTicket[] = [
    { ...whole, id: 'ready', qr },
    { ...whole, id: 'waiting' },
    { ...whole, id: 'used', enteredAt: now },
    { ...whole, id: 'offered', custody: 'offered' },
    { ...whole, id: 'refunded', status: 'void', voidReason: 'refunded' },
  ]
  const ids = (given: Pick<WalletEvent, 'event' | 'tickets'>) =>
    Object.values(groupTickets({ ...given, changes: [] }, now)).map((group) =>
      group.map((each) => each.ticket.id),
    )
  expect(ids({ event: tonight, tickets })).toEqual([['ready'], ['waiting'], ['used', 'offered', 'refunded']])
  const over = { ...tonight, endsAt: now }
  expect(ids({ event: over, tickets: [{ ...whole, id: 'late', qr }] })).toEqual([[], [], ['late']])
  const cancelled = { ...tonight, status: 'cancelled' }
  expect(ids({ event: cancelled, tickets: [{ ...whole, id: 'off', qr }] })).toEqual([[], [], ['off']])
  const postponed = { ...tonight, status: 'postponed' }
  expect(ids({ event: postponed, tickets: [{ ...whole, id: 'open', qr }] })).toEqual([[], [], ['open']])
})

it('says until when the holder chooses, and when an event without a date is refunded', () => {
  const change = {
    kind: 'rescheduled',
    isOpen: true,
    choice: 'keep',
    choiceEndsAt: '2026-12-04T03:00:00Z',
    refundAt: null,
  } as const
  const next = (of: object, about: object) =>
    ticketLabel(ticket, { ...event, ...of }, now, { ...change, ...about }).next
  expect(next({}, {})).toContain('Thu, Dec 3, 10 PM ET')
  expect(next({}, { choice: 'refund' })).toMatch(/^You chose a refund/)
  expect(next({}, { isOpen: false })).toBeNull()
  const undated = { kind: 'postponed', isOpen: false, choiceEndsAt: null, refundAt: '2027-02-20T05:00:00Z' }
  expect(next({ status: 'postponed' }, undated)).toContain('Sat, Feb 20')
})

it.each([
  [['Entry'], 'Entry'],
  [['Entry', 'Entry'], '2 × Entry'],
  [['Entry', 'VIP', 'Entry'], '2 × Entry, 1 × VIP'],
])('counts %j as %s', (names, text) => {
  expect(countByType(names.map((typeName) => ({ typeName })))).toBe(text)
})

it('gives directions to a known address only', () => {
  const place = { venueName: 'The Yard', address: '1 A & B St', city: 'Brooklyn' }
  const link = new URL(directionsLink(place) ?? '')
  expect(link.searchParams.get('destination')).toBe('The Yard, 1 A & B St, Brooklyn')
  expect(directionsLink({ ...place, address: null })).toBeNull()
})

describe('the line about a scan', () => {
  const scan = { at: '2026-11-21T22:42:00Z', gate: 'Main gate', result: 'ok', bounce: false } as const
  const zone = 'America/New_York'

  it('says when, where and what came of it; the day too where it is another one', () => {
    expect(scanText(scan, zone, now)).toBe('Scanned 5:42 PM at Main gate: let in')
    expect(scanText({ ...scan, gate: null, result: 'already_in' }, zone, now)).toMatch(/^Scanned 5:42 PM: /)
    expect(scanText(scan, zone, '2026-11-25T23:00:00Z')).toMatch(/Nov 21/)
  })

  it('tells who was turned away from who was let in, read twice or taken back', () => {
    expect(isTurnedAway({ result: 'old_code', bounce: false })).toBe(true)
    for (const other of [
      { result: 'ok', bounce: false },
      { result: 'undone', bounce: false },
      { result: 'already_in', bounce: true },
    ] as const)
      expect(isTurnedAway(other)).toBe(false)
  })
})
