/**
 * Reads and writes the browser's storages. Private windows and full disks throw; a site that only stores
 * conveniences there must not fail because of it.
 */

type Kind = 'local' | 'session'

function storageOf(kind: Kind): Storage | null {
  try {
    return kind === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

/** @returns the value, or null when there is none or no storage */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Stores a value, or removes it when it is null. Does nothing where nothing can be stored. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  try {
    const storage = storageOf(kind)
    if (value === null) storage?.removeItem(key)
    else storage?.setItem(key, value)
  } catch {
    // Ignores a full or forbidden storage: what is stored here is a convenience.
  }
}

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Stores a cookie that scripts and the server read, for a year.
 * @param value stored percent-encoded; null removes the cookie
 */
export function writeCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${value === null ? 0 : yearSeconds}; SameSite=Lax${secure}`
}
