/** What is said when signing in or registering fails (specification, section 8), and which cause says what. */

/** How an attempt ended without a user. */
export type SignInFailure =
  /** The server said no. */
  | { kind: 'refused'; status: number; message: string }
  /** The browser has no network. */
  | { kind: 'offline' }
  /** The request failed or took too long. */
  | { kind: 'unreachable' }
  /** The server said yes without naming a user. */
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
      // The server answers a deactivated account with its own words after a correct password; nothing else tells an
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
