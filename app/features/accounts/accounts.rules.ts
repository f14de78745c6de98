/**
 * How often people may try. Per network (an IPv4 address or an IPv6 /64), and generous where a whole club shares one.
 * The database counts (`consume_rate_limit`), so the limits hold across processes.
 */

const minute = 60
const hour = 60 * minute

/** Failed sign-ins; a success gives its attempt back. */
export const loginLimits = {
  /** Limits one account from one network, so that an attacker cannot lock the owner out elsewhere. */
  account: { limit: 5, windowSeconds: 15 * minute },
  /** Beyond these a network's sign-ins are slowed, not refused: a club or a carrier is one network. */
  network: { limit: 50, windowSeconds: 15 * minute, slowMs: 1000 },
}

/** Limits requests for a new password: by the mail address they are for, and by network. */
export const resetLimits = {
  address: { limit: 5, windowSeconds: hour },
  network: { limit: 20, windowSeconds: hour },
}

/**
 * Limits wrong codes of the second step for one account, from all networks together: a code has six digits, and whoever
 * gets here knows the password.
 */
export const secondStepLimit = { limit: 10, windowSeconds: 15 * minute }

/** Limits how often one account may ask for the challenge of a passkey. Answers to it count as codes do. */
export const passkeyChallengeLimit = { limit: 30, windowSeconds: 15 * minute }

export const registrationLimits = {
  register: { limit: 60, windowSeconds: hour },
  guest: { limit: 600, windowSeconds: hour },
  exchange: { limit: 60, windowSeconds: 15 * minute },
}

/**
 * Makes a username for a person who did not choose one.
 * @param name their name, in any script
 * @param number distinguishes people of one name
 * @returns letters and digits, at most 30: `mia.joseph4821`, or `guest4821` where the name has no Latin letters
 */
export function proposeUsername(name: string, number: number): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .slice(0, 20)
    .replace(/^\.+|\.+$/g, '')
  return `${letters || 'guest'}${number}`
}
