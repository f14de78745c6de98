import { readStored, writeStored } from '#browser/storage.ts'

const key = 'door-device'
let known: string | null = null

/**
 * This browser's random name, kept in it. The door needs it to tell a code that one browser read twice from the same
 * ticket in front of two of them.
 */
export function deviceId(): string {
  known ??= readStored('local', key)
  if (!known || !/^[0-9a-f-]{36}$/.test(known)) {
    known = crypto.randomUUID()
    writeStored('local', key, known)
  }
  return known
}
