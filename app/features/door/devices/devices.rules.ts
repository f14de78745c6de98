import { formatClock } from '#core/event-time.ts'
import type { DeviceState, DoorDevice, ReadyPart } from './devices.types.ts'

/** The name of a device's state in lists, and the tone of its badge. */
export const stateNames: Record<
  DeviceState,
  { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger' }
> = {
  invited: { label: 'Code not used yet', tone: 'info' },
  expired: { label: 'Code expired', tone: 'neutral' },
  enrolled: { label: 'Added', tone: 'info' },
  active: { label: 'Working', tone: 'success' },
  locked: { label: 'Locked', tone: 'warning' },
  revoked: { label: 'Removed', tone: 'danger' },
}

const partNames: Record<ReadyPart, string> = {
  camera: 'Camera',
  sound: 'Sound',
  pack: 'Offline tickets',
  clock: 'Clock',
  battery: 'Battery',
  storage: 'Storage',
}

/** The check before doors of a device: `failed` are the names of its parts that went wrong. */
export type ReadyCheck = { state: 'none' | 'passed' | 'failed' | 'waived'; failed: string[] }

/** Judges the check before doors of a device by what it said last. */
export function readyCheck({ ready, waivedAt }: Pick<DoorDevice, 'ready' | 'waivedAt'>): ReadyCheck {
  if (!ready) return { state: 'none', failed: [] }
  const failed = (Object.keys(partNames) as ReadyPart[]).filter((part) => ready[part] === 'bad')
  if (failed.length === 0) return { state: 'passed', failed: [] }
  return { state: waivedAt ? 'waived' : 'failed', failed: failed.map((part) => partNames[part]) }
}

/**
 * Says how far a device's clock is off: `right`, `2 min slow`, `3 s fast`.
 * @param offsetMs milliseconds by which the server's clock is ahead
 */
export function clockText(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (seconds < 2) return 'right'
  const size = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `${size} ${offsetMs > 0 ? 'slow' : 'fast'}`
}

/** Says when something of tonight was: `9:41 PM`, with the day where it was another one. @param zone of the event */
export function whenText(at: string, zone: string, now: string): string {
  const isOld = Date.parse(now) - Date.parse(at) > 20 * 3_600_000
  const day = isOld
    ? new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric' }).format(
        new Date(at),
      )
    : null
  return [day, formatClock(at, zone)].filter(Boolean).join(', ')
}
