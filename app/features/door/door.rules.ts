import { formatClock } from '#core/event-time.ts'
import { readTicketCode } from '#core/ticket-code.ts'

/** Lists what the door can decide about a code. */
export const scanResults = [
  'ok',
  'already_in',
  'void_refunded',
  'void_cancelled',
  'in_transfer',
  'listed',
  'wrong_event',
  'not_yet',
  'ended',
  'unpaid',
  'blocked',
  'unknown',
  'bad_signature',
  'old_code',
  'test_ticket',
  'undone',
] as const
export type ScanResult = (typeof scanResults)[number]

/** Filters of the list of scans. */
export const scanFilters = ['all', 'admitted', 'refused'] as const
export type ScanFilter = (typeof scanFilters)[number]

/** Orders of the list of scans, as `read_scan_data` takes them; `-` sorts from the last. */
export const scanSorts = ['-time', 'time', 'name', '-name', 'type', '-type', 'gate', '-gate'] as const

/** Green admits, blue means that this browser has just admitted the same ticket, amber needs a closer look, red refuses. */
export type Verdict = 'admit' | 'again' | 'check' | 'stop'

/** Facts that a verdict is made from; `bounce`: the browser that admitted a ticket read it again within 5 s. */
type Judged = { result: ScanResult; bounce: boolean }

const verdicts: Record<ScanResult, Verdict> = {
  ok: 'admit',
  already_in: 'check',
  in_transfer: 'check',
  listed: 'check',
  not_yet: 'check',
  wrong_event: 'stop',
  ended: 'stop',
  void_refunded: 'stop',
  void_cancelled: 'stop',
  unpaid: 'stop',
  blocked: 'stop',
  unknown: 'stop',
  bad_signature: 'stop',
  old_code: 'stop',
  test_ticket: 'stop',
  undone: 'check',
}

/** @returns the verdict on a scan */
export function verdictOf({ result, bounce }: Judged): Verdict {
  return bounce ? 'again' : verdicts[result]
}

/** The verdict as the screen writes it, in large letters. */
export const verdictNames: Record<Verdict, string> = {
  admit: 'Admit',
  again: 'Again',
  check: 'Check',
  stop: 'Stop',
}

const sentences: Record<ScanResult, string> = {
  ok: 'Welcome in.',
  already_in: 'Already let in.',
  in_transfer: 'This ticket is being transferred. Ask for the new one.',
  listed: 'This ticket is up for return. The holder can take it back in My Tickets.',
  not_yet: 'Doors aren’t open yet.',
  wrong_event: 'This ticket is for another event.',
  ended: 'This event is over.',
  void_refunded: 'This ticket was refunded.',
  void_cancelled: 'This ticket was canceled.',
  unpaid: 'This order hasn’t been paid.',
  blocked: 'This ticket is blocked. Get the door manager.',
  unknown: 'Not a valid ticket.',
  bad_signature: 'Invalid ticket. We didn’t issue it.',
  old_code: 'This code was replaced. Ask for the current ticket.',
  test_ticket: 'This is a test ticket.',
  undone: 'This check-in was undone.',
}

/** @returns the text under the verdict */
export function scanSentence({ result, bounce }: Judged): string {
  return bounce ? 'Already let in just now.' : sentences[result]
}

const names: Record<ScanResult, string> = {
  ok: 'Let in',
  already_in: 'Already in',
  in_transfer: 'Being transferred',
  listed: 'Up for return',
  not_yet: 'Before doors',
  wrong_event: 'Other event',
  ended: 'After the event',
  void_refunded: 'Refunded',
  void_cancelled: 'Canceled',
  unpaid: 'Not paid',
  blocked: 'Blocked',
  unknown: 'Not a ticket',
  bad_signature: 'Invalid ticket',
  old_code: 'Old code',
  test_ticket: 'Test ticket',
  undone: 'Check-in undone',
}

/** Returns the name of a result in lists. */
export function scanName({ result, bounce }: Judged): string {
  return bounce ? 'Scanned twice' : names[result]
}

/** A typed code is 9 characters; what is much longer was read by a scanner that types. */
const longestTyped = 16

/** Returns whether a typed code cannot be a ticket's: wrong length, wrong characters or a wrong check character */
export function isMistyped(code: string): boolean {
  const bare = code.replace(/[\s.-]/g, '')
  return bare.length <= longestTyped && readTicketCode(bare) === null
}

/**
 * Says where and when a ticket was first admitted: `Let in at 10:42 PM at Main gate by Dex`; null when it was not.
 * @param zone IANA zone of the event
 */
export function firstScan(
  scan: { firstAt: string | null; firstGate: string | null; firstBy: string | null },
  zone: string,
): string | null {
  if (!scan.firstAt) return null
  const gate = scan.firstGate ? ` at ${scan.firstGate}` : ''
  const by = scan.firstBy ? ` by ${scan.firstBy}` : ''
  return `Let in at ${formatClock(scan.firstAt, zone)}${gate}${by}`
}

/** Formats how long ago, for the door screen: `12 s ago`, `3 min ago`, `2 h ago`. */
export function agoText(at: string, now: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** Milliseconds after which the scanner returns by itself; null where a person has to tap. */
export function returnsAfter(verdict: Verdict): number | null {
  return verdict === 'admit' ? 1500 : null
}

/** The beep and the buzz of a verdict: tones as [hertz, milliseconds], the vibration in milliseconds on, off, on. */
export const signals: Record<Verdict, { tones: readonly (readonly [number, number])[]; vibrate: number[] }> =
  {
    admit: {
      tones: [
        [880, 90],
        [1320, 140],
      ],
      vibrate: [60],
    },
    again: { tones: [[660, 220]], vibrate: [40, 60, 40] },
    check: {
      tones: [
        [520, 160],
        [520, 160],
      ],
      vibrate: [120, 80, 120],
    },
    stop: { tones: [[200, 420]], vibrate: [400] },
  }
