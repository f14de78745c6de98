import { expect, test } from 'vitest'
import { refundSentence } from './refund-policy.ts'

const whole = 'If we cancel or reschedule, you can get a full refund, fees included.'

test.each([
  [
    { hours: 48, keepsFee: false, keptPercent: 0 },
    `Refundable until 2 days before doors. You get back everything, fees included. ${whole}`,
  ],
  [
    { hours: 24, keepsFee: true, keptPercent: 0 },
    `Refundable until 1 day before doors. You get back the price minus the service fee. ${whole}`,
  ],
  [
    { hours: 36, keepsFee: true, keptPercent: 10 },
    `Refundable until 36 hours before doors. You get back the price minus 10% and the service fee. ${whole}`,
  ],
  [
    { hours: 1, keepsFee: false, keptPercent: 25 },
    `Refundable until 1 hour before doors. You get back the price minus 25%. ${whole}`,
  ],
])('%j', (policy, sentence) => expect(refundSentence(policy)).toBe(sentence))

test('without a policy every sale is final, except where the event does not happen', () => {
  expect(refundSentence(null)).toBe(`All sales are final. ${whole}`)
})
