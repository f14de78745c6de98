/** Says where an event is, as far as the reader may know. */
import { formatMoment } from './event-time.ts'

type Place = { venueName: string | null; address: string | null; city: string | null }

/** Returns the address of a map with the way to a place. */
export function directionsUrl(place: Place): string {
  const destination = [place.venueName, place.address, place.city].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}

/** Says why a reader is not shown the venue, and when it becomes public, as `private.event_place` returns them. */
type HiddenVenue = { venueHidden: 'holders' | 'hours' | null; venueRevealsAt: string | null }

/**
 * Returns the sentence that stands where a hidden venue would be; null where the reader is shown the venue.
 * @param now the database's clock, ISO 8601
 */
export function venueNote(event: HiddenVenue & { timeZone: string }, now: string): string | null {
  if (event.venueHidden === null) return null
  if (event.venueHidden === 'holders') return 'Venue shared with ticket holders'
  if (event.venueRevealsAt === null) return 'Venue revealed before doors'
  if (Date.parse(event.venueRevealsAt) <= Date.parse(now)) return 'Venue revealed any minute now'
  return `Venue revealed ${formatMoment(event.venueRevealsAt, event.timeZone, now)}`
}
