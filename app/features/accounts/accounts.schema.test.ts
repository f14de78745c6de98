import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { firebaseSchema, loginSchema, registerSchema, registrationSchema } from './accounts.schema.ts'

const good = {
  username: 'mia.k',
  email: 'mia@example.com',
  displayName: 'Mia K',
  password: 'Tassa-4-drums',
  confirmPassword: 'Tassa-4-drums',
}
/** Holds what the call sends: the repeated password stays in the browser. */
const { confirmPassword: _, ...call } = good

/** The messages that a schema gives at a field. */
function messages(schema: z.ZodType, value: unknown, field: string): string[] {
  const result = schema.safeParse(value)
  return result.success
    ? []
    : result.error.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)
}

describe('login', () => {
  // Specification 3.6
  test('takes username and password, and the username without regard to case', () => {
    expect(loginSchema.parse({ username: ' Mia.K ', password: 'secret' })).toEqual({
      username: 'mia.k',
      password: 'secret',
    })
  })

  test.each([
    ['username', { username: 'mi', password: 'secret' }, 'Username must be at least 3 characters'],
    ['username', { password: 'secret' }, 'Username must be at least 3 characters'],
    ['username', { username: '   ', password: 'secret' }, 'Username must be at least 3 characters'],
    ['password', { username: 'mia', password: '12345' }, 'Password must be at least 6 characters'],
    ['password', { username: 'mia' }, 'Password must be at least 6 characters'],
  ])('%s of %j: %s', (field, value, message) => {
    expect(messages(loginSchema, value, field)).toContain(message)
  })
})

describe('registration', () => {
  // Specification 3.5
  test('takes a complete form, and the call without the repeated password', () => {
    expect(registerSchema.parse(good)).toEqual(good)
    expect(registrationSchema.parse(call)).toEqual(call)
    expect(registrationSchema.safeParse(good).success).toBe(false)
  })

  test.each([
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'a b c', 'Username may contain letters, numbers, dots and underscores only'],
    ['username', 'x'.repeat(31), 'Username must be at most 30 characters'],
    ['email', 'mia', 'Please enter a valid email address'],
    ['email', 'mia@example', 'Please enter a valid email address'],
    ['email', `${'m'.repeat(250)}@example.com`, 'Please enter a valid email address'],
    ['displayName', 'Mi', 'Display name must be at least 3 characters'],
    ['displayName', '      ', 'Display name must be at least 3 characters'],
    ['displayName', 'M'.repeat(41), 'Display name must be at most 40 characters'],
    ['displayName', 'Mia\u0000K', 'Please remove special characters'],
    ['password', 'Short1', 'Password must be at least 8 characters'],
    ['password', 'lower-case-1', 'Password must contain at least one uppercase letter'],
    ['password', 'No-number-here', 'Password must contain at least one number'],
    ['password', `A1${'é'.repeat(36)}`, 'Password must be at most 72 characters'],
    ['confirmPassword', 'Tassa-4-drum', 'Passwords do not match'],
    ['confirmPassword', 'Ta4', 'Password must be at least 6 characters'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messages(registerSchema, { ...good, [field]: value }, field)).toContain(message)
  })

  test('says that passwords differ also while other fields are wrong', () => {
    const form = { ...good, email: 'nowhere', confirmPassword: 'Something-else-1' }
    expect(messages(registerSchema, form, 'confirmPassword')).toEqual(['Passwords do not match'])
  })

  // Specification 10.2
  test('takes passphrases of 64 characters and more, in any script', () => {
    expect(messages(registerSchema, { ...good, password: `A1${'x'.repeat(70)}` }, 'password')).toEqual([])
    expect(messages(registerSchema, { ...good, password: 'Крепкий-пароль-7' }, 'password')).toEqual([])
  })

  test.each(['role', 'isGuest', 'id', 'app_metadata', 'email_confirm'])('refuses a field %s', (field) => {
    expect(registrationSchema.safeParse({ ...call, [field]: 'admin' }).success).toBe(false)
  })

  property.prop([fc.anything({ withNullPrototype: true, withBigInt: true })])('never throws', (value) => {
    for (const schema of [loginSchema, registrationSchema, registerSchema, firebaseSchema])
      schema.safeParse(value)
  })

  property.prop([
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }),
  ])('what it accepts fits the database', (username, displayName, password) => {
    const result = registrationSchema.safeParse({ ...call, username, displayName, password })
    if (!result.success) return
    expect(result.data.username).toMatch(/^[a-z0-9_.]{3,30}$/)
    expect(Buffer.byteLength(result.data.password)).toBeLessThanOrEqual(72)
  })

  property.prop([fc.stringMatching(/^[A-Za-z0-9_.]{3,30}$/)])(
    'takes every username of the pattern',
    (username) => {
      expect(messages(registerSchema, { ...good, username }, 'username')).toEqual([])
    },
  )
})
