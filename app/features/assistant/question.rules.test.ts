import { expect, test } from 'vitest'
import { amountIn, orderCodeIn, productWordIn } from './question.rules.ts'

test.each([
  ['why was I charged $68.69?', 6869],
  ['what is 68.69 on my card', 6869],
  ['$1,068.5 for what', 106850],
  ['you took 40 dollars', 4000],
  ['order X9JTX4KJ', null],
  ['I have 2 tickets', null],
  ['$0', null],
])('the amount in "%s" is %s', (question, cents) => {
  expect(amountIn(question)).toBe(cents)
})

test.each([
  ['where is order X9JTX4KJ', 'X9JTX4KJ'],
  ['where is order x9jtx4kj?', 'X9JTX4KJ'],
  ['my shipment of sweaters', null],
  ['refunded yesterday', null],
])('the order in "%s" is %s', (question, code) => {
  expect(orderCodeIn(question)).toBe(code)
})

test.each([
  ['do you sell hoodies', 'hoodie'],
  ['show me your merch', null],
])('the goods in "%s" are %s', (question, word) => {
  expect(productWordIn(question)).toBe(word)
})
