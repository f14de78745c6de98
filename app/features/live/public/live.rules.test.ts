import { expect, test } from 'vitest'
import type { LiveState } from '#core/live-state.ts'
import type { StreamDetail } from '../live.types.ts'
import { leftText, needsReading, ruleText, stageOf, viewersText, withState } from './live.rules.ts'

const now = Date.parse('2026-11-27T20:00:00Z')
const startsIn = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

const stream: StreamDetail = {
  id: 'b2b0c0de-0000-4000-8000-000000000001',
  code: 'road',
  title: 'The road',
  state: 'scheduled',
  startsAt: startsIn(60),
  minutes: 120,
  liveAt: null,
  endedAt: null,
  replayUntil: null,
  accessRule: 'pass',
  passCents: 900,
  imagePath: null,
  imageAlt: '',
  event: null,
  description: '',
  interruptedAt: null,
  version: 3,
  hasReplay: true,
  isCalledOff: false,
  viewers: null,
  access: {
    by: 'pass',
    canWatch: false,
    isOperator: false,
    canPreview: false,
    sellsPass: false,
    ticketTypes: [],
  },
  isReminded: false,
}
const newer = (state: LiveState[number]['state'], version = 4, id = stream.id): LiveState => [
  { id, code: 'road', title: 'The road', state, startsAt: stream.startsAt, viewers: 12, version },
]

test.each([
  [60, 'scheduled'],
  [10, 'soon'],
  [0, 'late'],
  [-5, 'late'],
])('a stream that starts in %i minutes is shown as %s', (minutes, stage) => {
  expect(stageOf({ state: 'scheduled', startsAt: startsIn(minutes) }, now)).toBe(stage)
})

test('who has a right watches as soon as the stream is live, and no longer once it ended', () => {
  expect(withState(stream, newer('live'))).toMatchObject({ viewers: 12, access: { canWatch: true } })
  expect(withState(stream, newer('ended')).access.canWatch).toBe(false)
  const locked = { ...stream, access: { ...stream.access, by: null } }
  expect(withState(locked, newer('live')).access.canWatch).toBe(false)
})

test('an older state changes nothing', () => {
  expect(withState(stream, newer('live', 2))).toBe(stream)
})

test('the page is read again when its stream changes, and when another goes on the air, unless it is of one alone', () => {
  const other = 'b2b0c0de-0000-4000-8000-000000000002'
  expect(needsReading(stream, newer('live'), true)).toBe(true)
  expect(needsReading(stream, newer('scheduled'), true)).toBe(false)
  expect(needsReading(stream, newer('live', 1, other), false)).toBe(true)
  expect(needsReading(stream, newer('live', 1, other), true)).toBe(false)
  expect(needsReading(null, newer('live', 1, other), false)).toBe(true)
})

test.each([
  [90_061_000, '1 d 1 h'],
  [3_661_000, '1 h 01 min'],
  [543_000, '9:03'],
  [-1, '0:00'],
])('%i ms are left: %s', (left, text) => expect(leftText(left)).toBe(text))

test('says who may watch and at which price', () => {
  expect(ruleText(stream, 'USD')).toBe('Pass $9.00')
  expect(ruleText({ ...stream, accessRule: 'ticket_types', passCents: null }, 'USD')).toBe(
    'For ticket holders',
  )
})

test('says how many watch, about so many above 100, and nothing while few do', () => {
  expect([null, 40, 1200].map(viewersText)).toEqual([null, '40 watching', 'About 1,200 watching'])
})
