import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readPickupCode, signPickupCode } from './pickup-code.server.ts'

const secret = randomBytes(32).toString('base64url')

it('names the order that it was made for, typed with Caps Lock or not', () => {
  const order = randomUUID()
  const code = signPickupCode(secret, order)
  expect(code).toMatch(/^[0-9A-Z $%*+./:-]+$/)
  expect(readPickupCode(secret, code)).toEqual({ orderId: order })
  expect(readPickupCode(secret, code.toLowerCase())).toEqual({ orderId: order })
})

it('is refused with another key, another order, or a changed character', () => {
  const code = signPickupCode(secret, randomUUID())
  expect(readPickupCode(randomBytes(32).toString('base64url'), code)).toBe('bad_signature')
  for (let place = 5; place < code.length; place += 1) {
    const other = code[place] === 'A' ? 'B' : 'A'
    expect(readPickupCode(secret, code.slice(0, place) + other + code.slice(place + 1))).toBe('bad_signature')
  }
})

it('knows what is no such code', () => {
  for (const text of ['', 'JVT1:ABC', 'https://example.com', 'ABCDEFGH'])
    expect(readPickupCode(secret, text)).toBeNull()
})
