/** The values that columns of events may have, and the states that the database computes; SQL checks the same lists. */

export const GENRES = ['soca', 'dancehall', 'afrobeats', 'reggae', 'kompa', 'day-fete', 'cruise'] as const
export type Genre = (typeof GENRES)[number]

export const EVENT_STATUSES = ['draft', 'published', 'postponed', 'cancelled', 'archived'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const EVENT_VISIBILITIES = ['public', 'unlisted', 'password', 'members'] as const

/** Says who learns the venue: everybody, holders of tickets alone, or everybody some hours before doors. */
export const LOCATION_VISIBILITIES = ['public', 'holders', 'hours'] as const

/** The ticket state shown on a card. The database computes it from stock and its own clock. */
export const CARD_STATES = [
  'on_sale',
  'low',
  'free',
  'not_yet',
  'sold_out',
  'ended',
  'paused',
  'members_only',
  'cancelled',
  'postponed',
] as const
export type CardState = (typeof CARD_STATES)[number]

export const OFFER_STATES = [
  'on_sale',
  'low',
  'sold_out',
  'not_yet',
  'ended',
  'paused',
  'members_only',
] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** Lists where else an artist is, one link of a kind. */
export const ARTIST_LINK_KINDS = [
  'website',
  'instagram',
  'tiktok',
  'facebook',
  'youtube',
  'spotify',
  'apple_music',
  'soundcloud',
  'bandcamp',
  'mixcloud',
] as const
export type ArtistLinkKind = (typeof ARTIST_LINK_KINDS)[number]

/** The names of these places. */
export const artistLinkSites: Record<ArtistLinkKind, string> = {
  website: 'Website',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  spotify: 'Spotify',
  apple_music: 'Apple Music',
  soundcloud: 'SoundCloud',
  bandcamp: 'Bandcamp',
  mixcloud: 'Mixcloud',
}
