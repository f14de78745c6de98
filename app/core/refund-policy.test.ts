import { expect, test } from 'vitest'
import { refundSentence } from './refund-policy.ts'

const whole = 'If we cancel or reschedule, you get a full refund, fees included.'

test.each([
  [{ hours: 48, keepsFee: false, keptPercent: 0 }, `Full refunds until 2 days before doors. ${whole}`],
  [
    { hours: 24, keepsFee: true, keptPercent: 0 },
    `Refunds, minus the service fee, until 1 day before doors. ${whole}`,
  ],
  [
    { hours: 36, keepsFee: true, keptPercent: 10 },
    `Refunds, minus the service fee and 10% of the price, until 36 hours before doors. ${whole}`,
  ],
  [
    { hours: 1, keepsFee: false, keptPercent: 25 },
    `Refunds, minus 25% of the price, until 1 hour before doors. ${whole}`,
  ],
])('%j', (policy, sentence) => expect(refundSentence(policy)).toBe(sentence))

test('without a policy every sale is final, except where the event does not happen', () => {
  expect(refundSentence(null)).toMatch(/^All sales final unless we cancel or reschedule\./)
})
