import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openTestUsers } from './test-users.ts'

/** The demo brand reads as one that exists: whatever day it is seeded on, names, dates and texts fit each other. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

type Seeded = {
  slug: string
  title: string
  words: string
  weekday: string
  past: boolean
  doors_hour: number
  ends_hour: number
  hours: number
  min_age: number
  genres: string[]
  dress_code: string
  id_policy: string
  doors_at: Date
  ends_at: Date
  acts: { name: string; role: string; at: string | null }[]
  /** Names of the line-up that are no artist with a picture and links. */
  unknown: string[]
}

/** The events of a project that is seeded at an instant; nothing of it stays. */
async function seededAt(now: string): Promise<Seeded[]> {
  const script = await readFile(new URL('../seed.sql', import.meta.url), 'utf8')
  const events: Seeded[] = []
  const undo = new Error('undo')
  await users.sql
    .begin(async (sql) => {
      await sql`select set_config('seed.now', ${now}, true)`
      await sql.unsafe(script)
      events.push(
        ...(await sql<Seeded[]>`
          select slug, title, concat_ws(' ', title, slug, summary, description, status_note) as words,
            trim(to_char(doors_at at time zone time_zone, 'Day')) as weekday,
            extract(hour from doors_at at time zone time_zone)::int as doors_hour,
            extract(hour from ends_at at time zone time_zone)::int as ends_hour,
            extract(epoch from ends_at - doors_at)::int / 3600 as hours,
            ends_at < ${now}::timestamptz as past, min_age, genres, dress_code, id_policy, doors_at, ends_at, line_up as acts,
            array(
              select l.entry ->> 'name' from jsonb_array_elements(line_up) l (entry)
              where not exists (
                select 1 from public.artists a
                where a.name = l.entry ->> 'name' and a.image_path like '/art/artist-%' and a.links <> '[]')) as unknown
          from public.events where not is_test and image_path like '/art/%' and id in (
            select overlay(overlay(md5('event:' || slug) placing '4' from 13) placing '8' from 17)::uuid)`),
      )
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return events
}

const week = Array.from({ length: 7 }, (_, n) => `2027-03-${String(8 + n).padStart(2, '0')}T17:00:00Z`)
const days = /\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)days?\b/gi

test.each([...week, '2026-12-31T17:00:00Z', '2027-01-01T04:30:00Z'])('seeded at %s', async (now) => {
  const events = await seededAt(now)
  expect(events).toHaveLength(24)
  for (const event of events) {
    const { slug } = event
    // a name that says a weekday is on it
    for (const [day] of event.words.matchAll(days)) {
      expect(`${slug} ${day.toLowerCase().replace(/s$/, '')}`).toBe(`${slug} ${event.weekday.toLowerCase()}`)
    }
    // set times lie within the night
    for (const act of event.acts) {
      if (act.at === null) continue
      const at = Date.parse(act.at)
      expect(`${slug} ${at >= event.doors_at.getTime() && at < event.ends_at.getTime()}`).toBe(`${slug} true`)
    }
    expect(`${slug} ${event.id_policy !== ''}`).toBe(`${slug} ${event.min_age > 0}`)
    expect(event.words).not.toMatch(/remind|sold out/i)
  }
  const at = (slug: string) => events.find((event) => event.slug === slug)
  expect(at('dutty-friday')).toMatchObject({ weekday: 'Friday', doors_hour: 22, past: false })
  expect(at('wine-down-wednesday')).toMatchObject({ weekday: 'Wednesday', title: 'Wine Down Wednesday' })
  expect(at('carnival-thursday')).toMatchObject({ weekday: 'Thursday', past: true })
  expect(at('reggae-sundays')).toMatchObject({ weekday: 'Sunday', past: false })
  expect(at('bass-culture')).toMatchObject({ past: false })
})

describe('the good-to-know texts of an event', () => {
  test('fit the event and are not the same for all', async () => {
    const events = await seededAt('2027-03-08T17:00:00Z')
    for (const { slug, acts, genres, dress_code: dress, doors_hour: doors, hours } of events) {
      const byDay = genres.includes('day-fete') || (doors >= 10 && doors + hours <= 20)
      if (byDay) expect(`${slug}: ${dress}`).not.toMatch(/dance|sportswear|sneakers or/i)
      if (doors >= 4 && doors < 18) {
        expect(`${slug}: ${acts.map(({ role }) => role).join(', ')}`).not.toMatch(/all night/i)
      }
      expect(acts.length).toBeGreaterThan(0)
    }
    const dresses = events.map((event) => event.dress_code).filter(Boolean)
    expect(new Set(dresses).size).toBeGreaterThan(dresses.length / 2)
    const unknown = events.flatMap((event) => event.unknown).filter((name) => !/^to be/i.test(name))
    // The finale of two ensembles is nobody of its own.
    expect(unknown).toEqual(['Both together'])
    const lineUps = events.map((event) => event.acts.map(({ name }) => name).join())
    expect(new Set(lineUps).size).toBe(events.length)
  })
})
