import { expect, test } from 'vitest'
import { tableTermsText } from './table-terms.ts'

const terms = {
  remainderCents: 70_000,
  gratuityBps: 1850,
  gratuityCents: 18_500,
  lastArrivalAt: '2026-11-22T04:30:00Z',
}

test('names what is due at the venue, and until when to come', () => {
  const text = tableTermsText(terms, 'USD', 'America/New_York')
  for (const fact of ['$700.00', '18.5%', '$185.00', '11:30 PM']) expect(text).toContain(fact)
})

test('leaves out a gratuity and a cutoff that are not asked for', () => {
  const text = tableTermsText(
    { ...terms, gratuityBps: 0, gratuityCents: 0, lastArrivalAt: null },
    'USD',
    'America/New_York',
  )
  expect(text).not.toMatch(/%|arrive/i)
})
