/** Counts wrong passwords, so that one account's can't be guessed in a row. */

/** Limits wrong passwords for one account; the next is not looked at until the window ends. */
const allowed = 10
const windowMs = 5 * 60_000
/** Limits the accounts that are counted; the oldest is dropped first. */
const maxAccounts = 10_000

export type Failures = {
  /** Counts one. */
  add(email: string): void
  /** Tells whether further attempts are refused for now, whether the account exists or not. */
  isOver(email: string): boolean
}

/**
 * Makes an empty count.
 * @param now the time in milliseconds since 1970
 */
export function createFailures(now: () => number = Date.now): Failures {
  const counts = new Map<string, { failed: number; endsAt: number }>()
  const current = (email: string) => {
    const count = counts.get(email)
    if (count && count.endsAt > now()) return count
    counts.delete(email)
    return null
  }
  return {
    add(email) {
      const count = current(email)
      if (count) count.failed += 1
      else counts.set(email, { failed: 1, endsAt: now() + windowMs })
      const oldest = counts.size > maxAccounts ? counts.keys().next().value : undefined
      if (oldest !== undefined) counts.delete(oldest)
    },
    isOver: (email) => (current(email)?.failed ?? 0) >= allowed,
  }
}
