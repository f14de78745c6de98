import { describe, expect, it } from 'vitest'
import { canRetryPayment, declineSentence, paymentOutcome } from './payment-outcome.rules.ts'

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

it('has a sentence for every decline, known or not', () => {
  expect(declineSentence('card_declined')).toContain('declined')
  expect(declineSentence('something_new')).toBe("Your payment didn't go through. You weren't charged.")
  expect(declineSentence(null)).toBe("Your payment didn't go through. You weren't charged.")
})
