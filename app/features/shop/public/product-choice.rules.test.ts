import { describe, expect, test } from 'vitest'
import type { Variant } from './catalogue.types.ts'
import {
  choiceParams,
  chosenVariant,
  missingOption,
  optionParams,
  optionsOf,
  picturesOf,
  readChoice,
  variantPath,
} from './product-choice.rules.ts'

const options = [
  { name: 'Colour', values: ['Black', 'Bone'] },
  { name: 'Size', values: ['S', 'M'] },
]
const product = { id: 'p', slug: 'tee', options }
const variant = (values: string[], soldOut = false): Variant => ({
  id: values.join('-'),
  values,
  priceCents: 3000,
  soldOut,
  few: null,
})
const variants = [variant(['Black', 'S'], true), variant(['Black', 'M'], true), variant(['Bone', 'S'])]
const choose = (query: string) => readChoice(product, variants, new URLSearchParams(query))

describe('a choice from the address', () => {
  test.each<[string, (string | null)[]]>([
    ['colour=Black&size=M', ['Black', 'M']],
    ['size=m&colour=bone', ['Bone', 'M']],
    // The first colour in stock is chosen already; a size never is.
    ['', ['Bone', null]],
    ['size=S', ['Bone', 'S']],
    ['size=XXL&colour=Pink', ['Bone', null]],
    // No colour of this size can be bought: the first one is shown.
    ['size=M', ['Black', 'M']],
  ])('%s', (query, choice) => {
    expect(choose(query)).toEqual(choice)
  })

  test('of one value needs no choosing, a size included', () => {
    const one = { options: [{ name: 'Size', values: ['One size'] }] }
    expect(readChoice(one, [variant(['One size'])], new URLSearchParams())).toEqual(['One size'])
  })

  test('finds its variant; none while something is missing, nor for what is not made', () => {
    expect(chosenVariant(variants, ['Bone', 'S'])?.id).toBe('Bone-S')
    expect(chosenVariant(variants, ['Bone', null])).toBeNull()
    expect(chosenVariant(variants, ['Bone', 'M'])).toBeNull()
    expect(chosenVariant([variant([])], [])?.values).toEqual([])
    expect(missingOption(options, ['Bone', null])).toBe('Size')
    expect(missingOption(options, ['Bone', 'S'])).toBeNull()
  })
})

test('the pictures of what is chosen come first, then those of no value, each in their order', () => {
  const pictures = ['Bone', null, 'Black', null, 'Bone'].map((value, place) => ({ place, value }))
  const order = (choice: (string | null)[]) => picturesOf(pictures, choice).map(({ place }) => place)
  expect(order(['Bone', null])).toEqual([0, 4, 1, 3, 2])
  expect(order(['Black', 'M'])).toEqual([2, 1, 3, 0, 4])
  expect(order([null])).toEqual([1, 3, 0, 2, 4])
})

test('an option leads to each of its values, and says which cannot be bought with the others', () => {
  const [colour, size] = optionsOf(product, variants, ['Bone', null])
  expect(colour?.values.map(({ value, chosen, soldOut }) => [value, chosen, soldOut])).toEqual([
    ['Black', false, true],
    ['Bone', true, false],
  ])
  // Bone in M is not made: shown as sold out, not hidden.
  expect(size?.values.map(({ value, soldOut, to }) => [value, soldOut, to])).toEqual([
    ['S', false, '/shop/p/tee?colour=Bone&size=S'],
    ['M', true, '/shop/p/tee?colour=Bone&size=M'],
  ])
})

test('parameters are known words, or the place of the option: the page cache knows them all', () => {
  const named = ['Size', 'COLOUR', 'Scent'].map((name) => ({ name, values: ['a'] }))
  expect(optionParams(named)).toEqual(['size', 'colour', 'option3'])
  for (const param of optionParams(named)) expect(choiceParams).toContain(param)
})

test('a variant has an address', () => {
  expect(variantPath(product, variant(['Bone', 'S']))).toBe('/shop/p/tee?colour=Bone&size=S')
  expect(variantPath({ ...product, options: [] }, variant([]))).toBe('/shop/p/tee')
})
