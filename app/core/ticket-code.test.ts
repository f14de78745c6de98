import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCharacter, printTicketCode, readTicketCode } from './ticket-code.ts'

const alphabet = [...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ']
const body = fc.array(fc.constantFrom(...alphabet), { minLength: 8, maxLength: 8 }).map((c) => c.join(''))

describe('ticket codes', () => {
  test('a code is read in any case and with gaps', () => {
    fc.assert(
      fc.property(body, (start) => {
        const code = start + checkCharacter(start)
        expect(readTicketCode(printTicketCode(code).toLowerCase())).toBe(code)
        expect(readTicketCode(` ${code.slice(0, 4)}-${code.slice(4)} `)).toBe(code)
      }),
    )
  })

  test('refuses a code with one wrong character', () => {
    fc.assert(
      fc.property(body, fc.nat(8), fc.constantFrom(...alphabet), (start, at, other) => {
        const code = start + checkCharacter(start)
        fc.pre(code.charAt(at) !== other)
        expect(readTicketCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull()
      }),
    )
  })

  test('refuses what is not a code', () => {
    for (const typed of ['', '22222222', '2222222222', 'OOOOOOOOO', '222 222 221', 'ABCDEFGH\u0000'])
      expect(readTicketCode(typed)).toBeNull()
    expect(() => checkCharacter('0')).toThrow(RangeError)
  })
})
