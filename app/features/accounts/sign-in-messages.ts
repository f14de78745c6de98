/** Messages for sign-ins and registrations that failed (specification, section 8), by cause. */

/** Lists the ways in which an attempt fails. */
export type SignInFailure =
  /** The server refused. */
  | { kind: 'refused'; status: number; message: string }
  /** The browser has no network. */
  | { kind: 'offline' }
  /** The request failed or took too long. */
  | { kind: 'unreachable' }
  /** The server accepted without naming a user. */
  | { kind: 'unusable' }

const wrong = 'Invalid username or password. Please try again.'
const unknown = 'Account not found. Please check your username or register.'

/** @returns the text of the "Login Failed" toast */
export function loginFailureText(failure: SignInFailure): string {
  switch (failure.kind) {
    case 'offline':
      return 'Network connection error. Please check your internet connection and try again.'
    case 'unreachable':
      return 'Network error. Please check your connection and try again.'
    case 'unusable':
      return 'Invalid user data received'
    case 'refused':
      // The server sends a message of its own for a deactivated account after a correct password; nothing else distinguishes an
      // unknown name from a wrong password.
      if (failure.status === 401) return failure.message === unknown ? unknown : wrong
      return 'Please check your credentials.'
  }
}

/** @returns the text of the "Registration Failed" toast */
export function registrationFailureText(failure: SignInFailure): string {
  switch (failure.kind) {
    case 'offline':
    case 'unreachable':
      return 'Network error'
    case 'unusable':
      return 'Unable to process registration response'
    case 'refused':
      if (/already (exists|taken)/i.test(failure.message)) {
        return 'Username already exists. Please choose a different username.'
      }
      if (failure.status === 400 || failure.status === 422) {
        return 'Please check your information and try again.'
      }
      return 'Registration failed. Please try again.'
  }
}

/** Lists the ways in which an attempt through the outside identity provider fails. */
export type ProviderFailure =
  | SignInFailure
  /** The provider refused; `code` is the error code of its library, such as `auth/popup-blocked`. */
  | { kind: 'provider'; code: string; offline: boolean }
  /** The person's address has an account here; `connectable` when logging in there connects the two. */
  | { kind: 'known_email'; connectable: boolean }

const secondStep = 'This account needs a second step.'
const unavailable = "Sign-in isn't available on this address."
const disabled = 'This account is disabled. Contact support.'
const wrongEmail = 'Invalid email or password. Please try again.'
const otherWay = 'This email uses a different way to sign in. Please use the one you used before.'

/** Messages by the error code of the provider's library; null where the person cancelled and no message is shown. */
const providerTexts: Record<string, string | null> = {
  'popup-blocked': 'Allow pop-ups and try again.',
  'popup-closed-by-user': null,
  'cancelled-popup-request': null,
  'user-cancelled': null,
  'unauthorized-domain': unavailable,
  'operation-not-allowed': unavailable,
  'configuration-not-found': unavailable,
  'multi-factor-auth-required': secondStep,
  'user-disabled': disabled,
  'user-token-expired': disabled,
  'token-expired': disabled,
  'invalid-credential': wrongEmail,
  'invalid-email': wrongEmail,
  'user-not-found': wrongEmail,
  'wrong-password': wrongEmail,
  'too-many-requests': 'Too many attempts. Please try again in a moment.',
  'account-exists-with-different-credential': otherWay,
  'web-storage-unsupported': 'Your browser blocks this sign-in. Please use your username and password.',
}

/** Returns the message beside the provider's button, or null when there is none. */
export function providerFailureText(failure: ProviderFailure): string | null {
  switch (failure.kind) {
    case 'known_email':
      return failure.connectable
        ? 'An account with this email already exists. Log in with its username and password to connect this sign-in.'
        : 'An account with this email already exists. Please log in with your username and password.'
    case 'provider': {
      const code = failure.code.replace(/^auth\//, '')
      const text = providerTexts[code]
      if (text !== undefined) return text
      // The library reports a script of the provider that did not load as "internal-error".
      if (!/^(network-request-failed|internal-error|timeout)$/.test(code))
        return 'Please check your credentials.'
      return loginFailureText({ kind: failure.offline ? 'offline' : 'unreachable' })
    }
    case 'refused':
      if (failure.status === 429 || failure.message === secondStep) return failure.message
      return failure.status === 401 && failure.message === unknown
        ? unknown
        : 'Authentication failed on server'
    default:
      return loginFailureText(failure)
  }
}
