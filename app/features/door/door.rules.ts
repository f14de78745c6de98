import { formatClock } from '#core/event-time.ts'
import type { ScanResult } from '#core/scan-results.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import type { GroupResponse, ScanResponse } from './door.types.ts'

/**
 * Green admits, blue means that this browser has just admitted the same ticket or that somebody left, amber needs a closer look,
 * red refuses.
 */
export type Verdict = 'admit' | 'again' | 'out' | 'check' | 'stop'

/** Facts that a verdict is made from; `bounce`: the browser that admitted a ticket read it again within 5 s. */
type Judged = { result: ScanResult; bounce: boolean }

const verdicts: Record<ScanResult, Verdict> = {
  ok: 'admit',
  already_in: 'check',
  in_transfer: 'check',
  listed: 'check',
  not_yet: 'check',
  list_closed: 'check',
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
  wrong_gate: 'check',
  capacity_hold: 'check',
  no_reentry: 'stop',
  exited: 'out',
  checked_out: 'out',
  not_inside: 'check',
  offline_unverified: 'check',
}

/** @returns the verdict on a scan */
export function verdictOf({ result, bounce }: Judged): Verdict {
  return bounce ? 'again' : verdicts[result]
}

/** The verdict as the screen writes it, in large letters. */
export const verdictNames: Record<Verdict, string> = {
  admit: 'Admit',
  again: 'Again',
  out: 'Out',
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
  list_closed: 'This guest list is closed.',
  undone: 'This check-in was undone.',
  wrong_gate: 'This ticket enters at another gate.',
  capacity_hold: 'Capacity hold. Call the door manager.',
  no_reentry: 'This ticket has left and can’t come back in.',
  exited: 'Checked out.',
  checked_out: 'Checked out at the end of the event.',
  not_inside: 'This ticket isn’t inside.',
  offline_unverified: 'The code is real, but it isn’t in this device’s pack.',
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
  list_closed: 'List closed',
  undone: 'Check-in undone',
  wrong_gate: 'Other gate',
  capacity_hold: 'Capacity hold',
  no_reentry: 'No re-entry',
  exited: 'Left',
  checked_out: 'Checked out at the end',
  not_inside: 'Not inside',
  offline_unverified: 'Not in the pack',
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

/**
 * Milliseconds after which the scanner returns by itself; null where a person has to tap. Meanwhile the next code is read.
 * @param offers true where there is more to read or to press than the verdict
 */
export function returnsAfter(verdict: Verdict, offers = false): number | null {
  if (verdict !== 'admit' && verdict !== 'out') return null
  return offers ? 4000 : 1500
}

/** A person who may come in together with others of an order; `scan` names the scan that admits them. */
export type Person = { ticketId: string; name: string; typeName: string; isVip: boolean; scan: string }

/**
 * Lists who may come in together with a ticket that was read; nobody where it came alone.
 * @param own the scan of that ticket while it is not in yet: then it comes first
 */
export function peopleOf(
  scan: Pick<ScanResponse, 'group' | 'ticketId' | 'firstName' | 'typeName' | 'isVip'>,
  own: string | null,
): Person[] {
  const { group, ticketId, firstName, typeName, isVip } = scan
  const others = group.map((each) => ({ ...each, scan: crypto.randomUUID() }))
  if (others.length === 0 || own === null || ticketId === null) return others
  return [{ ticketId, name: firstName ?? '', typeName: typeName ?? '', isVip, scan: own }, ...others]
}

/** @returns the verdict on a group: green only when each of its tickets was admitted */
export function verdictOfGroup({ results }: Pick<GroupResponse, 'results'>): Verdict {
  return results.every(({ result }) => result === 'ok') ? 'admit' : 'check'
}

/** The beep and the buzz of a verdict, and of a question: tones as [hertz, milliseconds], the vibration in milliseconds on, off, on. */
export const signals: Record<
  Verdict | 'ask',
  { tones: readonly (readonly [number, number])[]; vibrate: number[] }
> = {
  ask: { tones: [[740, 120]], vibrate: [30, 40, 30] },
  admit: {
    tones: [
      [880, 90],
      [1320, 140],
    ],
    vibrate: [60],
  },
  again: { tones: [[660, 220]], vibrate: [40, 60, 40] },
  out: {
    tones: [
      [1320, 90],
      [880, 140],
    ],
    vibrate: [60, 40, 60],
  },
  check: {
    tones: [
      [520, 160],
      [520, 160],
    ],
    vibrate: [120, 80, 120],
  },
  stop: { tones: [[200, 420]], vibrate: [400] },
}

/**
 * Names a scan of a reported ticket: `Already in, 11:58 PM, Side gate`.
 * @param zone IANA zone of the event
 */
export function reportedScan(scan: Judged & { at: string; gate: string | null }, zone: string): string {
  return [scanName(scan), formatClock(scan.at, zone), scan.gate].filter(Boolean).join(', ')
}

/** Returns whether staff get the door manager before anything else: somebody on the ban list may be in front of them. */
export const isCalled = ({ ban, offline }: Pick<ScanResponse | GroupResponse, 'ban' | 'offline'>): boolean =>
  Boolean(ban) || offline?.needsAttention === true
