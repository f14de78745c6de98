import { expect, test } from 'vitest'
import { refundErrorText } from './refund-status.ts'

test('a provider’s code for a failed refund is shown in words, its sentence as it is', () => {
  expect(refundErrorText('expired_or_canceled_card')).toBe('Expired or canceled card')
  expect(refundErrorText('declined')).toBe('Declined')
  expect(refundErrorText('The card was closed.')).toBe('The card was closed.')
  expect(refundErrorText('')).toBe('')
})
