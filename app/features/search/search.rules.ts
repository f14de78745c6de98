/** Builds search queries and the texts of their hits. */

import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import type { Found, FoundEvent, FoundPost, FoundProduct, SearchGroup, SearchHit } from './search.types.ts'

/** Letters of a question: fewer find everything, more are no question. */
export const shortestQuery = 2
export const longestQuery = 80

/** Returns whether a query is long enough to be sent. */
export function isAskable(query: string): boolean {
  return [...query].length >= shortestQuery
}

const statusNotes: Record<string, string> = { cancelled: 'Canceled', postponed: 'Postponed' }

function eventHit(event: FoundEvent, now: string): SearchHit {
  const over = Date.parse(event.endsAt) <= Date.parse(now)
  const when = `${formatDay(event.startsAt, event.timeZone, now)}, ${formatClockWithZone(event.startsAt, event.timeZone)}`
  const where = [event.venueName, event.city].filter(Boolean).join(', ')
  return {
    id: event.id,
    to: paths.event(event.id, event.slug),
    title: event.title,
    facts: `${when} · ${where}`,
    note: statusNotes[event.status] ?? (over ? 'Past' : event.visibility === 'members' ? 'Members' : null),
    face: { kind: 'thing', path: event.imagePath },
  }
}

function productHit(product: FoundProduct, currency: string): SearchHit {
  return {
    id: product.id,
    to: paths.product(product.id, product.slug),
    title: product.name,
    facts: formatPrice(product.priceCents, currency),
    note: null,
    face: { kind: 'thing', path: product.imagePath },
  }
}

function postHit(post: FoundPost, { now, timeZone }: Found): SearchHit {
  return {
    id: post.id,
    to: paths.post(post.id),
    title: excerpt(post.body),
    facts: `${post.author.name} · ${relativeTime(post.createdAt, new Date(now), timeZone)}`,
    note: null,
    face: { kind: 'person', ...post.author },
  }
}

/** The beginning of a text on one line, cut between words. */
export function excerpt(text: string, longest = 120): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest + 1)
  const end = cut.lastIndexOf(' ')
  return `${cut
    .slice(0, end > longest / 2 ? end : longest)
    .toWellFormed()
    .replace('\ufffd', '')
    .trimEnd()}…`
}

/** Groups the hits by kind, ready to show. */
export function groupsOf(found: Found): SearchGroup[] {
  const groups: SearchGroup[] = [
    { label: 'Events', hits: found.events.map((event) => eventHit(event, found.now)) },
    { label: 'Merch', hits: found.products.map((product) => productHit(product, found.currency)) },
    { label: 'Posts', hits: found.posts.map((post) => postHit(post, found)) },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** Makes the sentence with the number of hits. */
export function countText(groups: readonly SearchGroup[]): string {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  if (count === 0) return 'No results'
  return count === 1 ? '1 result' : `${count} results`
}

/** Makes the address of the results page of a query. */
export function searchPath(query: string): string {
  return paths.search({ q: query })
}
