import { expect, test } from 'vitest'
import { matchTotp, newTotpSecret, totpCode, totpStep } from './totp.ts'

/** Checks one-time codes against the values of RFC 6238, whose secret is the text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code)
})

test('a code counts in its period, the one before and the one after', () => {
  const step = totpStep(Date.now())
  const at = (shift: number) => (step + shift) * 30_000
  const code = totpCode(secret, step)
  expect([-2, -1, 0, 1, 2].map((shift) => matchTotp(secret, code, at(shift)))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ])
  for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef'])
    expect(matchTotp(secret, wrong, at(0))).toBeNull()
})

test('a secret has 32 characters of base32', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
})
