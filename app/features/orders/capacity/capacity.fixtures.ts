import type { CapacityBoard, CapacityPool, CapacityType } from './capacity.types.ts'

/** Values for tests and the style guide. */

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A room of 400, half sold. */
export const samplePool: CapacityPool = {
  id: id(1),
  name: 'Crown Room',
  purpose: 'places',
  capacity: 400,
  sold: 231,
  held: 12,
  blocked: 10,
  offered: 4,
  left: 143,
  ofAll: true,
}

/** A type with a release that is sold out and one that is on sale. */
export const sampleType: CapacityType = {
  id: id(2),
  name: 'General admission',
  visibility: 'public',
  state: 'on_sale',
  paused: false,
  saleStartsAt: null,
  saleEndsAt: '2026-11-28T09:00:00Z',
  capacity: 400,
  sold: 231,
  held: 12,
  offered: 4,
  left: 143,
  priceCents: 3300,
  pools: ['Crown Room'],
  releases: [
    {
      id: id(3),
      name: 'Early bird',
      quantity: 150,
      endsAt: null,
      sold: 150,
      held: 0,
      offered: 0,
      left: 0,
      state: 'sold_out',
      priceCents: 2250,
    },
    {
      id: id(4),
      name: 'Standard',
      quantity: null,
      endsAt: null,
      sold: 81,
      held: 12,
      offered: 4,
      left: null,
      state: 'open',
      priceCents: 3300,
    },
  ],
}

/** A type that has three left. */
export const lowType: CapacityType = {
  ...sampleType,
  id: id(5),
  name: 'VIP balcony',
  state: 'low',
  capacity: 60,
  sold: 55,
  held: 2,
  offered: 0,
  left: 3,
  priceCents: 8025,
  releases: [],
}

/** A board at half past ten at night, with sales in each of the last hours. */
export const sampleBoard: CapacityBoard = {
  event: {
    id: id(6),
    slug: 'dutty-friday',
    title: 'Dutty Friday',
    status: 'published',
    timeZone: 'America/New_York',
    startsAt: '2026-11-28T04:00:00Z',
    endsAt: '2026-11-28T09:00:00Z',
    isTest: false,
    salesPaused: false,
  },
  mayChange: true,
  currency: 'USD',
  paceFrom: '2026-11-27T04:00:00Z',
  pools: [samplePool],
  types: [
    sampleType,
    lowType,
    { ...lowType, id: id(7), name: 'Lounge', state: 'sold_out', sold: 58, left: 0 },
  ],
  extras: [],
  pace: [
    { id: id(1), lastHour: 9, hours: Array.from({ length: 24 }, (_, n) => (n > 12 ? n - 12 : 0)) },
    { id: id(2), lastHour: 9, hours: Array.from({ length: 24 }, (_, n) => (n > 12 ? n - 12 : 0)) },
  ],
}
/** Holds the instant at which the board was read. */
export const sampleNow = '2026-11-28T03:30:00Z'
