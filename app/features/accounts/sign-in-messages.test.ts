import { describe, expect, test } from 'vitest'
import { loginFailureText, registrationFailureText } from './sign-in-messages.ts'

const refused = (status: number, message = '') => ({ kind: 'refused', status, message }) as const
const unknown = 'Account not found. Please check your username or register.'

describe('Login Failed', () => {
  test.each([
    [refused(401), 'Invalid username or password. Please try again.'],
    [refused(401, unknown), unknown],
    [refused(422, unknown), 'Please check your credentials.'],
    [refused(500), 'Please check your credentials.'],
    [
      { kind: 'offline' } as const,
      'Network connection error. Please check your internet connection and try again.',
    ],
    [{ kind: 'unreachable' } as const, 'Network error. Please check your connection and try again.'],
    [{ kind: 'unusable' } as const, 'Invalid user data received'],
  ])('%j', (failure, text) => expect(loginFailureText(failure)).toBe(text))
})

describe('Registration Failed', () => {
  const taken = 'Username already exists. Please choose a different username.'
  test.each([
    [refused(409, 'This username is already taken'), taken],
    [refused(409, taken), taken],
    [refused(422, 'x'), 'Please check your information and try again.'],
    [refused(400, 'x'), 'Please check your information and try again.'],
    [refused(500), 'Registration failed. Please try again.'],
    [{ kind: 'offline' } as const, 'Network error'],
    [{ kind: 'unreachable' } as const, 'Network error'],
    [{ kind: 'unusable' } as const, 'Unable to process registration response'],
  ])('%j', (failure, text) => expect(registrationFailureText(failure)).toBe(text))
})
