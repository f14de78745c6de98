import type { Ready, ReadyPart } from '../devices/devices.types.ts'
import type { Phone } from './phone.ts'

/** How each part went; a part that is left out was not tried, or the browser doesn't say. */
export type Check = Ready

/** A pack older than this is refreshed before doors, in milliseconds. */
const freshFor = 5 * 60_000
/** Scans are corrected by the clock's offset; people read the clock itself, and packs end by it. */
const clockWithin = 5 * 60_000
/** Percent that lasts a night without a charger. */
const batteryForNight = 40

/** The facts that the check looks at besides the camera and the sound. Instants are milliseconds. */
export type Facts = Phone & {
  madeAt: number | null
  /** The scanner opens without the network. */
  isReady: boolean
  clockOffsetMs: number | null
  now: number
}

const verdict = (isOk: boolean) => (isOk ? 'ok' : 'bad')

/** Checks what needs no one's help: pack, clock, battery, storage. */
export function checkFacts(facts: Facts): Check {
  const { madeAt, isReady, clockOffsetMs, battery, isCharging, isKept, now } = facts
  const isFresh = madeAt !== null && now - madeAt < freshFor
  return {
    pack: verdict(isReady && isFresh),
    clock: verdict(clockOffsetMs !== null && Math.abs(clockOffsetMs) < clockWithin),
    ...(battery !== undefined && { battery: verdict(isCharging === true || battery >= batteryForNight) }),
    storage: verdict(isKept === true),
  }
}

export const partNames: Record<ReadyPart, string> = {
  camera: 'Camera',
  sound: 'Sound',
  pack: 'Ticket list',
  clock: 'Clock',
  battery: 'Battery',
  storage: 'Storage',
}

/** Says how to mend each part. */
export const mends: Record<ReadyPart, string> = {
  camera: 'Allow the camera in your browser settings, or use a handheld scanner.',
  sound: 'Turn the volume up and silent mode off.',
  pack: 'Stay connected until the ticket list is downloaded, then check again.',
  clock: 'Set the time to automatic in your phone’s settings.',
  battery: 'Charge this phone, or bring a power bank.',
  storage: 'Add the scanner to your home screen. Otherwise the phone may delete the ticket list.',
}

/** Says what to do where the browser doesn't say. */
export const unknowns: Partial<Record<ReadyPart, string>> = {
  battery: 'This browser doesn’t say. Check it yourself.',
}
