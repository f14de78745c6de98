import { formatClock } from '#core/event-time.ts'
import type { ScanAnswer, ScanResult } from './door.types.ts'

/** Green lets in, amber asks to look closer, red stops. */
export type Verdict = 'admit' | 'check' | 'stop'

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

/** The colour of a result. */
export function verdictOf(result: ScanResult): Verdict {
  return verdicts[result]
}

/** The one word that fills the screen. */
export const verdictWords: Record<Verdict, string> = { admit: 'Admit', check: 'Check', stop: 'Stop' }

const sentences: Record<ScanResult, string> = {
  ok: 'Welcome in.',
  already_in: 'Already admitted.',
  in_transfer: 'This ticket is being transferred. Ask for the accepted one.',
  listed: 'This ticket is listed for return. Its holder can take it back in their tickets.',
  not_yet: 'Doors are not open yet.',
  wrong_event: 'This ticket is for another event.',
  ended: 'This event is over.',
  void_refunded: 'This ticket was refunded.',
  void_cancelled: 'This ticket was cancelled.',
  unpaid: 'This order is not paid.',
  blocked: 'This ticket is blocked. Call the door manager.',
  unknown: 'This is not one of our codes.',
  bad_signature: 'Forged code. We did not issue it.',
  old_code: 'This code was replaced by a newer one. Ask for the current ticket.',
  test_ticket: 'This is a test ticket.',
  undone: 'This admission was taken back.',
}

/** What the screen says under the word. */
export function scanSentence(result: ScanResult): string {
  return sentences[result]
}

/**
 * Where and when a ticket was admitted the first time: `Admitted 10:42 PM at Main gate by Dex`; null when it was not.
 * @param zone IANA zone of the event
 */
export function firstScan(
  answer: Pick<ScanAnswer, 'firstAt' | 'firstGate' | 'firstBy'>,
  zone: string,
): string | null {
  if (!answer.firstAt) return null
  const gate = answer.firstGate ? ` at ${answer.firstGate}` : ''
  const by = answer.firstBy ? ` by ${answer.firstBy}` : ''
  return `Admitted ${formatClock(answer.firstAt, zone)}${gate}${by}`
}

/** How long ago, as the door says it: `12 s ago`, `3 min ago`, `2 h ago`. */
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
    check: {
      tones: [
        [520, 160],
        [520, 160],
      ],
      vibrate: [120, 80, 120],
    },
    stop: { tones: [[200, 420]], vibrate: [400] },
  }
