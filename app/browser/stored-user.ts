import { type Role, roles } from '#core/role-names.ts'
import type { User } from '#core/roles.ts'
import { savedTicketsCache, savedTicketsOwnerKey } from '#core/saved-tickets.ts'
import { readStored, writeStored } from './storage.ts'

/**
 * Stores the signed-in user in the browser: a cache for display, so that the header is right before `/api/me` responds.
 * This site puts no token and no email there, and nothing is allowed because of it.
 */

const userKey = 'user'
const userIdKey = 'userId'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Reads a role; an unknown one counts as one without staff rights. */
function roleOf(value: unknown, isGuest: boolean): Role {
  return isGuest ? 'guest' : (roles.find((role) => role === value) ?? 'member')
}

function userOf(value: unknown): User | null {
  if (!isRecord(value)) return null
  const id = typeof value.id === 'number' ? String(value.id) : textOrNull(value.id)
  if (id === null) return null
  const isGuest = value.isGuest === true || value.role === 'guest'
  const username = textOrNull(value.username)
  return {
    id,
    username,
    displayName: textOrNull(value.displayName) ?? username ?? '',
    role: roleOf(value.role, isGuest),
    isGuest,
    avatar: textOrNull(value.avatar),
  }
}

/**
 * Finds the user in a response or a stored record: plain, under `data`, or under `data.data`.
 * @param value anything
 * @returns the user's known fields and nothing else; null when there is no id
 */
export function findUser(value: unknown): User | null {
  const inner = isRecord(value) ? value.data : undefined
  const innermost = isRecord(inner) ? inner.data : undefined
  return userOf(value) ?? userOf(inner) ?? userOf(innermost)
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the stored user in any stored form. A corrupt one is cleared. */
export function readStoredUser(): User | null {
  const text = readStored('local', userKey)
  if (text === null) return null
  const user = findUser(parse(text))
  if (!user) clearStoredUser()
  return user
}

/**
 * Stores the login record (status and the user under `data`) and, apart, the user's id. Keeps a token that an older
 * client left on the record of the same person, because requests send it first; another person's token is dropped.
 */
export function storeUser(user: User): void {
  forgetTickets(user.id)
  const before = parse(readStored('local', userKey))
  const token = findUser(before)?.id === user.id ? tokenOf(before) : null
  const data = token === null ? user : { ...user, token }
  writeStored('local', userKey, JSON.stringify({ status: 'success', data }))
  writeStored('local', userIdKey, user.id)
}

/** Deletes the tickets that were saved for use without internet, unless they are this person's. */
function forgetTickets(userId: string | null): void {
  const owner = readStored('local', savedTicketsOwnerKey)
  if (owner === null || owner === userId) return
  writeStored('local', savedTicketsOwnerKey, null)
  void window.caches?.delete(savedTicketsCache)
}

/** Removes the user and their id. */
export function clearStoredUser(): void {
  forgetTickets(null)
  writeStored('local', userKey, null)
  writeStored('local', userIdKey, null)
}

/** @returns the token that an older client or a provider left on the stored user; this site never puts one there */
export function storedUserToken(): string | null {
  return tokenOf(parse(readStored('local', userKey)))
}

function tokenOf(record: unknown): string | null {
  let value = record
  for (let depth = 0; depth < 3 && isRecord(value); depth++) {
    const token = textOrNull(value.token)
    if (token) return token
    value = value.data
  }
  return null
}

/** Tells whether a storage event of another tab is about the user. A null key means that everything was cleared. */
export function concernsUser(event: StorageEvent): boolean {
  return event.key === userKey || event.key === null
}
