import { describe, expect, test } from 'vitest'
import { loginFailureText, providerFailureText, registrationFailureText } from './sign-in-messages.ts'

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

describe('at the button of the outside identity provider', () => {
  const provider = (code: string, offline = false) => ({ kind: 'provider', code, offline }) as const
  const unavailable = "Sign-in isn't available on this address."
  const disabled = 'This account is disabled. Contact support.'
  const network = 'Network error. Please check your connection and try again.'
  const noNetwork = 'Network connection error. Please check your internet connection and try again.'
  test.each([
    [provider('auth/popup-blocked'), 'Allow pop-ups and try again.'],
    [provider('auth/popup-closed-by-user'), null],
    [provider('auth/cancelled-popup-request'), null],
    [provider('auth/unauthorized-domain'), unavailable],
    [provider('auth/operation-not-allowed'), unavailable],
    [provider('auth/multi-factor-auth-required'), 'This account needs a second step.'],
    [provider('auth/user-disabled'), disabled],
    [provider('auth/user-token-expired'), disabled],
    [provider('auth/network-request-failed'), network],
    [provider('auth/network-request-failed', true), noNetwork],
    [provider('auth/internal-error'), network],
    [provider('auth/invalid-credential'), 'Invalid email or password. Please try again.'],
    [provider('auth/a-word-nobody-knows'), 'Please check your credentials.'],
    [refused(401, 'whatever the server says'), 'Authentication failed on server'],
    [refused(500), 'Authentication failed on server'],
    [refused(401, unknown), unknown],
    [
      refused(429, 'Too many attempts. Please try again in 3 minutes.'),
      'Too many attempts. Please try again in 3 minutes.',
    ],
    [{ kind: 'offline' } as const, noNetwork],
    [{ kind: 'unreachable' } as const, network],
    [{ kind: 'unusable' } as const, 'Invalid user data received'],
  ])('%j', (failure, text) => expect(providerFailureText(failure)).toBe(text))

  test('an address that has an account here asks for its password, and says when that connects the two', () => {
    expect(providerFailureText({ kind: 'known_email', connectable: true })).toMatch(
      /Log in .+ to connect this sign-in/,
    )
    expect(providerFailureText({ kind: 'known_email', connectable: false })).toMatch(
      /log in with your username/,
    )
  })
})
