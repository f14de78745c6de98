import { expect, test } from 'vitest'
import {
  audienceHas,
  emotes,
  hasChat,
  mostShown,
  newsText,
  partsOf,
  spokenText,
  stateText,
  visitorStanding,
  withMessage,
} from './chat.rules.ts'
import type { ChatMessage, ChatState } from './chat.types.ts'

const message = (seq: number, fields: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  seq,
  body: `Message ${seq}`,
  replyTo: null,
  at: '2026-11-27T21:00:00Z',
  isHidden: false,
  reports: 0,
  author: { id: 'p1', name: 'Mia', isStaff: false },
  ...fields,
})

test('messages stand in the order of the chat, once each, the last 200', () => {
  const seqs = (all: ChatMessage[]) => all.map(({ seq }) => seq)
  let all: ChatMessage[] = []
  for (const seq of [2, 5, 3, 5, 1]) all = withMessage(all, message(seq))
  expect(seqs(all)).toEqual([1, 2, 3, 5])
  all = withMessage(all, message(3, { isHidden: true }))
  expect(all.find(({ seq }) => seq === 3)?.isHidden).toBe(true)
  for (let seq = 6; seq <= 300; seq++) all = withMessage(all, message(seq))
  expect(all).toHaveLength(mostShown)
  expect(seqs(all).at(0)).toBe(101)
})

test('emotes are codes with a picture and a name; other codes and times stay text', () => {
  expect(partsOf('hot :fire: at 10:30:00 :nope:')).toEqual([
    'hot ',
    emotes.find(({ code }) => code === ':fire:'),
    ' at 10:30:00 ',
    ':nope:',
  ])
  expect(spokenText(':fire: again')).toBe('Fire again')
  expect(new Set(emotes.map(({ code }) => code)).size).toBe(emotes.length)
})

test('what is read aloud: one message as it is, several by their number', () => {
  expect(newsText([])).toBe('')
  expect(newsText([message(1, { body: 'Pull it up :horn:' })])).toBe('Mia: Pull it up Horn')
  expect(newsText([message(1), message(2)])).toBe('2 new messages')
})

test('what is said of a chat: modes and slow modes that differ from the usual', () => {
  const state: ChatState = {
    mode: 'open',
    audience: 'everyone',
    isOpen: true,
    slowSeconds: 5,
    pinnedId: null,
    opensAt: null,
    isOver: false,
  }
  expect(stateText(state)).toBeNull()
  expect(stateText({ ...state, slowSeconds: 120 })).toBe('Slow mode, 2 minutes')
  expect(stateText({ ...state, mode: 'members_only', slowSeconds: 30 })).toBe(
    'Members only · Slow mode, 30 seconds',
  )
  expect(stateText({ ...state, isOpen: false })).toBeNull()
})

test('who reads a chat for everybody, for members, for holders', () => {
  const reads = (who: Partial<typeof visitorStanding>) =>
    (['everyone', 'members', 'holders'] as const).map((audience) =>
      audienceHas(audience, { ...visitorStanding, ...who }),
    )
  expect(reads({})).toEqual([true, false, false])
  expect(reads({ isMember: true })).toEqual([true, true, false])
  expect(reads({ isMember: true, isHolder: true })).toEqual([true, true, true])
  expect(reads({ mayModerate: true })).toEqual([true, true, true])
})

test('a page has the chat from an hour before its stream', () => {
  const now = '2026-11-27T20:00:00Z'
  const shown = (state: string, startsAt: string | null = null) => hasChat({ state, startsAt }, now)
  expect(shown('scheduled', '2026-11-27T20:59:00Z')).toBe(true)
  expect(shown('scheduled', '2026-11-27T21:01:00Z')).toBe(false)
  expect(['live', 'interrupted', 'ended'].map((state) => shown(state))).toEqual(Array(3).fill(true))
  expect(['hidden', 'cancelled', 'replay'].map((state) => shown(state))).toEqual(Array(3).fill(false))
})

test('a replay has the chat for the 10 minutes after the end alone', () => {
  const shown = (endedAt: string) =>
    hasChat({ state: 'replay', startsAt: null, endedAt }, '2026-11-27T20:00:00Z')
  expect(shown('2026-11-27T19:51:00Z')).toBe(true)
  expect(shown('2026-11-27T19:49:00Z')).toBe(false)
})
