import { readStored, writeStored } from './storage.ts'

const key = 'jouvay.device'
let made: string | undefined

/** Returns the random id by which this browser counts as one device; where nothing can be stored, it lasts as long as the page. */
export function deviceId(): string {
  const stored = readStored('local', key)
  if (stored && /^[0-9a-f-]{36}$/.test(stored)) return stored
  made ??= crypto.randomUUID()
  writeStored('local', key, made)
  return made
}
