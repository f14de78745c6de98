import type { Facts } from './result.ts'

type Entry = {
  /** HTTP status of an answer that carries this refusal. */
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503
  /** What a person reads. */
  sentence: (facts: Facts) => string
  /** The form field that the sentence belongs to; a form shows it at the top when there is none. */
  field?: string
}

/**
 * The one list of everything the product refuses, by area. SQL raises these words (`private.refuse`), and a test
 * demands that each word raised there is listed here.
 */
const refusals = {
  // any area
  sign_in_required: { status: 401, sentence: () => 'Please sign in to continue.' },
  members_only: { status: 403, sentence: () => 'Please create an account to do this.' },
  not_allowed: { status: 403, sentence: () => "You don't have access to this area." },
  not_found: { status: 404, sentence: () => "We couldn't find that." },
  invalid: { status: 422, sentence: () => 'Please check your information and try again.' },
  too_many_attempts: {
    status: 429,
    sentence: (facts) => `Too many attempts. Please try again ${inMinutes(facts.retry_after_seconds)}.`,
  },

  // accounts
  wrong_credentials: {
    status: 401,
    sentence: () => 'Invalid username or password. Please try again.',
  },
  account_deactivated: {
    status: 401,
    sentence: () => 'Account not found. Please check your username or register.',
  },
  username_taken: {
    status: 409,
    sentence: () => 'Username already exists. Please choose a different username.',
    field: 'username',
  },
  password_common: {
    status: 422,
    sentence: () => 'This password is one of the most common ones. Please choose another.',
    field: 'password',
  },
  provider_off: { status: 503, sentence: () => "Sign-in isn't available on this address." },
  provider_refused: { status: 401, sentence: () => 'Authentication failed on server' },
  provider_email_taken: {
    status: 409,
    sentence: () =>
      'An account with this email already exists. Please log in with your username and password first, then connect this sign-in.',
  },
  provider_linked_elsewhere: {
    status: 409,
    sentence: () => 'This sign-in is already connected to another account.',
  },
  role_unchanged: { status: 409, sentence: () => 'This person already has that role.' },
  own_role: { status: 409, sentence: () => 'You cannot change your own role.' },
  last_admin: { status: 409, sentence: () => 'At least one admin must remain.' },
  guest_role: { status: 409, sentence: () => 'A guest has to create an account first.' },
  grant_ended: { status: 409, sentence: () => 'This access has already ended.' },
} as const satisfies Record<string, Entry>

/** A reason that the product can give for saying no. */
export type RefusalWord = keyof typeof refusals

const entries: Record<RefusalWord, Entry> = refusals

/** @returns every refusal word */
export function refusalWords(): RefusalWord[] {
  return Object.keys(refusals).filter(isRefusalWord)
}

/** @returns whether a word is in the list */
export function isRefusalWord(word: string): word is RefusalWord {
  return Object.hasOwn(refusals, word)
}

/** @returns the HTTP status that belongs to a word */
export function statusOf(word: RefusalWord): number {
  return entries[word].status
}

/** @returns the sentence that a person reads, with the facts filled in */
export function sentenceOf(word: RefusalWord, facts: Facts = {}): string {
  return entries[word].sentence(facts)
}

/** @returns the name of the form field that a refusal is about, or null when it is about the whole form */
export function fieldOf(word: RefusalWord): string | null {
  return entries[word].field ?? null
}

/** "in 3 minutes", from seconds; "in a moment" below half a minute or when unknown. */
function inMinutes(seconds: Facts[string] | undefined): string {
  const minutes = Math.ceil(Number(seconds ?? 0) / 60)
  if (!(Number(seconds) >= 30)) return 'in a moment'
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
