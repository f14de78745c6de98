import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeBase45, encodeBase45 } from './base45.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Examples of RFC 9285, section 4. */
it.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('writes %j as %j, and reads it again', (text, written) => {
  expect(encodeBase45(bytesOf(text))).toBe(written)
  expect(decodeBase45(written)).toEqual(bytesOf(text))
})

const bytes = fc.uint8Array({ maxLength: 130 })

describe('any bytes', () => {
  test('are read as they were written, in three characters for two bytes', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const written = encodeBase45(given)
        expect(written).toMatch(/^[0-9A-Z $%*+./:-]*$/)
        expect(written).toHaveLength(Math.floor(given.length / 2) * 3 + (given.length % 2) * 2)
        expect(decodeBase45(written)).toEqual(given)
      }),
    )
  })

  test('have one text only: what can be read is written the same way', () => {
    const text = fc
      .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'), { maxLength: 12 })
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(text, (given) => {
        const read = decodeBase45(given)
        if (read) expect(encodeBase45(read)).toBe(given)
      }),
    )
  })
})

it.each([
  ['one character left over', 'BB8B'],
  ['a small letter', 'bb8'],
  ['a character of another alphabet', 'BB_'],
  ['a letter outside ASCII', 'BBÄ'],
  ['three characters above two bytes', ':::'],
  ['two characters above one byte', '::'],
])('does not read %s', (_, text) => {
  expect(decodeBase45(text)).toBeNull()
})
