import { describe, expect, test } from 'vitest'
import {
  ageText,
  badgesOf,
  bannerOf,
  cardNote,
  eventPath,
  isTonight,
  mapLinks,
  paragraphsOf,
  placeLine,
  salesClosed,
  showsPrice,
  ticketsLine,
} from './events.rules.ts'
import type { EventCard } from './public/public-events.types.ts'

const NEW_YORK = 'America/New_York'
const now = '2026-11-21T17:00:00Z' // Saturday noon in New York

const card = {
  state: 'on_sale',
  startsAt: '2026-12-05T03:00:00Z',
  endsAt: '2026-12-05T09:00:00Z',
  timeZone: NEW_YORK,
  visibility: 'public',
} satisfies Pick<EventCard, 'state' | 'startsAt' | 'endsAt' | 'timeZone' | 'visibility'>

const texts = (badges: { text: string }[]) => badges.map((badge) => badge.text)

describe('badges of a card', () => {
  test('an ordinary sale needs none', () => {
    expect(badgesOf(card, now)).toEqual([])
  })

  test.each([
    ['low', 'Low tickets'],
    ['sold_out', 'Sold out'],
    ['free', 'Free'],
    ['cancelled', 'Canceled'],
    ['postponed', 'Postponed'],
    ['members_only', 'Members'],
    ['paused', 'Sales paused'],
  ] as const)('%s says "%s"', (state, text) => {
    expect(texts(badgesOf({ ...card, state }, now))).toEqual([text])
  })

  test('tonight comes first, and a running event says so', () => {
    const tonight = {
      ...card,
      startsAt: '2026-11-22T03:00:00Z',
      endsAt: '2026-11-22T09:00:00Z',
      state: 'low' as const,
    }
    expect(texts(badgesOf(tonight, now))).toEqual(['Tonight', 'Low tickets'])
    expect(texts(badgesOf(tonight, '2026-11-22T04:00:00Z'))).toEqual(['Happening now', 'Low tickets'])
  })

  test('a cancelled event is not tonight', () => {
    const off = { ...card, startsAt: '2026-11-22T03:00:00Z', state: 'cancelled' as const }
    expect(texts(badgesOf(off, now))).toEqual(['Canceled'])
  })

  test('a members event is marked once', () => {
    expect(texts(badgesOf({ ...card, visibility: 'members' }, now))).toEqual(['Members'])
    expect(texts(badgesOf({ ...card, visibility: 'members', state: 'members_only' }, now))).toEqual([
      'Members',
    ])
  })
})

describe('tonight', () => {
  const at = (startsAt: string, timeZone = NEW_YORK) => ({ startsAt, timeZone })

  test('is the evening of the event zone', () => {
    expect(isTonight(at('2026-11-22T03:00:00Z'), now)).toBe(true) // Saturday 10 PM
    expect(isTonight(at('2026-11-23T03:00:00Z'), now)).toBe(false)
  })

  test('lasts until five in the morning', () => {
    expect(isTonight(at('2026-11-22T05:30:00Z'), now)).toBe(true) // half past midnight
    expect(isTonight(at('2026-11-22T03:00:00Z'), '2026-11-22T08:00:00Z')).toBe(true) // it is 3 AM
    expect(isTonight(at('2026-11-22T03:00:00Z'), '2026-11-22T11:00:00Z')).toBe(false) // it is 6 AM
  })

  test('lasts until five on the clocks, also when they change', () => {
    const saturday = at('2026-11-01T02:00:00Z') // 10 PM before the clocks go back
    expect(isTonight(saturday, '2026-11-01T09:30:00Z')).toBe(true) // 4:30 AM, an hour later than usual
    expect(isTonight(saturday, '2026-11-01T10:00:00Z')).toBe(false)
  })

  test('differs by zone', () => {
    const nowThere = '2026-11-22T09:30:00Z' // 4:30 AM in New York, 9:30 AM in London
    expect(isTonight(at('2026-11-22T03:00:00Z'), nowThere)).toBe(true)
    expect(isTonight(at('2026-11-22T03:00:00Z', 'Europe/London'), nowThere)).toBe(false)
  })
})

