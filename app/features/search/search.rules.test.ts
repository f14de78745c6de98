import { describe, expect, test } from 'vitest'
import { countText, excerpt, groupsOf, isAskable, searchPath } from './search.rules.ts'
import { searchQuerySchema } from './search.schema.ts'
import type { Found } from './search.types.ts'

const now = '2026-11-21T17:00:00Z'
const event = {
  id: 'e1',
  slug: 'dutty-friday',
  title: 'Dutty Friday',
  startsAt: '2026-11-28T03:00:00Z',
  endsAt: '2026-11-28T09:00:00Z',
  timeZone: 'America/New_York',
  venueName: 'Crown Room',
  city: 'Brooklyn',
  imagePath: null,
  status: 'published',
  visibility: 'public',
}
const found: Found = {
  events: [],
  products: [],
  posts: [],
  now,
  timeZone: 'America/New_York',
  currency: 'USD',
}

describe('hits', () => {
  test('lead to the page of an event, the place of a product and of a post', () => {
    const groups = groupsOf({
      ...found,
      events: [event],
      products: [
        { id: 'p1', slug: 'road-tee', name: 'Road tee', priceCents: 3200, imagePath: '/art/tee.webp' },
      ],
      posts: [
        {
          id: 't1',
          body: 'See\nyou  there',
          createdAt: '2026-11-21T14:00:00Z',
          author: { name: 'Mia', avatar: null },
        },
      ],
    })
    expect(groups).toEqual([
      {
        label: 'Events',
        hits: [
          {
            id: 'e1',
            to: '/events/e1/dutty-friday',
            title: 'Dutty Friday',
            facts: 'Fri, Nov 27, 10 PM ET · Crown Room, Brooklyn',
            note: null,
            face: { kind: 'thing', path: null },
          },
        ],
      },
      {
        label: 'Merch',
        hits: [
          {
            id: 'p1',
            to: '/shop/p1/road-tee',
            title: 'Road tee',
            facts: '$32',
            note: null,
            face: { kind: 'thing', path: '/art/tee.webp' },
          },
        ],
      },
      {
        label: 'Posts',
        hits: [
          {
            id: 't1',
            to: '/community/t1',
            title: 'See you there',
            facts: 'Mia · 3 hours ago',
            note: null,
            face: { kind: 'person', name: 'Mia', avatar: null },
          },
        ],
      },
    ])
  })

  test.each([
    [{ status: 'cancelled' }, 'Canceled'],
    [{ status: 'postponed', visibility: 'members' }, 'Postponed'],
    [{ endsAt: now }, 'Past'],
    [{ visibility: 'members' }, 'Members'],
  ])('of an event that is %j says %s', (row, note) => {
    expect(groupsOf({ ...found, events: [{ ...event, ...row }] })[0]?.hits[0]?.note).toBe(note)
  })

  test('are counted in words', () => {
    const group = (hits: number) => groupsOf({ ...found, events: Array.from({ length: hits }, () => event) })
    expect([group(0), group(1), group(3)].map(countText)).toEqual(['No results', '1 result', '3 results'])
  })
})

test('a long text is cut between words, and never through a character', () => {
  expect(excerpt('one two three', 8)).toBe('one two…')
  expect(excerpt('one two', 8)).toBe('one two')
  expect(excerpt('a'.repeat(20), 8)).toBe(`${'a'.repeat(8)}…`)
  expect(excerpt('😀'.repeat(9), 7)).toBe('😀😀😀…')
})

describe('a question', () => {
  test.each([
    ['  soca \t night ', 'soca night'],
    ['so\u0000ca\u200b\n', 'so ca'],
    ['so\ud800ca', 'so\ufffdca'],
    ['', ''],
    ['a'.repeat(80), 'a'.repeat(80)],
  ])('%j is read as %j', (text, query) => {
    expect(searchQuerySchema.parse(text)).toBe(query)
  })

  test('has at most 80 characters', () => {
    const { error } = searchQuerySchema.safeParse('a'.repeat(81))
    expect(error?.issues[0]?.message).toBe('Please use at most 80 characters')
  })

  test('of one letter is not asked', () => {
    expect(['', 'a', '😀', 'so'].map(isAskable)).toEqual([false, false, false, true])
  })

  test('has an address whatever it is made of', () => {
    expect(searchPath('a&b #1')).toBe('/search?q=a%26b+%231')
  })
})
