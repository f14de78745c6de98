import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { isTonight } from '#features/events/events.rules.ts'
import {
  type EventList,
  eventListSchema,
  eventPageSchema,
  homeEventsSchema,
  sitemapEventsSchema,
  sitemapYearsSchema,
} from '#features/events/public/public-events.types.ts'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { call, holdTickets } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests what people see of events: in lists, on the home page, on an event's page. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

/** A city that no other test uses, so that lists hold this test's events alone. */
const newCity = () => `Port ${randomUUID().slice(0, 8)}`

type Row = Partial<{
  title: string
  genres: string[]
  min_age: number
  status: string
  cancelled_at: Date
  starts_at: Date
  doors_at: Date
  ends_at: Date
  time_zone: string
}>

/** Makes an event in a city, with more of its row than `createEvent` takes. */
async function eventIn(city: string, options: TestEventOptions = {}, row: Row = {}): Promise<string> {
  const testEvent = await createEvent(sql, options)
  const place = {
    city,
    venue_name: 'Secret Hall',
    address: '1 Secret Street',
    description: 'Bring a friend.',
  }
  await sql`update public.events set ${sql({ ...place, ...row })} where id = ${testEvent.eventId}`
  return testEvent.eventId
}

async function list(city: string, args: Record<string, unknown> = {}, name: Name | 'visitor' = 'visitor') {
  return call(await users.actingAs(name), 'list_events', { p_city: city, ...args }, eventListSchema)
}
const titles = async (city: string, args: Record<string, unknown> = {}, name: Name | 'visitor' = 'visitor') =>
  (await list(city, args, name)).events.map((event) => event.title)

async function page(id: string, name: Name | 'visitor' = 'visitor') {
  return call(await users.actingAs(name), 'read_event_page', { p_id: id }, eventPageSchema)
}

