/** Made-up events for tests. */
import type { EventFields } from './events.types.ts'
import type { EventCard, EventDetail, Offer } from './public/public-events.types.ts'

/** The fields of a published event in Brooklyn. */
export const eventFields: EventFields = {
  id: '7c0a5dd8-5f0b-4d8e-9a51-0f6f6f1f7f01',
  title: 'Dutty Friday',
  summary: 'Soca till the lights come up.',
  description: 'Bring a flag.\n\nBring two.',
  visibility: 'public',
  locationVisibility: 'public',
  locationHours: null,
  isTest: false,
  venueName: 'The Yard',
  address: '12 Flatbush Ave',
  latitude: null,
  longitude: null,
  neighborhood: 'Flatbush',
  city: 'Brooklyn',
  region: 'NY',
  country: 'US',
  timeZone: 'America/New_York',
  doorsAt: '2026-12-05T02:00:00Z',
  startsAt: '2026-12-05T03:00:00Z',
  endsAt: '2026-12-05T09:00:00Z',
  lastEntryAt: '2026-12-05T06:00:00Z',
  reentries: 0,
  minAge: 21,
  dressCode: '',
  idPolicy: '',
  genres: ['soca'],
  lineUp: [],
  imagePath: '/art/night-5fe39c83acbc.634634634643643',
  imageAlt: 'Flags over a crowd',
  feeFixedCents: 150,
  feeBps: 525,
  taxBps: 0,
  taxOnFees: true,
  maxPerPerson: null,
  ticketSharing: 'transfers',
  refundHours: null,
  refundKeepsFee: true,
  refundKeptPercent: 0,
  salesPaused: false,
  showGoing: false,
  seriesId: null,
}

/** The event as its page shows it, with the differences a test cares about. */
export function eventDetail(differences: Partial<EventDetail>): EventDetail {
  return {
    ...eventFields,
    slug: 'dutty-friday',
    status: 'published',
    dressCode: null,
    idPolicy: null,
    statusNote: null,
    previousStartsAt: null,
    lineUp: [],
    going: null,
    locked: false,
    venueHidden: null,
    venueRevealsAt: null,
    updatedAt: '2026-11-01T12:00:00Z',
    ...differences,
  }
}

/** The same event as a card. */
export function eventCard(differences: Partial<EventCard>): EventCard {
  const {
    description: _description,
    address: _address,
    venueHidden: _venueHidden,
    venueRevealsAt: _venueRevealsAt,
    country: _country,
    dressCode: _dressCode,
    idPolicy: _idPolicy,
    lineUp: _lineUp,
    statusNote: _statusNote,
    locked: _locked,
    going: _going,
    isTest: _isTest,
    updatedAt: _updatedAt,
    ...rest
  } = eventDetail({})
  return { ...rest, fromCents: 3350, state: 'on_sale', saleStartsAt: null, ...differences }
}

/** A ticket type on sale for $33.50. */
export function ticketOffer(differences: Partial<Offer>): Offer {
  return {
    id: '2f0e9d86-58e1-4d37-8f07-5b5e0f6c9a11',
    name: 'General admission',
    description: null,
    state: 'on_sale',
    priceCents: 3350,
    fullPriceCents: null,
    feeCents: 350,
    taxCents: 0,
    totals: [
      [3350, 350, 0],
      [6700, 700, 0],
    ],
    releaseName: 'Early',
    left: null,
    minPerOrder: 1,
    maxPerOrder: 10,
    saleStartsAt: null,
    membersSaleStartsAt: null,
    saleEndsAt: null,
    ...differences,
  }
}
