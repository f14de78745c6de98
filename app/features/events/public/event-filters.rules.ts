/** Converts the filters of the list to addresses and to texts. */
import * as paths from '#core/paths.ts'
import { genreName } from '../events.rules.ts'
import type { EventFilters } from './event-filters.schema.ts'

const FILTER_KEYS = ['city', 'when', 'genre', 'price', 'age', 'tab', 'after'] as const

/**
 * The address of the list with some filters changed; `undefined` takes one away, and every change starts at the first page.
 * @returns for example `/events?city=Brooklyn&when=tonight`
 */
export function filtersPath(filters: EventFilters, changes: Partial<EventFilters> = {}): string {
  const wanted: EventFilters = { ...filters, after: undefined, ...changes }
  return paths.events(Object.fromEntries(FILTER_KEYS.map((key) => [key, wanted[key] || undefined])))
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  const at = `${month}-15T12:00:00Z`
  return `${monthFormat.format(new Date(at))} ${month.slice(0, 4)}`
}

/** `Tonight`, `This weekend`, `November 2026`. */
export function whenName(when: string): string {
  if (when === 'tonight') return 'Tonight'
  if (when === 'weekend') return 'This weekend'
  return monthName(when)
}

/** Builds the title of a filtered list: `Soca events in Brooklyn, tonight`. */
export function listTitle(filters: EventFilters): string {
  const kind = filters.genre ? `${genreName(filters.genre)} events` : 'Events'
  const head = filters.tab === 'past' ? `Past ${kind.toLowerCase()}` : kind
  const place = filters.city ? ` in ${filters.city}` : ''
  const time = filters.when ? `, ${whenName(filters.when).replace(/^T/, 't')}` : ''
  return `${head}${place}${time}`
}

/** The filters that are set, each as a chip: its text and the address without it. */
export function filterChips(filters: EventFilters): { key: string; text: string; path: string }[] {
  const chips: { key: string; text: string; path: string }[] = []
  if (filters.when)
    chips.push({ key: 'when', text: whenName(filters.when), path: filtersPath(filters, { when: undefined }) })
  if (filters.city)
    chips.push({ key: 'city', text: filters.city, path: filtersPath(filters, { city: undefined }) })
  if (filters.genre) {
    chips.push({
      key: 'genre',
      text: genreName(filters.genre),
      path: filtersPath(filters, { genre: undefined }),
    })
  }
  if (filters.price) {
    const text = filters.price === 'free' ? 'Free' : 'Paid'
    chips.push({ key: 'price', text, path: filtersPath(filters, { price: undefined }) })
  }
  if (filters.age) {
    const text = filters.age === 'all' ? 'All ages' : `${filters.age}+`
    chips.push({ key: 'age', text, path: filtersPath(filters, { age: undefined }) })
  }
  return chips
}