describe('the list', () => {
  test('shows published upcoming events, soonest first; past ones in their own tab, latest first', async () => {
    const city = newCity()
    await eventIn(city, { doorsIn: 48 }, { title: 'Second' })
    await eventIn(city, { doorsIn: 5 }, { title: 'First' })
    await eventIn(city, { doorsIn: 72, status: 'draft' }, { title: 'Draft' })
    await eventIn(city, { doorsIn: 72, visibility: 'unlisted' }, { title: 'Unlisted' })
    await eventIn(city, { doorsIn: 72, isTest: true }, { title: 'Test' })
    await eventIn(city, { doorsIn: 96, status: 'postponed' }, { title: 'Postponed' })
    await eventIn(
      city,
      { doorsIn: 99 },
      { title: 'Called off', status: 'cancelled', cancelled_at: new Date() },
    )
    await eventIn(city, { doorsIn: -100 }, { title: 'Long ago' })
    await eventIn(city, { doorsIn: -50, status: 'archived' }, { title: 'Lately' })
    await eventIn(
      city,
      { doorsIn: -60 },
      { title: 'Never was', status: 'cancelled', cancelled_at: new Date() },
    )
    for (const name of ['visitor', 'Mia', 'Ada'] as const) {
      expect(await titles(city, {}, name)).toEqual(['First', 'Second', 'Postponed', 'Called off'])
      expect(await titles(city, { p_past: true }, name)).toEqual(['Lately', 'Long ago'])
    }
  })

  test('comes in pages that neither repeat nor lose an event, also where two start together', async () => {
    const city = newCity()
    const together = new Date(Date.now() + 50 * 3_600_000)
    for (let n = 0; n < 5; n++) {
      await eventIn(
        city,
        { doorsIn: 48 },
        n < 3 ? { title: `Night ${n}`, starts_at: together } : { title: `Night ${n}` },
      )
    }
    for (const past of [false, true]) {
      if (past) {
        await sql`update public.events set doors_at = doors_at - interval '30 days', starts_at = starts_at - interval '30 days',
          ends_at = ends_at - interval '30 days' where city = ${city}`
      }
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const read: EventList = await list(city, {
          p_limit: 2,
          p_cursor: cursor,
          p_past: past,
        })
        seen.push(...read.events.map((event) => event.id))
        cursor = read.nextCursor
      } while (cursor)
      expect(seen.length).toBe(5)
      expect(new Set(seen).size).toBe(5)
    }
  })

  test.each([
    '',
    'x',
    '1_2',
    "1'; drop table events",
    '99999999999999999999_00000000-0000-4000-8000-000000000000',
  ])('a cursor that is not one (%s) starts at the first page', async (cursor) => {
    const city = newCity()
    await eventIn(city, {}, { title: 'Only' })
    expect(await titles(city, { p_cursor: cursor })).toEqual(['Only'])
  })

  test('narrows by music, age and price', async () => {
    const city = newCity()
    const free = { types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }] }
    await eventIn(city, { doorsIn: 2 }, { title: 'Soca', genres: ['soca', 'dancehall'], min_age: 21 })
    await eventIn(city, { doorsIn: 3, ...free }, { title: 'Reggae', genres: ['reggae'], min_age: 18 })
    await eventIn(city, { doorsIn: 4 }, { title: 'Kompa', genres: ['kompa'] })
    expect(await titles(city, { p_genre: 'dancehall' })).toEqual(['Soca'])
    expect(await titles(city, { p_age: 21 })).toEqual(['Soca'])
    expect(await titles(city, { p_age: 0 })).toEqual(['Kompa'])
    expect(await titles(city, { p_price: 'free' })).toEqual(['Reggae'])
    expect(await titles(city, { p_price: 'paid' })).toEqual(['Soca', 'Kompa'])
    expect(await titles(city, { p_price: 'free', p_genre: 'soca' })).toEqual([])
    expect(await titles(city.toUpperCase())).toHaveLength(3)
  })

  test('narrows by month in the zone of the event', async () => {
    const city = newCity()
    // in Port of Spain still the last evening of 2029
    const at = { doors_at: '2030-01-01T01:00Z', starts_at: '2030-01-01T02:00Z', ends_at: '2030-01-01T09:00Z' }
    const id = await eventIn(city, {}, { title: 'Old Year' })
    await sql`update public.events set ${sql({ ...at, time_zone: 'America/Port_of_Spain' })} where id = ${id}`
    expect(await titles(city, { p_when: 'month', p_month: '2029-12' })).toEqual(['Old Year'])
    expect(await titles(city, { p_when: 'month', p_month: '2030-01' })).toEqual([])
    expect((await list(city)).months).toContain('2029-12')
  })

  test('tonight has what runs now, and not what is days away', async () => {
    const city = newCity()
    await eventIn(city, { doorsIn: -2, hoursLong: 6 }, { title: 'Running' })
    await eventIn(city, { doorsIn: 80 }, { title: 'Later' })
    expect(await titles(city, { p_when: 'tonight' })).toEqual(['Running'])
  })

  test('an empty page offers the nearest date, with the same filters if there is one', async () => {
    const city = newCity()
    const id = await eventIn(city, { doorsIn: 24 * 40 }, { genres: ['cruise'] })
    const sameCity = await list(city, { p_when: 'tonight' })
    expect(sameCity).toMatchObject({ events: [], nearest: { id, sameFilters: true } })
    const nothingLikeIt = await list(newCity(), { p_genre: 'cruise' })
    expect(nothingLikeIt.nearest?.sameFilters).toBe(false)
  })
})

