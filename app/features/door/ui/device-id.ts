import { readStored, writeStored } from '#browser/storage.ts'

const key = 'door-device'
let cached: string | null = null

/**
 * A random id of this browser, stored in it. With it the database distinguishes a code that one browser read twice from the
 * same ticket in front of two scanners.
 */
export function deviceId(): string {
  cached ??= readStored('local', key)
  if (!cached || !/^[0-9a-f-]{36}$/.test(cached)) adoptDeviceId(crypto.randomUUID())
  return cached ?? ''
}

/** Stores the id that this browser has from now on: where another device of a door has its own, enrolling gives it a new one. */
export function adoptDeviceId(id: string): void {
  cached = id
  writeStored('local', key, id)
}
