import { describe, expect, test } from 'vitest'
import { eventDetail } from '../events.fixtures.ts'
import { eventCalendar } from './event-calendar.ts'

const origin = 'https://jouvay.example'
const unfold = (text: string) => text.replaceAll('\r\n ', '')

describe('the calendar file', () => {
  test('goes from doors to end by the clocks of the event, and defines its zone', () => {
    const text = eventCalendar(eventDetail({}), origin)
    expect(text).toContain('DTSTART;TZID=America/New_York:20261204T210000\r\n')
    expect(text).toContain('DTEND;TZID=America/New_York:20261205T040000\r\n')
    expect(text).toMatch(
      /BEGIN:VTIMEZONE\r\nTZID:America\/New_York\r\n[\s\S]*END:VTIMEZONE\r\nBEGIN:VEVENT\r\n/,
    )
    expect(text).toContain('STATUS:CONFIRMED\r\n')
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  })

  test('keeps its identity and counts up when the event changes', () => {
    const sequence = (updatedAt: string) =>
      Number(/SEQUENCE:(\d+)/.exec(eventCalendar(eventDetail({ updatedAt }), origin))?.[1])
    expect(sequence('2026-11-02T00:00:00Z')).toBeGreaterThan(sequence('2026-11-01T00:00:00Z'))
    const uid = (site: string) => /^UID:(.*)$/m.exec(eventCalendar(eventDetail({}), site))?.[1]
    expect(uid(origin)).toBe(uid('https://elsewhere.example'))
  })

  test('says when doors open and when it starts', () => {
    const text = unfold(eventCalendar(eventDetail({}), origin))
    expect(text).toContain('DESCRIPTION:Doors 9 PM ET\\, starts 10 PM ET\\n')
    const both = eventDetail({ startsAt: eventDetail({}).doorsAt })
    expect(unfold(eventCalendar(both, origin))).toContain('DESCRIPTION:Doors 9 PM ET\\n')
  })

  test('escapes what a value may not hold', () => {
    const title = 'Rum; Bass, Fete \\ Vibes\nATTACH:https://evil.example'
    const text = unfold(eventCalendar(eventDetail({ title }), origin))
    expect(text).toContain('SUMMARY:Rum\\; Bass\\, Fete \\\\ Vibes\\nATTACH:https://evil.example\r\n')
    expect(text.split('\r\n').filter((line) => line.startsWith('ATTACH'))).toEqual([])
  })

  test('a lone carriage return starts no line of its own', () => {
    const text = eventCalendar(eventDetail({ title: 'A\rBEGIN:VALARM' }), origin)
    expect(unfold(text)).toContain('SUMMARY:A\\nBEGIN:VALARM')
  })

  test('folds lines at 75 octets without cutting a character', () => {
    const title = 'Jouvé 🎉 '.repeat(30)
    const text = eventCalendar(eventDetail({ title }), origin)
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(unfold(text)).toContain(`SUMMARY:${title}`)
  })

  test('a cancelled event says so', () => {
    const text = unfold(eventCalendar(eventDetail({ status: 'cancelled' }), origin))
    expect(text).toContain('STATUS:CANCELLED')
    expect(text).toContain('DESCRIPTION:CANCELLED.')
  })
})