describe('the state of an event', () => {
  const stateOf = async (options: TestEventOptions, row: Row = {}, name: Name | 'visitor' = 'visitor') => {
    const city = newCity()
    await eventIn(city, { doorsIn: 30, ...options }, row)
    const [event] = (await list(city, {}, name)).events
    return event && `${event.state} ${event.fromCents}`
  }
  const type = (faceCents: number, more = {}) => ({
    name: `At ${faceCents}`,
    releases: [{ name: 'Only', faceCents }],
    ...more,
  })

  test('on sale from the lowest price on sale, with fees', async () => {
    expect(await stateOf({ feeFixedCents: 100, types: [type(5000), type(2000)] })).toBe('on_sale 2100')
    expect(await stateOf({ types: [type(0), type(2000)] })).toBe('free 0')
    expect(await stateOf({ types: [type(1000, { saleStartsIn: 5 }), type(2000)] })).toBe('on_sale 2000')
  })

  test('low only when every type on sale is', async () => {
    expect(await stateOf({ pools: { Room: 15 } })).toBe('low 2000')
    expect(await stateOf({ pools: { Room: 500 } })).toBe('on_sale 2000')
  })

  test('not yet, with the price to come; ended; paused; cancelled', async () => {
    expect(await stateOf({ types: [type(1000, { saleStartsIn: 5 })] })).toBe('not_yet 1000')
    expect(await stateOf({ types: [type(1000, { saleEndsIn: -1 })] })).toBe('ended null')
    expect(await stateOf({ status: 'postponed' })).toBe('postponed null')
    expect(await stateOf({}, { status: 'cancelled', cancelled_at: new Date() })).toBe('cancelled null')
  })

  test('sold out when the last place is held, without waiting for payment', async () => {
    const city = newCity()
    const testEvent = await createEvent(sql, { doorsIn: 30, pools: { Room: 2 } })
    await sql`update public.events set city = ${city} where id = ${testEvent.eventId}`
    await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    expect((await list(city)).events[0]).toMatchObject({ state: 'sold_out', fromCents: null })
  })

  test('door tickets are not offered online', async () => {
    expect(await stateOf({ types: [type(1000, { visibility: 'staff' })] })).toBe('paused null')
  })
})

describe('a members event', () => {
  test('hides its place and tickets from visitors and guests', async () => {
    const city = newCity()
    const id = await eventIn(city, { visibility: 'members', doorsIn: 20 }, { title: 'Club' })
    for (const name of ['visitor', 'Gus'] as const) {
      expect((await list(city, {}, name)).events[0]).toMatchObject({
        title: 'Club',
        state: 'members_only',
        fromCents: null,
        venueName: '',
      })
      expect(await page(id, name)).toMatchObject({
        event: { locked: true, address: null, venueName: '', description: '', lineUp: [] },
        offer: [],
      })
    }
    for (const name of ['Mia', 'Mo', 'Ada'] as const) {
      expect((await list(city, {}, name)).events[0]).toMatchObject({
        state: 'on_sale',
        venueName: 'Secret Hall',
      })
      expect(await page(id, name)).toMatchObject({ event: { locked: false, address: '1 Secret Street' } })
    }
  })
})

describe('the page of an event', () => {
  test('a draft is shown to admins only, with what it would sell', async () => {
    const id = await eventIn(newCity(), { status: 'draft', feeFixedCents: 250 })
    for (const name of ['visitor', 'Gus', 'Mia', 'Mo'] as const) expect(await page(id, name)).toBeNull()
    expect(await page(id, 'Ada')).toMatchObject({
      event: { status: 'draft' },
      offer: [{ name: 'Entry', state: 'not_yet', priceCents: 2250 }],
    })
  })

  test('an unlisted event opens by its URL', async () => {
    const id = await eventIn(newCity(), { visibility: 'unlisted' })
    expect(await page(id)).toMatchObject({ event: { locked: false }, state: 'on_sale' })
  })

  test('offers what is like it: of its city first, and nothing that is not on the public lists', async () => {
    const city = newCity()
    const [own = '', near = ''] = [await eventIn(city, { doorsIn: 1 }), await eventIn(city, { doorsIn: 1 })]
    await eventIn(city, { doorsIn: 1, visibility: 'unlisted' })
    await eventIn(city, { doorsIn: 1, status: 'draft' })
    const more = (await page(own))?.more ?? []
    expect(more[0]?.id).toBe(near)
    expect(more.filter((event) => event.city === city).map(({ id }) => id)).toEqual([near])
    expect(more.length).toBeLessThanOrEqual(4)
  })

  test('an unknown id returns null, not an error', async () => {
    expect(await page(randomUUID())).toBeNull()
  })

  test('staff tickets are hidden', async () => {
    const id = await eventIn(newCity(), { types: [{ name: 'Entry' }, { name: 'Crew', visibility: 'staff' }] })
    expect((await page(id))?.offer.map((type) => type.name)).toEqual(['Entry'])
  })
})