describe('the text about tickets', () => {
  test('before the sale its opening is named in the zone of the event', () => {
    const waiting = { state: 'not_yet', timeZone: NEW_YORK, saleStartsAt: '2026-11-27T15:00:00Z' } as const
    expect(cardNote(waiting, now)).toBe('On sale Fri 10 AM ET')
  })

  test('a price is shown only where a ticket can be had', () => {
    expect(showsPrice({ state: 'on_sale', fromCents: 2500 })).toBe(true)
    expect(showsPrice({ state: 'not_yet', fromCents: 2500 })).toBe(true)
    expect(showsPrice({ state: 'sold_out', fromCents: 2500 })).toBe(false)
    expect(showsPrice({ state: 'members_only', fromCents: null })).toBe(false)
  })

  test.each([
    [{}, 'From $33.50 / Fees included / Get tickets'],
    [{ state: 'free', fromCents: 0 }, 'Free / null / Get tickets'],
    [{ state: 'low' }, 'From $33.50 / Low tickets / Get tickets'],
    [
      { state: 'not_yet', saleStartsAt: '2026-11-27T15:00:00Z' },
      'From $33.50 / On sale Fri 10 AM ET / See tickets',
    ],
    [{ state: 'sold_out', fromCents: null }, 'Sold out / null / null'],
    [{ state: 'members_only', fromCents: null }, 'Members only / Joining is free / See tickets'],
    [{ state: 'paused' }, null],
    [{ event: { status: 'cancelled' } }, null],
    [{ event: { status: 'published', endsAt: now } }, null],
  ] as const)('the way to the tickets: %o', (differences, expected) => {
    const page = {
      state: 'on_sale',
      fromCents: 3350,
      saleStartsAt: null,
      currency: 'USD',
      now,
      ...differences,
    } as const
    const event = { timeZone: NEW_YORK, status: 'published', endsAt: card.endsAt } as const
    const line = ticketsLine({
      ...page,
      event: { ...event, ...('event' in differences && differences.event) },
    })
    expect(line && `${line.main} / ${line.note} / ${line.action}`).toBe(expected)
  })

  test('ages', () => {
    expect([0, 18, 21].map(ageText)).toEqual(['All ages', '18+', '21+'])
  })
})

describe('the banner', () => {
  const event = {
    status: 'published',
    statusNote: null,
    previousStartsAt: null,
    startsAt: card.startsAt,
    endsAt: card.endsAt,
    timeZone: card.timeZone,
    visibility: 'public',
    locked: false,
  } as const

  test('an event that comes up has none', () => {
    expect(bannerOf(event, now)).toBeNull()
  })

  test('a changed status wins over everything', () => {
    expect(
      bannerOf({ ...event, status: 'cancelled', statusNote: 'Storm warning.', locked: true }, now),
    ).toMatchObject({
      tone: 'danger',
      title: 'This event is canceled',
      text: expect.stringMatching(/^Storm warning\. /),
    })
    expect(bannerOf({ ...event, status: 'postponed' }, now)?.title).toBe('This event is postponed')
    expect(bannerOf({ ...event, status: 'draft' }, now)?.title).toBe('Preview')
    expect(bannerOf(event, '2026-12-06T00:00:00Z')?.title).toBe('This event is over')
    expect(bannerOf({ ...event, locked: true }, now)?.title).toBe('Members only')
    const moved = { ...event, previousStartsAt: '2026-11-21T03:00:00Z', statusNote: 'The river rose.' }
    expect(bannerOf(moved, now)).toMatchObject({
      title: 'New date',
      text: expect.stringMatching(/^The river rose\. Was Fri, Nov 20/),
    })
  })
})

describe('links and texts', () => {
  test('the canonical path', () => {
    expect(eventPath({ id: 'b9b9', slug: 'dutty-friday' })).toBe('/events/b9b9/dutty-friday')
  })

  test('the map link has the whole address, and is left out without one', () => {
    const place = { venueName: 'Room & Board', address: '1 A St', city: 'Brooklyn', region: 'NY' }
    expect(mapLinks(place)?.map(({ url }) => url)).toEqual([
      'https://www.google.com/maps/search/?api=1&query=Room+%26+Board%2C+1+A+St%2C+Brooklyn%2C+NY',
      'https://maps.apple.com/?q=Room+%26+Board%2C+1+A+St%2C+Brooklyn%2C+NY',
    ])
    expect(mapLinks({ ...place, address: null })).toBeNull()
  })

  test('a place in one line, the venue of a locked event left out', () => {
    const place = { venueName: 'The Yard', neighborhood: 'Flatbush', city: 'Brooklyn', region: 'NY' }
    expect(placeLine(place)).toBe('The Yard · Brooklyn, NY')
    expect(placeLine({ ...place, venueName: '' })).toBe('Flatbush, Brooklyn, NY')
    expect(placeLine({ venueName: '', neighborhood: null, city: 'Kingston', region: 'Kingston' })).toBe(
      'Kingston',
    )
  })

  test('sales are closed with a reason', () => {
    const event = { status: 'published', endsAt: card.endsAt } as const
    expect(salesClosed(event, now)).toBeNull()
    expect(salesClosed({ ...event, status: 'cancelled' }, now)).toMatch(/canceled/)
    expect(salesClosed(event, '2027-01-01T00:00:00Z')).toBe('This event is over.')
  })

  test('paragraphs', () => {
    expect(paragraphsOf('One\r\ntwo\r\n\r\n\n  Three  \n\n')).toEqual(['One\ntwo', 'Three'])
  })
})
