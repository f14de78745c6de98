import { expect, test } from 'vitest'
import { durationText, newsBetween, passesText, phaseText, segmentAge, silenceText } from './desk.rules.ts'
import type { DeskStream, StreamDesk } from './desk.types.ts'

const now = '2026-11-27T21:00:00+00:00'
const ago = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString()
const id = 'b2b0c0de-0000-4000-8000-000000000001'

const stream: DeskStream = {
  id,
  code: 'road',
  title: 'The road',
  state: 'live',
  startsAt: ago(600),
  minutes: 120,
  liveAt: ago(600),
  endedAt: null,
  replayUntil: null,
  accessRule: 'public',
  passCents: null,
  imagePath: null,
  imageAlt: '',
  event: null,
  description: '',
  channel: 'main',
  hasOwnPoster: false,
  hasReplay: true,
  replayHours: 168,
  interruptedAt: null,
  isHeld: false,
  interruptedSeconds: 0,
  calledOffAt: null,
  editVersion: 1,
  ticketTypes: [],
}

/** A desk whose last segment came so many seconds ago; null: none came. */
const deskOf = (
  state: DeskStream['state'],
  seconds: number | null,
  more: Partial<DeskStream> = {},
): StreamDesk => ({
  now,
  timeZone: 'America/New_York',
  currency: 'USD',
  stream: { ...stream, ...more, state },
  moves: [],
  mayManage: true,
  isProven: true,
  canEdit: false,
  canWatch: true,
  source: null,
  health: seconds === null ? null : { ...health, lastSegmentAt: ago(seconds) },
  viewers: 0,
  figures: { peak: 0, average: 0, viewers: 0, watchMinutes: 0 },
  passes: null,
  failure: null,
  reports: null,
  log: [],
})
const health = {
  bitrateKbps: null,
  droppedFrames: null,
  isConnected: true,
  reportedAt: now,
  isHealthy: true,
  isExpected: true,
}

test.each([
  ['live', 20, null],
  ['live', 21, 'No picture for 21 s.'],
  ['interrupted', 130, 'No picture for 2 min.'],
  ['preview', 30, 'No picture for 30 s.'],
  ['live', null, 'Nothing has come from the source yet.'],
  ['scheduled', 500, null],
  ['ended', 500, null],
] as const)('%s, last segment %s s ago: %s', (state, seconds, text) =>
  expect(silenceText(deskOf(state, seconds))).toBe(text))

test('a segment is never from the future', () => expect(segmentAge(deskOf('live', -9))).toBe(0))

test('a new state and a picture that is back are read aloud, a picture that stays is not', () => {
  expect(newsBetween(deskOf('preview', 2), deskOf('live', 2))).toBe('Live.')
  expect(newsBetween(deskOf('interrupted', 60), deskOf('live', 1))).toBe('Live. The picture is back.')
  expect(newsBetween(deskOf('live', 2), deskOf('live', 4))).toBe('')
})

test.each([
  [45, '45 s'],
  [150, '3 min'],
  [7500, '2 h 5 min'],
  [7200, '2 h'],
])('%i seconds: %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('says when an interrupted stream ends by itself, and who interrupted it', () => {
  const interruptedAt = ago(120)
  expect(phaseText(deskOf('interrupted', 120, { interruptedAt }))).toMatch(/comes back with it.*4:08/)
  expect(phaseText(deskOf('interrupted', 2, { interruptedAt, isHeld: true }))).toMatch(
    /Back in a moment.*4:08/,
  )
})

test('says what is sold, and what is left to refund', () => {
  const passes = { count: 2, cents: 1800, isRefunding: false, latest: [] }
  expect(passesText(passes, 'USD')).toBe('2 passes sold, $18.00')
  expect(passesText({ ...passes, isRefunding: true }, 'USD')).toBe('2 passes left to refund, $18.00')
  expect(passesText({ ...passes, count: 0, cents: 0, isRefunding: true }, 'USD')).toBe('All passes refunded')
})
