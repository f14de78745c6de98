import { describe, expect, test } from 'vitest'
import { isCommonPassword, refusedPassword } from './common-passwords.ts'

describe('common passwords', () => {
  test.each([
    'Password1',
    'Password123',
    'P@ssw0rd',
    'Passw0rd1',
    'Qwerty123',
    'Welcome1',
    'Abcd1234',
    '1Qaz2wsx',
    '1q2w3e4R',
    'Iloveyou2',
    'Football12',
    'Summer2026',
    'Letmein1!',
    'Admin1234',
    'AAAAaaa1',
    '123Password',
    'LoveLove1',
    'Abc12345',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    'Jouvay2026x-drums',
    'Tassa-4-drums',
    'Correct4HorseBattery',
    'Password-of-the-tall-tree-7',
    'kX9vbQ2m',
    'Steelpan42Moko',
    'MyLongSummerNight2026',
    'Zq7-Password',
  ])('takes %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  // Specification 10.2
  test('refuses the own name with digits', () => {
    expect(isCommonPassword('Mia.Kingston1', ['mia.kingston'])).toBe(true)
    expect(isCommonPassword('Mia.Kingston1', ['someone'])).toBe(false)
  })
})

test('what Supabase Auth would refuse for its letters is refused before', () => {
  expect(refusedPassword('Tassa-4-drums', [])).toBeNull()
  expect(refusedPassword('БАРАБАНЫ-4', [])).toBe('password_plain')
  expect(refusedPassword('Tassa-٤-drums', [])).toBe('password_plain')
  expect(refusedPassword('Password1', [])).toBe('password_common')
})
