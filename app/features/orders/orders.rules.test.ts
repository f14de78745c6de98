import { describe, expect, it } from 'vitest'
import {
  canRetryPayment,
  clockAnnouncement,
  declineSentence,
  isLive,
  paymentOutcome,
  readClock,
  remainingMs,
  suggestEmail,
} from './orders.rules.ts'

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

describe('what an order means to its buyer', () => {
  const money = { refundedCents: 0, totalCents: 6840 }
  it.each([
    ['awaiting_payment', 'waiting'],
    ['processing', 'waiting'],
    ['paid', 'paid'],
    ['payment_failed', 'failed'],
    ['expired', 'ended'],
    ['cancelled', 'cancelled'],
  ] as const)('%s is %s', (status, outcome) => {
    expect(paymentOutcome({ ...money, status })).toBe(outcome)
  })
  it('is refunded once everything went back, and paid while only a part did', () => {
    expect(paymentOutcome({ status: 'cancelled', refundedCents: 6840, totalCents: 6840 })).toBe('refunded')
    expect(paymentOutcome({ status: 'paid', refundedCents: 6840, totalCents: 6840 })).toBe('refunded')
    expect(paymentOutcome({ status: 'paid', refundedCents: 100, totalCents: 6840 })).toBe('paid')
  })
  it('is paid when it was free', () => {
    expect(paymentOutcome({ status: 'paid', refundedCents: 0, totalCents: 0 })).toBe('paid')
  })
})

it('offers another try while the places are held', () => {
  const hold = { id: 'h', status: 'active' as const, expiresAt: '2026-11-21T22:10:00Z' }
  const order = { status: 'payment_failed' as const, hold, serverNow: '2026-11-21T22:09:59Z' }
  expect(canRetryPayment(order)).toBe(true)
  expect(canRetryPayment({ ...order, serverNow: '2026-11-21T22:10:00Z' })).toBe(false)
  expect(canRetryPayment({ ...order, status: 'paid' })).toBe(false)
  expect(canRetryPayment({ ...order, hold: { ...hold, status: 'released' } })).toBe(false)
  expect(canRetryPayment({ ...order, hold: null })).toBe(false)
})

it('is live until the very moment the hold ends', () => {
  const hold = { holdStatus: 'pinned' as const, expiresAt: '2026-11-21T22:10:00Z' }
  expect(isLive({ ...hold, serverNow: '2026-11-21T22:09:59.999Z' })).toBe(true)
  expect(isLive({ ...hold, serverNow: '2026-11-21T22:10:00Z' })).toBe(false)
})

it('has a sentence for every decline, known or not', () => {
  expect(declineSentence('card_declined')).toContain('declined')
  expect(declineSentence('something_new')).toBe("Your payment didn't go through. You weren't charged.")
  expect(declineSentence(null)).toBe("Your payment didn't go through. You weren't charged.")
})

describe('the hint about a mistyped address', () => {
  it.each([
    ['mia@gmial.com', 'mia@gmail.com'],
    ['mia@gmail.co', 'mia@gmail.com'],
    ['mia@gmai.com', 'mia@gmail.com'],
    ['mia@gmaill.com', 'mia@gmail.com'],
    ['mia@hotmial.com', 'mia@hotmail.com'],
    ['mia@yahop.com', 'mia@yahoo.com'],
    ['mia.b+fete@OUTLOOK.con', 'mia.b+fete@outlook.com'],
  ])('for %s is %s', (typed, corrected) => {
    expect(suggestEmail(typed)).toBe(corrected)
  })
  it.each([
    'mia@gmail.com',
    'mia@jouvay.example',
    'mia@mac.com',
    'mia',
    '@gmail.com',
    'mia@',
    'mia@a.b',
  ])('is silent for %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })
})
