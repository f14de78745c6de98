import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  codeDetailRows,
  codeEffectText,
  codeFields,
  codeFormFaults,
  codeFormFields,
  codeFormValues,
  codeLimitRows,
  codeScopeText,
  codeUseFacts,
  codeWindowFacts,
} from './promo-codes.ts'

const stored = {
  id: '0b8f6c1e-1111-4222-8333-444455556666',
  code: 'ROAD',
  label: '',
  percent: null,
  amountCents: 550,
  maxOrders: 40,
  maxUnits: null,
  maxPerPerson: 2,
  maxUnitsPerOrder: null,
  budgetCents: 100_000,
}
const uses = {
  ...{ state: 'active' as const, paused: false, names: ['Cups', 'Tees'], unnamed: 3 },
  ...{ ordersHeld: 1, ordersUsed: 2, unitsHeld: 0, unitsUsed: 5, centsHeld: 0, centsUsed: 2750 },
}

test('every field that is read is typed in the form, drawn in it, and filled in from what is stored', () => {
  const read = Object.keys(codeFields).filter((name) => name !== 'id')
  const drawn = [...codeDetailRows(['percent']), ...codeLimitRows('Items')].map(({ name }) => name)
  expect(drawn.filter((name) => name !== 'effect').sort()).toEqual(read.sort())
  expect(
    Object.keys(codeFormFields('Items'))
      .filter((name) => !/^(products|collections)$/.test(name))
      .sort(),
  ).toEqual(read)
  expect(Object.keys(codeFormValues(stored)).sort()).toEqual(read)
})

test('what the form starts with is what it takes back', () => {
  const form = z.object(codeFormFields('Tickets')).parse(codeFormValues(stored))
  const { id: _, ...kept } = stored
  expect(form).toEqual({ ...kept, products: [], collections: [] })
})

describe('a form is refused', () => {
  const form = { ...z.object(codeFormFields('Items')).parse(codeFormValues(stored)), goods: 'all' as const }
  test.each([
    ['a percentage that is missing', { effect: 'percent', percent: null }, 'percent'],
    ['an amount of nothing', { effect: 'fixed', amountCents: 0 }, 'amountCents'],
    ['a price that is missing', { effect: 'price', amountCents: null }, 'amountCents'],
    ['a list of nothing', { effect: 'fixed', goods: 'listed' }, 'goods'],
    ['a budget of nothing', { effect: 'fixed', budgetCents: 0 }, 'budgetCents'],
  ] as const)('for %s', (_, fields, path) => {
    expect(codeFormFaults({ ...form, ...fields }).map((fault) => fault.path)).toEqual([path])
  })

  test('not for a price of nothing, and not for access', () => {
    expect(codeFormFaults({ ...form, effect: 'price', amountCents: 0 })).toEqual([])
    expect(codeFormFaults({ ...form, effect: 'access', amountCents: null })).toEqual([])
  })
})

test.each([
  [{ effect: 'percent', percent: 25, amountCents: null }, '25% off'],
  [{ effect: 'fixed', percent: null, amountCents: 500 }, '$5.00 off each'],
  [{ effect: 'price', percent: null, amountCents: 500 }, '$5.00 each'],
  [{ effect: 'access', percent: null, amountCents: null }, 'Access'],
] as const)('%o does "%s"', (code, text) => {
  expect(codeEffectText(code, 'USD')).toBe(text)
})

test('its uses, window and scope are said in few words', () => {
  expect(codeUseFacts({ ...stored, ...uses }, 'USD', 'Items')).toEqual([
    { name: 'Orders', text: '2 of 40, 1 on hold' },
    { name: 'Items', text: '5' },
    { name: 'Discounts', text: '$27.50 of $1,000.00' },
  ])
  const zone = { timeZone: 'America/New_York', now: '2026-11-27T12:00:00Z' }
  expect(codeWindowFacts({ validFromAt: null, validUntilAt: null }, zone)).toEqual([])
  const [window] = codeWindowFacts({ validFromAt: null, validUntilAt: '2026-11-28T03:00:00Z' }, zone)
  expect(window?.text).toMatch(/^until .*10 PM/)
  expect(codeScopeText({ ...uses, goods: 'listed' }, 'Everything')).toBe('Cups, Tees and 3 more')
  expect(codeScopeText({ ...uses, names: [], goods: 'listed' }, 'Everything')).toBe('Nothing anymore')
  expect(codeScopeText({ ...uses, goods: 'all' }, 'The whole shop')).toBe('The whole shop')
})
