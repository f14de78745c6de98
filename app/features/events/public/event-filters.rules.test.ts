import { describe, expect, test } from 'vitest'
import { filterChips, filtersPath, listTitle, monthName } from './event-filters.rules.ts'
import { eventFiltersSchema } from './event-filters.schema.ts'

describe('filters in the address', () => {
  const parse = (query: string) => eventFiltersSchema.parse(Object.fromEntries(new URLSearchParams(query)))

  test('are read as they are written', () => {
    const query = 'city=New+York&when=weekend&genre=day-fete&price=free&age=21'
    expect(filtersPath(parse(query))).toBe(`/events?${query}`)
  })

  test.each([
    'when=yesterday',
    'when=2026-13',
    'genre=polka',
    'price=cheap',
    'age=99',
    'tab=future',
    'after=%3Cscript%3E',
    'city=',
    `city=${'x'.repeat(200)}`,
    'constructor=1&__proto__=2',
  ])('%s is dropped', (query) => {
    expect(filtersPath(parse(query))).toBe('/events')
  })

  test('a change starts at the first page', () => {
    const filters = parse('city=Miami&after=abc')
    expect(filters.after).toBe('abc')
    expect(filtersPath(filters, { genre: 'soca' })).toBe('/events?city=Miami&genre=soca')
    expect(filtersPath(filters, { after: 'def' })).toBe('/events?city=Miami&after=def')
  })

  test('each filter that is set can be removed', () => {
    expect(filterChips(parse('city=Miami&when=2026-12&price=paid&age=all'))).toEqual([
      { key: 'when', text: 'December 2026', path: '/events?city=Miami&price=paid&age=all' },
      { key: 'city', text: 'Miami', path: '/events?when=2026-12&price=paid&age=all' },
      { key: 'price', text: 'Paid', path: '/events?city=Miami&when=2026-12&age=all' },
      { key: 'age', text: 'All ages', path: '/events?city=Miami&when=2026-12&price=paid' },
    ])
  })

  test('a filtered list has a title of its own', () => {
    expect(listTitle({})).toBe('Events')
    expect(listTitle(parse('genre=soca&city=Brooklyn&when=tonight'))).toBe('Soca events in Brooklyn, tonight')
    expect(listTitle(parse('tab=past&when=2026-10'))).toBe('Past events, October 2026')
  })

  test('months have names', () => {
    expect(monthName('2026-01')).toBe('January 2026')
  })
})
