import { expect, test } from 'vitest'
import { chargeAnswer, refundAnswer } from './own-answers.rules.ts'
import type { Charge, RefundTerms } from './records.types.ts'

const charge: Charge = {
  code: 'X9JTX4KJ',
  currency: 'USD',
  paidAt: '2026-11-20T18:00:00+00:00',
  totalCents: 6869,
  restCents: 6869,
  title: 'Soca Sunrise',
  timeZone: 'America/New_York',
  lines: [
    {
      name: 'General',
      detail: 'Early bird',
      quantity: 2,
      faceCents: 6000,
      discountCents: -600,
      feeCents: 960,
      taxCents: 509,
      totalCents: 6869,
    },
  ],
  returned: [],
}

test('a charge is said line by line, and its total is the last row', () => {
  const [text, sums] = chargeAnswer(charge, 6869)
  expect(text).toEqual({
    kind: 'text',
    text: 'You paid $68.69 on Fri, Nov 20, 2026 for order X9JTX4KJ, Soca Sunrise.',
  })
  expect(sums?.kind === 'sums' && sums.rows.map(({ label, amount }) => [label, amount])).toEqual([
    ['2 × General, Early bird', '$60.00'],
    ['Discount', '-$6.00'],
    ['Fees', '$9.60'],
    ['Tax', '$5.09'],
    ['Total', '$68.69'],
  ])
})

test('what went back is taken off', () => {
  const [, sums] = chargeAnswer(
    { ...charge, restCents: 3869, returned: [{ cents: -3000, at: '2026-11-22T18:00:00+00:00' }] },
    null,
  )
  expect(sums?.kind === 'sums' && sums.rows.at(-1)).toEqual({
    label: 'Paid after refunds',
    amount: '$38.69',
    isPart: false,
  })
})

test('an amount that nobody was charged here is not explained by another order', () => {
  expect(JSON.stringify(chargeAnswer(null, 999))).toContain('None of your orders')
})

test('a refund is said by the policy of its order, with what stays', () => {
  const terms: RefundTerms = {
    code: 'X9JTX4KJ',
    currency: 'USD',
    event: { title: 'Soca Sunrise' },
    timeZone: 'America/New_York',
    policy: { hours: 48, keepsFee: true, keptPercent: 10 },
    until: '2026-12-03T02:00:00+00:00',
    closed: null,
    units: [
      { name: 'General', tickets: [], paidCents: 3420, keptCents: 720, backCents: 2700, reason: null },
      { name: 'General', tickets: [], paidCents: 3420, keptCents: 0, backCents: 3420, reason: 'used' },
    ],
    choice: null,
    refunds: [],
    now: '2026-11-27T18:00:00+00:00',
  }
  const said = JSON.stringify(refundAnswer(terms))
  expect(said).toContain('Refundable until 2 days before doors.')
  expect(said).toContain('$27.00')
  expect(said).toContain('$7.20')
  expect(said).not.toContain('$61.20')
})