describe('the home page', () => {
  test('leads with an event that has tickets, and repeats it nowhere', async () => {
    const home = await call(await users.actingAs('visitor'), 'read_home', {}, homeEventsSchema)
    expect(['on_sale', 'low', 'free']).toContain(home.hero?.state)
    expect(home.upcoming.length).toBeLessThanOrEqual(6)
    const { hero, tonight, weekend, upcoming, now } = home
    const rest = [...tonight, ...weekend, ...upcoming]
    expect(new Set(rest.map((event) => event.id)).size).toBe(rest.length)
    expect(rest.map((event) => event.id)).not.toContain(hero?.id)
    expect(rest.map((event) => event.state)).not.toContain('cancelled')
    // Every other event of this evening is under tonight, and only those.
    const isNow = (event: { startsAt: string; timeZone: string }) =>
      isTonight(event, now) || event.startsAt <= now
    expect(tonight.every(isNow)).toBe(true)
    expect([...weekend, ...upcoming].some((event) => isNow(event) && tonight.length < 8)).toBe(false)
  })

  test('shows what comes in a city, however it is written; a city without events is none', async () => {
    const city = newCity()
    const id = await eventIn(city, { doorsIn: 24 * 200 })
    await eventIn(city, { doorsIn: 24 * 200, visibility: 'unlisted' })
    const visitor = await users.actingAs('visitor')
    const read = (asked: string) => call(visitor, 'read_home', { p_city: asked }, homeEventsSchema)
    const home = await read(city.toUpperCase())
    expect([home.city, home.upcoming.map((event) => event.id)]).toEqual([city, [id]])
    expect(home.cities).toContain(city)
    const unknown = await read(newCity())
    expect(unknown.city).toBeNull()
    expect(unknown.upcoming).not.toHaveLength(0)
  })
})

describe('search engines', () => {
  test('get public events only', async () => {
    const city = newCity()
    const open = await eventIn(city, { doorsIn: 24 * 300 })
    const hidden = [
      await eventIn(city, { visibility: 'unlisted', doorsIn: 24 * 300 }),
      await eventIn(city, { visibility: 'members', doorsIn: 24 * 300 }),
      await eventIn(city, { status: 'draft', doorsIn: 24 * 300 }),
      await eventIn(city, { isTest: true, doorsIn: 24 * 300 }),
    ]
    const ada = await users.actingAs('Ada')
    const years = await call(ada, 'list_sitemap_years', {}, sitemapYearsSchema)
    const [{ listed } = { listed: [] }] = await sql<{ listed: number[] }[]>`
      select array_agg(distinct extract(year from starts_at at time zone 'utc')::int) as listed from public.events
      where visibility = 'public' and not is_test and status in ('published', 'postponed', 'cancelled')`
    expect(years).toEqual(listed)
    const read = (year: number) => call(ada, 'list_sitemap_events', { p_year: year }, sitemapEventsSchema)
    const ids = (await Promise.all(years.map(read))).flat().map((row) => row.id)
    expect(await read((years.at(-1) ?? 0) + 1)).toEqual([])
    expect(ids).toContain(open)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of hidden) expect(ids).not.toContain(id)
  })
})

test('the database and the screens agree on which evening an hour belongs to', async () => {
  const zones = ['America/New_York', 'America/Los_Angeles', 'America/Port_of_Spain', 'Europe/London']
  const now = Date.parse('2026-11-01T04:00:00Z')
  for (const timeZone of zones) {
    for (let hour = -30; hour <= 30; hour++) {
      const at = new Date(now + hour * 3_600_000).toISOString()
      const [row] =
        await sql`select private.business_date(${at}, ${timeZone}) = private.business_date(${new Date(now).toISOString()}, ${timeZone}) as same`
      expect(`${timeZone} ${at} ${row?.same}`).toBe(
        `${timeZone} ${at} ${isTonight({ startsAt: at, timeZone }, new Date(now).toISOString())}`,
      )
    }
  }
})
