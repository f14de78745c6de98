import { readStored, writeStored } from '#browser/storage.ts'

const key = 'door-device'
let known: string | null = null

/**
 * A random id of this browser, stored in it. With it the database distinguishes a code that one browser read twice from the
 * same ticket in front of two scanners.
 */
export function deviceId(): string {
  known ??= readStored('local', key)
  if (!known || !/^[0-9a-f-]{36}$/.test(known)) {
    known = crypto.randomUUID()
    writeStored('local', key, known)
  }
  return known
}
