import { describe, expect, it } from 'vitest'
import { scanResults } from '#core/scan-results.ts'
import { checkCharacter } from '#core/ticket-code.ts'
import {
  agoText,
  firstScan,
  isMistyped,
  returnsAfter,
  scanSentence,
  signals,
  verdictNames,
  verdictOf,
} from './door.rules.ts'

describe('every result of a scan', () => {
  it.each(scanResults)('%s has a verdict with a name, a sentence and a sound', (result) => {
    const verdict = verdictOf({ result, bounce: false })
    expect(verdictNames[verdict]).toMatch(/^[A-Z]/)
    expect(scanSentence({ result, bounce: false })).toMatch(/\.$/)
    expect(signals[verdict].tones.length).toBeGreaterThan(0)
  })

  it('is green for an admission only', () => {
    const green = (bounce: boolean) =>
      scanResults.filter((result) => verdictOf({ result, bounce }) === 'admit')
    expect(green(false)).toEqual(['ok'])
    expect(green(true)).toEqual([])
  })

  it('has a verdict of its own for a code that the same browser has just let in', () => {
    const again = { result: 'already_in', bounce: true } as const
    expect(verdictOf(again)).toBe('again')
    expect(scanSentence(again)).toBe('Already let in just now.')
    expect(signals.again).not.toEqual(signals.admit)
    expect(returnsAfter('again')).toBeNull()
  })

  it('stops forged, refunded and foreign tickets', () => {
    for (const result of ['bad_signature', 'void_refunded', 'wrong_event', 'unknown', 'blocked'] as const) {
      expect(verdictOf({ result, bounce: false })).toBe('stop')
    }
  })
})

it('continues by itself after who came or left, and waits for a person after the rest', () => {
  expect(returnsAfter('admit')).toBe(1500)
  expect(returnsAfter('out')).toBe(1500)
  expect(returnsAfter('check')).toBeNull()
  expect(returnsAfter('stop')).toBeNull()
})

it('says where and when the same ticket came first, in the time of the event', () => {
  const first = { firstAt: '2026-11-22T03:42:10Z', firstGate: 'Main', firstBy: 'Dex' }
  expect(firstScan(first, 'America/New_York')).toBe('Let in at 10:42 PM at Main by Dex')
  expect(firstScan({ ...first, firstGate: null, firstBy: null }, 'America/Chicago')).toBe('Let in at 9:42 PM')
  expect(firstScan({ ...first, firstAt: null }, 'America/New_York')).toBeNull()
})

it.each([
  [0, '0 s ago'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [7200, '2 h ago'],
  [-5, '0 s ago'],
])('%d seconds are "%s"', (seconds, text) => {
  const at = '2026-11-22T03:00:00Z'
  expect(agoText(at, new Date(Date.parse(at) + seconds * 1000).toISOString())).toBe(text)
})

const check = checkCharacter('ABCDEFGH')
it.each([
  ['a code', `ABCDEFGH${check}`, false],
  ['a code in groups, in small letters', `abc def-gh ${check}`, false],
  ['one wrong character', `ABCDEFGJ${check}`, true],
  ['one character short', 'ABCDEFGH', true],
  ['a character that no code has', 'ABCDEFGHO', true],
  ['what a scanner read off a poster', 'https://example.com/some-poster', false],
])('%s: mistyped?', (_, code, mistyped) => {
  expect(isMistyped(code)).toBe(mistyped)
})
