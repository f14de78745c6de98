import { formatClock } from '#core/event-time.ts'
import type { DoorState } from './door-link.ts'

type Tone = 'info' | 'warning' | 'danger'
/** The sentence of a scanner about its connection and its queue; null when all is as usual. */
export type Notice = { tone: Tone; title: string; text: string | null }

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

/** Formats how old something is: `under a minute`, `3 min`, `2 h`. */
export function ageText(madeAt: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(madeAt)) / 60_000))
  if (minutes < 1) return 'under a minute'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/**
 * Says how the scanner is connected: offline with the age of its list and whom nobody verified yet, or what it has not uploaded.
 * @param zone IANA zone of the event
 * @param now milliseconds, by the phone's clock
 */
export function noticeOf(state: DoorState, zone: string, now: number): Notice | null {
  const { isOnline, pack, waiting, unverified, trouble } = state
  if (!isOnline && !pack)
    return {
      tone: 'danger',
      title: 'No connection. Scans won’t go through.',
      text: 'This phone has no ticket list. Move to where it has signal.',
    }
  if (!isOnline && pack) {
    const admits = counted(
      unverified,
      'person let in isn’t verified yet',
      'people let in aren’t verified yet',
    )
    return {
      tone: 'warning',
      title: `Offline. Ticket list from ${formatClock(pack.madeAt, zone)}, ${ageText(pack.madeAt, now)} old.`,
      text: unverified > 0 ? `${admits}.` : 'Keep scanning. We’ll upload when you’re back online.',
    }
  }
  if (trouble && waiting > 0)
    return {
      tone: 'danger',
      title: `${counted(waiting, 'scan couldn’t be uploaded', 'scans couldn’t be uploaded')}. Get the door manager.`,
      text: trouble,
    }
  if (trouble) return { tone: 'danger', title: trouble, text: null }
  if (waiting > 0)
    return { tone: 'info', title: `Uploading ${counted(waiting, 'scan', 'scans')}…`, text: null }
  return null
}

/** Says whether the scanner is ready to work offline, and with what. */
export function readyText(
  { pack }: Pick<DoorState, 'pack'>,
  app: { isReady: boolean; isKept: boolean | null },
  zone: string,
): { isReady: boolean; text: string } {
  if (!pack || !app.isReady) return { isReady: false, text: 'Not ready to work offline' }
  const tickets = counted(pack.tickets, 'ticket', 'tickets')
  const kept = app.isKept ? 'yes' : 'no'
  return {
    isReady: true,
    text: `Ready offline: list from ${formatClock(pack.madeAt, zone)}, ${tickets}, kept by the phone: ${kept}`,
  }
}
