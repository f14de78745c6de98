import { expect, test } from 'vitest'
import type { DoorState } from './door-link.ts'
import { ageText, noticeOf, readyText } from './door-status.rules.ts'

const zone = 'America/New_York'
const madeAt = '2026-11-28T02:41:00Z'
const now = Date.parse(madeAt) + 3 * 60_000
const online: DoorState = {
  isOnline: true,
  counters: { tickets: 0, inNow: 0, admitted: 0, remaining: 0 },
  poll: null,
  pack: { madeAt, tickets: 1204 },
  waiting: 0,
  unverified: 0,
  conflicts: 0,
  clockOffsetMs: 0,
  trouble: null,
}
const notice = (changes: Partial<DoorState>) => noticeOf({ ...online, ...changes }, zone, now)

test('says nothing while all is well', () => {
  expect(notice({})).toBeNull()
})

test('offline it says how old its list is and how many people nobody verified', () => {
  expect(notice({ isOnline: false })?.title).toBe('Offline. Ticket list from 9:41 PM, 3 min old.')
  expect(notice({ isOnline: false, unverified: 1 })?.text).toBe('1 person let in isn’t verified yet.')
  expect(notice({ isOnline: false, unverified: 12 })?.text).toBe('12 people let in aren’t verified yet.')
  expect(notice({ isOnline: false, pack: null })).toMatchObject({ tone: 'danger' })
})

test('scans that wait are named, and those that the server does not take call for the door manager', () => {
  expect(notice({ waiting: 2 })?.title).toBe('Uploading 2 scans…')
  expect(notice({ waiting: 1, trouble: 'This device was removed.' })).toEqual({
    tone: 'danger',
    title: '1 scan couldn’t be uploaded. Get the door manager.',
    text: 'This device was removed.',
  })
})

test('says with what it is ready', () => {
  expect(readyText(online, { isReady: true, isKept: true }, zone)).toEqual({
    isReady: true,
    text: 'Ready offline: list from 9:41 PM, 1,204 tickets, kept by the phone: yes',
  })
  expect(readyText(online, { isReady: true, isKept: null }, zone).text).toMatch(/kept by the phone: no$/)
  expect(readyText(online, { isReady: false, isKept: true }, zone).isReady).toBe(false)
  expect(readyText({ pack: null }, { isReady: true, isKept: true }, zone).isReady).toBe(false)
})

test.each([
  [0, 'under a minute'],
  [59, 'under a minute'],
  [60, '1 min'],
  [3599, '59 min'],
  [7300, '2 h'],
])('%i s are %s', (seconds, text) => {
  expect(ageText(madeAt, Date.parse(madeAt) + seconds * 1000)).toBe(text)
})
