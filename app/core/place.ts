/** Where an event is, as far as the reader may know. */
type Place = { venueName: string | null; address: string | null; city: string | null }

/** Returns the address of a map with the way to a place. */
export function directionsUrl(place: Place): string {
  const destination = [place.venueName, place.address, place.city].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
