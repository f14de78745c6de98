import { randomUUID } from 'node:crypto'
import ical from 'node-ical'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent, type TestEventOptions } from '../supabase/tests/event-fixture.ts'
import { call } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'

/** Reads the calendar file of events with a parser of iCalendar, as a calendar does. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

const year = new Date().getUTCFullYear() + 1

/** Creates an event at times that are given as instants. */
async function eventAt(
  times: { doorsAt: string; startsAt: string; endsAt: string; timeZone?: string },
  fields: Record<string, string> = {},
  options: TestEventOptions = {},
) {
  const { eventId } = await createEvent(sql, { doorsIn: 50, ...options })
  await sql`update public.events set ${sql({
    doors_at: new Date(times.doorsAt),
    starts_at: new Date(times.startsAt),
    ends_at: new Date(times.endsAt),
    time_zone: times.timeZone ?? 'America/New_York',
    ...fields,
  })} where id = ${eventId}`
  return eventId
}

/** Reads the one entry of an event's calendar file, and its text. */
async function entryOf(eventId: string) {
  const { status, text } = await new ApiVisitor(site).get(`/events/${eventId}/calendar.ics`)
  expect(status).toBe(200)
  // As sent: a parser forgives lines that are too long or end wrongly, calendars need not.
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const entries = Object.values(ical.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT')
  expect(entries).toHaveLength(1)
  const [entry] = entries
  if (entry?.type !== 'VEVENT') throw new Error('no entry')
  return { entry, text, sequence: Number(entry.sequence) }
}

const instant = (at: string) => new Date(at).toISOString()
const shown = ({ entry }: Awaited<ReturnType<typeof entryOf>>) => [
  entry.start.toISOString(),
  entry.end?.toISOString(),
]
const zoneOf = ({ entry }: Awaited<ReturnType<typeof entryOf>>) => entry.start.tz

describe('a calendar reads', () => {
  test('an ordinary event, and one over midnight, from doors to end', async () => {
    const early = {
      doorsAt: `${year}-06-05T18:00:00Z`,
      startsAt: `${year}-06-05T19:00:00Z`,
      endsAt: `${year}-06-05T23:00:00Z`,
    }
    const day = await entryOf(await eventAt(early, { venue_name: 'The Yard', city: 'Brooklyn' }))
    expect(shown(day)).toEqual([instant(early.doorsAt), instant(early.endsAt)])
    expect(zoneOf(day)).toBe('America/New_York')
    expect(day.entry).toMatchObject({ status: 'CONFIRMED', location: expect.stringMatching(/^The Yard, /) })
    const late = {
      doorsAt: `${year}-01-10T03:00:00Z`,
      startsAt: `${year}-01-10T04:00:00Z`,
      endsAt: `${year}-01-10T09:00:00Z`,
    }
    const night = await entryOf(await eventAt(late))
    expect(shown(night)).toEqual([instant(late.doorsAt), instant(late.endsAt)])
    // by its own clocks it begins on the 9th and ends on the 10th
    expect(night.text).toMatch(
      new RegExp(`DTSTART;TZID=America/New_York:${year}0109T220000[\\s\\S]*:${year}0110T040000`),
    )
  })

  test.each([
    ['America/Port_of_Spain', '02-12T02:00:00Z', '02-12T10:00:00Z'],
    ['Europe/London', '08-28T19:00:00Z', '08-29T02:00:00Z'],
    // over the night in which the clocks go back
    ['Europe/London', '10-30T20:00:00Z', '10-31T06:00:00Z'],
    ['Asia/Kolkata', '03-01T14:30:00Z', '03-01T20:30:00Z'],
  ])('one in %s from %s to %s at the same instants', async (timeZone, from, to) => {
    const times = {
      doorsAt: `${year}-${from}`,
      startsAt: `${year}-${from}`,
      endsAt: `${year}-${to}`,
      timeZone,
    }
    const read = await entryOf(await eventAt(times))
    expect(shown(read)).toEqual([instant(times.doorsAt), instant(times.endsAt)])
    expect(zoneOf(read)).toBe(timeZone)
  })

  test('long text, other scripts, and signs that end a value, as they were typed', async () => {
    const title = `Jouvé ’til dawn; “Mas, Soca & Pan” \\ カリブ 🎉 ${'à la belle étoile '.repeat(4)}`.trim()
    const summary = `Ça commence à l’aube, ${'pwochen semèn nou la; '.repeat(7)}wi`
    const eventId = await eventAt(
      {
        doorsAt: `${year}-06-05T18:00:00Z`,
        startsAt: `${year}-06-05T19:00:00Z`,
        endsAt: `${year}-06-05T23:00:00Z`,
      },
      { title, summary, venue_name: 'Café Ñandú, salle 2' },
    )
    const { entry } = await entryOf(eventId)
    expect(entry.summary).toBe(title)
    expect(entry.description).toContain(summary)
    expect(entry.location).toContain('Café Ñandú, salle 2')
    expect(entry.url).toContain(eventId)
  })

  test('a moved and then a cancelled event as changes of the entry that it has', async () => {
    const admin = await users.actingAs('Ada')
    const times = {
      doorsAt: `${year}-06-05T18:00:00Z`,
      startsAt: `${year}-06-05T19:00:00Z`,
      endsAt: `${year}-06-05T23:00:00Z`,
    }
    const eventId = await eventAt(times, { venue_name: `Hall ${randomUUID().slice(0, 8)}` })
    /** Waits for the next second of the clock: a sequence counts seconds. */
    const nextSecond = async () => {
      const second = Math.floor(Date.now() / 1000)
      await expect.poll(() => Math.floor(Date.now() / 1000), { interval: 50 }).toBeGreaterThan(second)
    }
    const first = await entryOf(eventId)
    await nextSecond()
    const { event } = await call(
      admin,
      'read_event_editor',
      { p_id: eventId },
      z.object({ event: z.object({ version: z.string() }) }),
    )
    const moved = {
      doorsAt: `${year}-06-12T20:00:00Z`,
      startsAt: `${year}-06-12T21:00:00Z`,
      endsAt: `${year}-06-13T03:00:00Z`,
    }
    await call(admin, 'save_event', { p_event: { id: eventId, version: event.version, ...moved } }, z.uuid())
    const second = await entryOf(eventId)
    expect(shown(second)).toEqual([instant(moved.doorsAt), instant(moved.endsAt)])
    await nextSecond()
    await call(
      admin,
      'set_event_status',
      { p_id: eventId, p_status: 'cancelled', p_note: 'A storm' },
      z.null(),
    )
    const third = await entryOf(eventId)
    expect(third.entry).toMatchObject({ status: 'CANCELLED', summary: second.entry.summary })
    expect(third.entry.description).toMatch(/^CANCELLED\./)
    expect([first, second, third].map(({ entry }) => entry.uid)).toEqual([eventId, eventId, eventId])
    expect(second.sequence).toBeGreaterThan(first.sequence)
    expect(third.sequence).toBeGreaterThan(second.sequence)
    // The file stays for calendars that have the entry; the page offers neither it nor anything to follow.
    const next = await eventAt(times)
    const name = `DJ ${randomUUID().slice(0, 8)}`
    await sql`insert into public.artists ${sql({ slug: randomUUID(), name })}`
    await sql`
      update public.events set line_up = ${sql.json([{ name }])}
      where id in (${eventId}, ${next})`
    const visitor = new ApiVisitor(site)
    const pageOf = async (id: string) => {
      const to = (await visitor.get(`/events/${id}`)).headers.get('location') ?? `/events/${id}`
      const { status, text } = await visitor.get(to)
      return { status, offers: [text.includes('/calendar.ics'), text.includes('name="follow"')] }
    }
    expect(await pageOf(eventId)).toEqual({ status: 200, offers: [false, false] })
    expect(await pageOf(next)).toEqual({ status: 200, offers: [true, true] })
  })
})
