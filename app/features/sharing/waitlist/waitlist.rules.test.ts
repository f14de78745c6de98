import { expect, test } from 'vitest'
import { soldOutTypes, ticketsText, wantedText } from './waitlist.rules.ts'

test.each([
  [{ quantity: 1, typeName: null, allowsPartial: true }, '1 ticket, any type'],
  [{ quantity: 3, typeName: null, allowsPartial: true }, 'Up to 3 tickets, any type'],
  [{ quantity: 2, typeName: 'VIP', allowsPartial: false }, '2 VIP tickets'],
])('%o is %s', (entry, text) => {
  expect(wantedText(entry)).toBe(text)
})

test('tickets of an offer are named with their type', () => {
  expect(ticketsText(1, 'VIP')).toBe('1 VIP ticket')
})

test('types that are sold out can be waited for', () => {
  const offer = ['on_sale', 'sold_out', 'ended'].map((state) => ({ id: state, name: state, state }))
  expect(soldOutTypes(offer).map(({ id }) => id)).toEqual(['sold_out'])
})
